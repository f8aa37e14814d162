import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { Tried } from '../../api/try-login.ts';
import { Facts } from '../../components/facts.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { nextPollIn, pollPause, qrDataIn } from './back-channel.ts';
import { EndpointCard } from './endpoint-card.tsx';
import { QrCode } from './qr-code.tsx';
import { TokenCards, type TokenFacts } from './token-cards.tsx';

interface PollsProps {
  readonly facts: TokenFacts;
  readonly started: Tried;
  readonly poll: () => Promise<Tried>;
}

interface Polled {
  readonly tried: Tried;
  /** An answer without a code leaves the one before; empty: the app has the order. */
  readonly qrData: string | undefined;
}

/** Polls the token endpoint until its answer is final. The QR code is that of the latest answer. */
export function Polls({ facts, started, poll }: PollsProps) {
  const id = useId();
  const queryKey = ['polls', id];
  const queryClient = useQueryClient();
  const { data: latest, error } = useQuery({
    queryKey,
    queryFn: async (): Promise<Polled> => {
      const tried = await poll();
      const before = queryClient.getQueryData<Polled>(queryKey);
      return { tried, qrData: qrDataIn(tried.answer) ?? before?.qrData };
    },
    initialData: { tried: started, qrData: qrDataIn(started.answer) },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) => {
      if (state.error !== null) return false;
      const { tried = started, qrData } = state.data ?? {};
      if (tried === started) return pollPause(qrData);
      return nextPollIn(tried.answer, qrData) ?? false;
    },
  });
  const { tried: data, qrData } = latest;
  const isWaiting = data === started || nextPollIn(data.answer) !== undefined;
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
          {qrData && <QrCode text={qrData} />}
          {qrData && <Facts data={{ qrData }} />}
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
