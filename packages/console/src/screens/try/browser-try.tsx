import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Settings } from '../../api/shapes.ts';
import { sendTried } from '../../api/try-login.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import { textIn, textsIn } from '../../objects/settings-values.ts';
import { authorizeParameters, authorizeUrl, newTryKeys, type TryRequest } from './authorize-url.ts';
import { type ClientProof, emptyProof, proofOf } from './client-proof.ts';
import { EndpointCard } from './endpoint-card.tsx';
import { ProofFields } from './proof-fields.tsx';
import { acrValuesFor, isPublicClient, type TriedFacts } from './tried-application.ts';
import { TryFields } from './try-fields.tsx';
import { keepTry, TRY_PATH } from './try-record.ts';

type Values = Readonly<Record<Exclude<keyof TryRequest, 'clientId'>, string>>;
/** The login hint may name a person: it is not kept. */
type Kept = Omit<Values, 'loginHint'>;

/** Builds the address of a login: authorization code, PKCE or implicit, pushed if the application demands it. */
export function BrowserTry(facts: TriedFacts) {
  const { tenant, clientId, application, issuers } = facts;
  const here = `${location.origin}${TRY_PATH}`;
  const isPushed = application.requirePushedAuthorizationRequests === true;
  const isPublic = isPublicClient(application);
  const draft = useDraft<Kept>(`try ${tenant}/${clientId}`, beginningOf(facts, here));
  const [loginHint, setLoginHint] = useState('');
  const values: Values = { ...draft.value, loginHint };
  const [proof, setProof] = useState<ClientProof>(emptyProof(isPublic ? 'none' : 'secret'));
  const build = useMutation({
    mutationFn: async () => {
      const { issuer, ...request } = values;
      const keys = await newTryKeys(crypto);
      keepTry(keys.state, {
        tenant,
        clientId,
        issuer,
        redirectUri: request.redirectUri,
        nonce: keys.nonce,
        verifier: keys.verifier,
        isPublic,
      });
      const parameters = authorizeParameters({ ...request, issuer, clientId }, keys);
      const pushed = isPushed ? await push(issuer, parameters) : undefined;
      const { request_uri: requestUri } = Object(pushed?.answer);
      const isRefused = pushed !== undefined && requestUri === undefined;
      const short = { client_id: clientId, request_uri: String(requestUri) };
      const url = isRefused ? undefined : authorizeUrl(issuer, pushed ? short : parameters);
      return { url, pushed, verifier: keys.verifier };
    },
  });
  const { data } = build;
  return (
    <>
      <form
        className="fields"
        onSubmit={(event) => {
          event.preventDefault();
          build.mutate();
        }}
      >
        <TryFields
          fields={fieldsFor(facts, issuers)}
          values={values}
          onChange={({ loginHint: hint, ...kept }) => {
            setLoginHint(hint);
            if (hint === loginHint) draft.set(kept);
            build.reset();
          }}
        />
        {isPushed && <ProofFields proof={proof} onChange={setProof} />}
        <div className="row">
          <button type="submit" className="button" disabled={build.isPending}>
            {isPushed ? 'Push the request' : 'Build the address'}
          </button>
          {draft.isKept && (
            <button
              type="button"
              className="button quiet"
              onClick={() => {
                setLoginHint('');
                draft.drop();
              }}
            >
              Discard changes
            </button>
          )}
        </div>
      </form>
      <ProblemNote error={build.error} />
      {data?.pushed && (
        <EndpointCard title="The pushed request" tenant={tenant} tried={data.pushed} />
      )}
      {data?.url && (
        <>
          <CodeBlock text={data.url} label="Address of the login" />
          <p>
            <a className="button primary" href={data.url}>
              Log in
            </a>
          </p>
          <p className="hint">
            {draft.value.redirectUri === here
              ? 'The answer comes back to this console, which exchanges and verifies it.'
              : `The answer goes to the application. To see it here, add ${here} to the redirect URIs.`}{' '}
            The code verifier is <code>{data.verifier}</code>.
          </p>
        </>
      )}
    </>
  );

  async function push(issuer: string, parameters: Readonly<Record<string, string>>) {
    const proven = await proofOf(proof, { issuer, clientId, now: Date.now(), crypto });
    const all = { ...parameters, ...proven.parameters };
    return sendTried(facts, { issuer, endpoint: 'par', ...proven, parameters: all });
  }
}

function beginningOf({ application, issuers, eids }: TriedFacts, here: string): Kept {
  const redirectUris = textsIn(application, 'redirectUris');
  const isImplicit = textsIn(application, 'flows').every((flow) => flow === 'implicit');
  const [acr = ''] = acrValuesFor({ application, eids }, 'browser');
  return {
    issuer: issuers[0] ?? '',
    redirectUri: redirectUris.includes(here) ? here : (redirectUris[0] ?? ''),
    responseType: isImplicit ? 'id_token' : 'code',
    responseMode: '',
    scope: 'openid',
    acr: textIn(application, 'defaultAcrValues') === '' ? acr : '',
    prompt: '',
  };
}

const RESPONSE_MODES = ['query', 'fragment', 'form_post'];

/** Those of the application with which the browser comes back as a whole page. */
function responseModesOf(application: Settings): readonly string[] {
  const own = textsIn(application, 'responseModes');
  return own.length === 0 ? RESPONSE_MODES : RESPONSE_MODES.filter((mode) => own.includes(mode));
}

function fieldsFor(facts: TriedFacts, issuers: readonly string[]) {
  return [
    { name: 'issuer', label: 'Issuer', options: issuers },
    {
      name: 'redirectUri',
      label: 'Redirect URI',
      options: textsIn(facts.application, 'redirectUris'),
    },
    {
      name: 'responseType',
      label: 'Response type',
      options: ['code', 'id_token', 'code id_token'],
      hint: 'code for authorization code and PKCE, id_token for implicit.',
    },
    {
      name: 'responseMode',
      label: 'Response mode',
      options: responseModesOf(facts.application),
      hint: 'How the answer comes: in the query, in the fragment, or posted by a form.',
    },
    { name: 'scope', label: 'Scope', hint: 'Beside openid only with dynamic scopes.' },
    {
      name: 'acr',
      label: 'acr value',
      options: acrValuesFor(facts, 'browser'),
      hint: 'Not set: the default of the application.',
    },
    { name: 'loginHint', label: 'Login hint', hint: 'May name a person: it is not kept.' },
    { name: 'prompt', label: 'Prompt', options: ['login', 'none'] },
  ] as const;
}
