import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { sendTried, type Tried, type TriedRequest } from '../../api/try-login.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
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
import { ProofFields } from './proof-fields.tsx';
import { requestText } from './request-text.ts';
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
  const { issuer } = values;
  const parameters = startParameters(flow, values);
  const start = useMutation({
    mutationFn: () => send({ issuer, endpoint: startEndpoint(flow), parameters }),
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
        <details>
          <summary>The request that the application sends</summary>
          <CodeBlock
            text={requestText({
              issuer,
              endpoint: startEndpoint(flow),
              clientId,
              parameters,
              proof: proof.kind,
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

  async function send(request: TriedRequest): Promise<Tried> {
    const proven = await proofOf(proof, { issuer, clientId, now: Date.now(), crypto });
    const all = { ...request.parameters, ...proven.parameters };
    return sendTried(facts, { ...request, ...proven, parameters: all });
  }
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
