import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Settings } from '../../api/shapes.ts';
import { sendTried, type Tried, type TriedRequest } from '../../api/try-login.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { textIn } from '../../objects/settings-values.ts';
import {
  type BackChannelFlow,
  type BackChannelValues,
  pollParameters,
  startEndpoint,
  startParameters,
} from './back-channel.ts';
import { type ClientProof, emptyProof, proofOf } from './client-proof.ts';
import { EndpointCard } from './endpoint-card.tsx';
import { Polls } from './polls.tsx';
import { KeyField, ProofFields } from './proof-fields.tsx';
import { requestText } from './request-text.ts';
import { signedJwt } from './signed-jwt.ts';
import { acrValuesFor, type TriedFacts } from './tried-application.ts';
import { TryFields } from './try-fields.tsx';

interface BackChannelTryProps {
  readonly facts: TriedFacts;
  readonly flow: BackChannelFlow;
}

/** CIBA or headless: begins it, polls, and shows each answer. What is typed here may name a person and is not kept. */
export function BackChannelTry({ facts, flow }: BackChannelTryProps) {
  const { tenant, clientId, application } = facts;
  const [values, setValues] = useState(beginningOf(facts, flow));
  const [proof, setProof] = useState<ClientProof>(
    emptyProof(Array.isArray(application.secrets) ? 'secret' : 'key'),
  );
  const [requestKey, setRequestKey] = useState('');
  const { issuer } = values;
  const parameters = startParameters(flow, values);
  const requestAlg = requestAlgOf(application, flow);
  const start = useMutation({
    mutationFn: async () =>
      send({ issuer, endpoint: startEndpoint(flow), parameters: await signedIfDemanded() }),
  });
  const poll = start.data && pollParameters(flow, start.data.answer);
  return (
    <>
      <form
        className="fields"
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate();
        }}
      >
        <TryFields
          fields={fieldsFor(facts, flow)}
          values={{ ...values }}
          onChange={(changed) => {
            setValues({ ...values, ...changed });
            start.reset();
          }}
        />
        <ProofFields proof={proof} onChange={setProof} />
        {requestAlg && (
          <KeyField
            label="Private key that signs the request, as a JWK"
            hint={`The application must sign by ${requestAlg}. The key stays in this tab.${
              proof.kind === 'key' ? ' Empty: the key above.' : ''
            }`}
            jwk={requestKey}
            onChange={setRequestKey}
          />
        )}
        <details>
          <summary>The request that the application sends</summary>
          {requestAlg && (
            <CodeBlock
              text={`${JSON.stringify({ iss: clientId, aud: issuer, ...parameters }, undefined, 2)}\n`}
              label="The claims of REQUEST, beside jti, iat, nbf and exp"
            />
          )}
          <CodeBlock
            text={requestText({
              issuer,
              endpoint: startEndpoint(flow),
              clientId,
              parameters,
              proof: proof.kind,
              isSigned: requestAlg !== undefined,
            })}
            label="The request that the application sends"
          />
        </details>
        <div>
          <button type="submit" className="button primary" disabled={start.isPending}>
            Begin
          </button>
        </div>
      </form>
      <ProblemNote error={start.error} />
      {start.data && <EndpointCard title="The start" tenant={tenant} tried={start.data} />}
      {poll && start.data && (
        <Polls
          key={Object.values(poll).join(' ')}
          facts={{ tenant, clientId, issuer, nonce: undefined }}
          started={start.data}
          poll={() => send({ issuer, endpoint: 'token', parameters: poll })}
        />
      )}
    </>
  );

  /** All parameters become claims: the service reads none beside a signed request (CIBA §7.1.1). */
  async function signedIfDemanded(): Promise<TriedRequest['parameters'] & object> {
    if (requestAlg === undefined) return parameters;
    const key = requestKey.trim() === '' && proof.kind === 'key' ? proof.jwk : requestKey;
    const facts = { issuer, clientId, now: Date.now(), crypto, alg: requestAlg };
    return { request: await signedJwt(key, parameters, facts) };
  }

  async function send(request: TriedRequest): Promise<Tried> {
    const proven = await proofOf(proof, { issuer, clientId, now: Date.now(), crypto });
    const all = { ...request.parameters, ...proven.parameters };
    return sendTried(facts, { ...request, ...proven, parameters: all });
  }
}

/** By which algorithm the application must sign what it sends; undefined: it need not. */
function requestAlgOf(application: Settings, flow: BackChannelFlow): string | undefined {
  const alg = textIn(application, 'backchannelRequestSigningAlg');
  return flow === 'ciba' && alg !== '' ? alg : undefined;
}

function beginningOf(facts: TriedFacts, flow: BackChannelFlow): BackChannelValues {
  return {
    issuer: facts.issuers[0] ?? '',
    scope: 'openid',
    acr: acrValuesFor(facts, flow)[0] ?? '',
    loginHint: flow === 'ciba' ? 'sub:ssn:' : '',
    callInitiator: flow === 'ciba' ? 'user' : '',
    bindingMessage: flow === 'ciba' ? 'You called us' : '',
    endUserIp: '',
  };
}

function fieldsFor(facts: TriedFacts, flow: BackChannelFlow) {
  const shared = [
    { name: 'issuer', label: 'Issuer', options: facts.issuers },
    { name: 'scope', label: 'Scope' },
    { name: 'acr', label: 'acr value', options: acrValuesFor(facts, flow) },
  ] as const;
  if (flow === 'headless') {
    return [
      ...shared,
      { name: 'endUserIp', label: 'Address of the person', hint: 'An IP address; may be empty.' },
      { name: 'loginHint', label: 'Login hint' },
    ] as const;
  }
  return [
    ...shared,
    { name: 'loginHint', label: 'Login hint', hint: 'sub:ssn: and the national number.' },
    { name: 'callInitiator', label: 'Who called', options: ['user', 'RP'] },
    { name: 'bindingMessage', label: 'Message', hint: 'The person reads it in the app.' },
  ] as const;
}
