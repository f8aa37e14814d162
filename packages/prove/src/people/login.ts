import type { ExpectedClaims, OutcomeEvent, PersonEvent, ReceivedToken } from '../history/event.ts';
import type { Plan } from './plan.ts';
import type { Runtime } from './runtime.ts';
import { makeSendRequest, type SendRequest } from './send-request.ts';

/** One running login: its plan, its requests and its history. */
export interface Login extends Runtime {
  readonly plan: Plan;
  readonly sendRequest: SendRequest;
  /** Whether the login's time limit is not reached. */
  isInTime(): boolean;
  did(what: PersonEvent['did'], orderRef?: string): void;
  /** The client got an ID token, and possibly claims of userinfo. */
  gotToken(idToken: string, more?: Readonly<Record<string, unknown>>): Promise<void>;
  /** The client got an error. */
  gotError(error: string, description?: string): void;
}

const DEADLINE_MS = 150_000;

/** Begins one. */
export function beginLogin(runtime: Runtime, plan: Plan): Login {
  const { recorder, keys, canaries, isOver } = runtime;
  const { login, kind: flow, clientId, person } = plan;
  const began = recorder.now();
  canaries.add(person);
  canaries.add(person.slice(2));
  const finish = (got: OutcomeEvent['got']) =>
    recorder.record({ type: 'outcome', login, flow, expected: expectedOf(plan), got });

  return {
    ...runtime,
    plan,
    sendRequest: makeSendRequest(runtime, { login, flow }),
    isInTime: () => !isOver() && recorder.now() - began < DEADLINE_MS,
    did(what, orderRef) {
      const order = orderRef === undefined ? {} : { orderRef };
      recorder.record({ type: 'person', login, did: what, ...order });
    },
    async gotToken(idToken, more = {}) {
      canaries.add(idToken);
      const token: ReceivedToken = await keys.read(idToken, { audience: clientId, more });
      finish({ token });
    },
    gotError(error, description) {
      finish({ error, ...(description !== undefined && { description }) });
    },
  };
}

/** The acr values with and without a browser. */
export const BROWSER_ACR = 'urn:grn:authn:se:bankid:another-device:qr';
export const BACKCHANNEL_ACR = 'urn:grn:authn:se:bankid';

function expectedOf({ kind, person, clientId, nonce }: Plan): ExpectedClaims {
  const isBackchannel = kind === 'ciba' || kind === 'headless';
  return {
    ssn: person,
    aud: clientId,
    acr: isBackchannel ? BACKCHANNEL_ACR : BROWSER_ACR,
    ...(!isBackchannel && { nonce }),
  };
}
