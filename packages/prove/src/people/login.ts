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

/** The acr value of a request without a browser. */
export const BACKCHANNEL_ACR = 'urn:grn:authn:se:bankid';

const BROWSER_ACRS = {
  'se-bankid': 'urn:grn:authn:se:bankid:another-device:qr',
  'dk-mitid': 'urn:grn:authn:dk:mitid:substantial',
} as const;

/** The acr value of a login. */
export function acrOf({ kind, eid }: Pick<Plan, 'kind' | 'eid'>): string {
  const isBackchannel = kind === 'ciba' || kind === 'headless';
  return isBackchannel ? BACKCHANNEL_ACR : BROWSER_ACRS[eid];
}

function expectedOf({ kind, eid, person, clientId, nonce }: Plan): ExpectedClaims {
  const isBackchannel = kind === 'ciba' || kind === 'headless';
  return {
    ssn: person,
    aud: clientId,
    acr: acrOf({ kind, eid }),
    ...(!isBackchannel && { nonce }),
  };
}
