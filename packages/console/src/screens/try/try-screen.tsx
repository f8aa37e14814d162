import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { Facts } from '../../components/facts.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { DecodedToken } from '../applications/decoded-token.tsx';
import { tokenChecks } from './token-checks.ts';
import { keptTry, type TryRecord } from './try-record.ts';

/** Where a login to try comes back: everything that arrived, exchanged, verified and explained. */
export function TryScreen() {
  const [answer] = useState(arrived);
  const record = keptTry(answer.state ?? '');
  return (
    <main>
      <Page title="What came back">
        <div className="stack">
          <section className="card" aria-labelledby="arrived">
            <h2 id="arrived">In the address</h2>
            <Facts data={answer} />
          </section>
          {record === undefined ? (
            <p className="note warn" role="alert">
              This tab began no login with this state. An application would refuse this answer.
            </p>
          ) : (
            <Outcome record={record} answer={answer} />
          )}
        </div>
      </Page>
    </main>
  );
}

interface OutcomeProps {
  readonly record: TryRecord;
  readonly answer: Readonly<Record<string, string>>;
}

interface Tried {
  readonly status: number | null;
  readonly answer: unknown;
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

function Outcome({ record, answer }: OutcomeProps) {
  const { tenant, clientId, issuer, redirectUri, verifier } = record;
  const exchange = useMutation({
    mutationFn: async (clientSecret: string): Promise<Tried> =>
      (await bodyOf(
        api.POST('/api/tenants/{tenant}/applications/{clientId}/try', {
          params: { path: { tenant, clientId } },
          body: {
            issuer,
            ...(answer.code && { code: answer.code, redirectUri, codeVerifier: verifier }),
            ...(clientSecret && { clientSecret }),
          },
        }),
      )) as Tried,
  });
  const tokens = Object(exchange.data?.answer) as Readonly<Record<string, unknown>>;
  const idToken = answer.id_token ?? tokens.id_token;
  return (
    <>
      <p>
        <Link to="/t/$tenant/applications/$clientId" params={{ tenant, clientId }}>
          Back to {clientId}
        </Link>
      </p>
      {answer.error === undefined && (
        <form className="card filters" onSubmit={send}>
          {answer.code && (
            <div className="field">
              <label htmlFor="secret">Client secret, unless the client is public</label>
              <input id="secret" name="secret" type="password" autoComplete="off" />
            </div>
          )}
          <button type="submit" className="button primary" disabled={exchange.isPending}>
            {answer.code ? 'Exchange the code' : 'Verify the token'}
          </button>
        </form>
      )}
      <ProblemNote error={exchange.error} />
      {exchange.data && exchange.data.status !== null && (
        <section className="card" aria-labelledby="tokens">
          <h2 id="tokens">The token endpoint answered {exchange.data.status}</h2>
          <Facts data={{ ...tokens }} />
        </section>
      )}
      {exchange.data && typeof idToken === 'string' && (
        <section className="card" aria-labelledby="id-token">
          <h2 id="id-token">The ID token</h2>
          <Checks token={idToken} record={record} keys={exchange.data.keys} />
          <DecodedToken token={idToken} />
        </section>
      )}
    </>
  );

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    exchange.mutate(String(new FormData(event.currentTarget).get('secret') ?? ''));
  }
}

interface ChecksProps {
  readonly token: string;
  readonly record: TryRecord;
  readonly keys: Tried['keys'];
}

function Checks({ token, record, keys }: ChecksProps) {
  const { data } = useQuery({
    queryKey: ['checks', token],
    queryFn: () => tokenChecks(token, { ...record, keys, now: Date.now() }),
  });
  return (
    <ul className="checks">
      {data?.map(({ what, ok }) => (
        <li key={what}>
          <span className={ok ? 'badge good' : 'badge bad'}>{ok ? 'holds' : 'fails'}</span> {what}
        </li>
      ))}
    </ul>
  );
}

/** The parameters of the query and of the fragment. */
function arrived(): Readonly<Record<string, string>> {
  return Object.fromEntries([
    ...new URLSearchParams(location.search),
    ...new URLSearchParams(location.hash.slice(1)),
  ]);
}
