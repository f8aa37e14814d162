import { useMutation, useQuery } from '@tanstack/react-query';
import { effectiveQuery } from '../../api/effective.ts';
import { sendTried, type Tried } from '../../api/try-login.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { AnswerFacts } from './answer-facts.tsx';
import { CheckList } from './check-list.tsx';
import { DecodedToken } from './decoded-token.tsx';
import { tokenChecks } from './token-checks.ts';

/** Whose tokens they are, and what the request sent. */
export interface TokenFacts {
  readonly tenant: string;
  readonly clientId: string;
  readonly issuer: string;
  /** Undefined: the flow has none. */
  readonly nonce: string | undefined;
}

interface TokenCardsProps {
  readonly facts: TokenFacts;
  readonly idToken: unknown;
  readonly accessToken: unknown;
  readonly keys: Tried['keys'];
}

/** An ID token, verified and explained; what the userinfo endpoint adds. */
export function TokenCards({ facts, idToken, accessToken, keys }: TokenCardsProps) {
  return (
    <>
      {typeof idToken === 'string' && (
        <section className="card" aria-labelledby="id-token">
          <h2 id="id-token">The ID token</h2>
          <div className="stack">
            <Checks facts={facts} token={idToken} keys={keys} />
            <Explained facts={facts} token={idToken} />
            <details>
              <summary>As it came</summary>
              <CodeBlock text={idToken} label="ID token" />
            </details>
          </div>
        </section>
      )}
      {typeof accessToken === 'string' && <Userinfo facts={facts} accessToken={accessToken} />}
    </>
  );
}

/** The claims with what the eID says of them. */
function Explained({ facts, token }: { readonly facts: TokenFacts; readonly token: string }) {
  const { data } = useQuery(effectiveQuery(facts.tenant, facts.clientId));
  const claims = data?.issuers.flatMap(({ eids }) => eids.flatMap((eid) => eid.claims)) ?? [];
  const meanings = Object.fromEntries(
    claims.flatMap(({ name, description }) =>
      description === null ? [] : [[name, description.replaceAll('`', '')]],
    ),
  ) as Readonly<Record<string, string>>;
  return <DecodedToken token={token} meanings={meanings} />;
}

interface ChecksProps extends Pick<TokenCardsProps, 'facts' | 'keys'> {
  readonly token: string;
}

function Checks({ facts, token, keys }: ChecksProps) {
  const { data, error } = useQuery({
    queryKey: ['checks', token],
    queryFn: () => tokenChecks(token, { ...facts, keys, now: Date.now() }),
    retry: false,
  });
  if (error !== null) return <p className="fault">{error.message}</p>;
  const isVerified = data?.every(({ ok }) => ok);
  return (
    <>
      {data && (
        <p className={isVerified ? 'note good' : 'note bad'} role="status">
          {isVerified
            ? 'Every check holds: the application may trust these claims.'
            : 'A check fails: an application must refuse this token.'}
        </p>
      )}
      {data && <CheckList checks={data} />}
    </>
  );
}

function Userinfo({ facts, accessToken }: { facts: TokenFacts; accessToken: string }) {
  const { issuer } = facts;
  const read = useMutation({
    mutationFn: () => sendTried(facts, { issuer, endpoint: 'userinfo', accessToken }),
  });
  return (
    <section className="card" aria-labelledby="userinfo">
      <h2 id="userinfo">Userinfo</h2>
      <div className="stack">
        <p className="hint">
          The same person from the userinfo endpoint. With the response type code id_token its
          claims are here alone.
        </p>
        <div>
          <button
            type="button"
            className="button"
            disabled={read.isPending}
            onClick={() => read.mutate()}
          >
            Read userinfo
          </button>
        </div>
        <ProblemNote error={read.error} />
        {read.data && <AnswerFacts answer={{ ...Object(read.data.answer) }} />}
      </div>
    </section>
  );
}
