import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sendTried } from '../../api/try-login.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { AnswerFacts } from './answer-facts.tsx';
import { codeIn } from './answer-words.ts';
import { CheckList } from './check-list.tsx';
import { type ClientProof, emptyProof, proofOf } from './client-proof.ts';
import { EndpointCard, StoryLink } from './endpoint-card.tsx';
import { ProofFields } from './proof-fields.tsx';
import { requestText } from './request-text.ts';
import { TokenCards } from './token-cards.tsx';
import { keptTry, TRY_PATH, type TryRecord } from './try-record.ts';

type Answer = Readonly<Record<string, string>>;

/**
 * Where a login to try comes back: everything that arrived, exchanged, verified and explained. It may name a person, so
 * that the address, and with it the history of the browser, does not keep it.
 */
export function TryScreen() {
  const [answer] = useState(arrived);
  const record = keptTry(answer.state ?? '');
  useEffect(() => history.replaceState(history.state, '', TRY_PATH), []);
  if (Object.keys(answer).length === 0) return <NothingCame />;
  return (
    <main>
      <Page title="What came back" data={answer}>
        <div className="stack">
          <section className="card" aria-labelledby="arrived">
            <h2 id="arrived">The answer</h2>
            <div className="stack">
              {record && <CheckList checks={answerChecks(record, answer)} />}
              <AnswerFacts answer={answer} />
              {record && <StoryLink tenant={record.tenant} code={codeIn(answer.error_uri)} />}
            </div>
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

/** After a reload, or at the address without an answer. */
function NothingCame() {
  return (
    <main>
      <Page title="What came back">
        <p className="note">
          An answer is shown once and kept nowhere. <Link to="/">Back to the start</Link>
        </p>
      </Page>
    </main>
  );
}

function answerChecks({ issuer }: TryRecord, { iss }: Answer) {
  return [
    { what: 'state is that of the request, in this tab.', ok: true },
    ...(iss === undefined ? [] : [{ what: `iss is ${issuer}.`, ok: iss === issuer }]),
  ];
}

interface OutcomeProps {
  readonly record: TryRecord;
  readonly answer: Answer;
}

function Outcome({ record, answer }: OutcomeProps) {
  const { tenant, clientId, issuer, isPublic } = record;
  const [proof, setProof] = useState<ClientProof>(emptyProof(isPublic ? 'none' : 'secret'));
  const parameters = exchangeOf(record, answer.code);
  const exchange = useMutation({
    mutationFn: async () => {
      if (parameters === undefined) return sendTried(record, { issuer });
      const facts = { issuer, clientId, now: Date.now(), crypto };
      const { clientSecret, parameters: own } = await proofOf(proof, facts);
      return sendTried(record, {
        issuer,
        endpoint: 'token',
        parameters: { ...parameters, ...own },
        ...(clientSecret !== undefined && { clientSecret }),
      });
    },
  });
  const { mutate } = exchange;
  // A code counts once: a second run of the effect must not send it again.
  const isBegun = useRef(false);
  const [isAutomatic] = useState(
    answer.error === undefined && (record.isPublic || answer.code === undefined),
  );
  useEffect(() => {
    if (!isAutomatic || isBegun.current) return;
    isBegun.current = true;
    mutate();
  }, [isAutomatic, mutate]);
  const { data } = exchange;
  const tokens: Readonly<Record<string, unknown>> = { ...Object(data?.answer) };
  return (
    <>
      {answer.error === undefined && !isAutomatic && data === undefined && (
        <section className="card" aria-label="The exchange">
          <form
            className="fields"
            onSubmit={(event) => {
              event.preventDefault();
              exchange.mutate();
            }}
          >
            <ProofFields proof={proof} onChange={setProof} />
            <div>
              <button type="submit" className="button primary" disabled={exchange.isPending}>
                Exchange the code
              </button>
            </div>
          </form>
        </section>
      )}
      <ProblemNote error={exchange.error} />
      {exchange.isPending && <p role="status">Waiting for the issuer…</p>}
      {data && parameters && (
        <>
          <section className="card" aria-label="The request for tokens">
            <h2>The request for tokens</h2>
            <CodeBlock
              text={requestText({
                issuer,
                endpoint: 'token',
                clientId,
                parameters,
                proof: proof.kind,
              })}
              label="Command"
            />
          </section>
          <EndpointCard title="The token endpoint answered" tenant={tenant} tried={data} />
        </>
      )}
      {data && (
        <TokenCards
          facts={record}
          idToken={tokens.id_token ?? answer.id_token}
          accessToken={tokens.access_token}
          keys={data.keys}
        />
      )}
      <p className="row">
        <Link
          className="button"
          to="/t/$tenant/applications/$clientId/try"
          params={{ tenant, clientId }}
        >
          Try again
        </Link>
        <Link className="button" to="/t/$tenant/start" params={{ tenant }}>
          Back to the start
        </Link>
      </p>
    </>
  );
}

/** The exchange of a code; undefined without one. */
function exchangeOf({ redirectUri, verifier }: TryRecord, code: string | undefined) {
  if (code === undefined) return undefined;
  return {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
}

/** The parameters of the query and of the fragment; the service moves those of a form into the fragment. */
function arrived(): Answer {
  return Object.fromEntries([
    ...new URLSearchParams(location.search),
    ...new URLSearchParams(location.hash.slice(1)),
  ]);
}
