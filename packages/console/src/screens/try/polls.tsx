import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Tried } from '../../api/try-login.ts';
import { Facts } from '../../components/facts.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { nextPollIn, qrDataIn } from './back-channel.ts';
import { EndpointCard } from './endpoint-card.tsx';
import { QrCode } from './qr-code.tsx';
import { TokenCards, type TokenFacts } from './token-cards.tsx';

interface PollsProps {
  readonly facts: TokenFacts;
  readonly started: Tried;
  readonly poll: () => Promise<Tried>;
}

const FIRST_POLL_MS = 5_000;

/** Polls the token endpoint until its answer is final. The QR code is that of the latest answer. */
export function Polls({ facts, started, poll }: PollsProps) {
  const id = useId();
  const { data, error } = useQuery({
    queryKey: ['polls', id],
    queryFn: poll,
    initialData: started,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) => {
      if (state.error !== null) return false;
      if (state.data === started || state.data === undefined) return FIRST_POLL_MS;
      return nextPollIn(state.data.answer) ?? false;
    },
  });
  const isWaiting = data === started || nextPollIn(data.answer) !== undefined;
  const qrData = isWaiting ? (qrDataIn(data.answer) ?? qrDataIn(started.answer)) : undefined;
  const tokens: Readonly<Record<string, unknown>> = { ...Object(data.answer) };
  return (
    <>
      <ProblemNote error={error} />
      {isWaiting && error === null && (
        <section className="card" aria-label="Waiting for the person">
          <p role="status">
            Waiting for the person
            {data === started ? '…' : `: ${String(Object(data.answer).error_description)}.`}
          </p>
          {qrData !== undefined && <QrCode text={qrData} />}
          {qrData !== undefined && <Facts data={{ qrData }} />}
        </section>
      )}
      {!isWaiting && (
        <EndpointCard title="The token endpoint answered" tenant={facts.tenant} tried={data} />
      )}
      {!isWaiting && (
        <TokenCards
          facts={facts}
          idToken={tokens.id_token}
          accessToken={tokens.access_token}
          keys={data.keys}
        />
      )}
    </>
  );
}
