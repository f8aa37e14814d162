import type { Device } from '../../../domain/authentication.ts';
import type { EidFault, Failure, RequestFault } from '../../../domain/failure.ts';
import type { EndedView, StartTrouble } from '../../../flows/browser-login/login.ts';

/** A start that failed, as a page: nothing was stored, so the person may try again. */
export interface StartRefusal {
  readonly status: number;
  readonly view: EndedView & { readonly why: StartTrouble };
}

/** How the person learns that the eID would not start. Undefined: no page of the login can say it. */
export function startRefusal(failure: Failure, device: Device): StartRefusal | undefined {
  const known = REFUSALS[failure.code];
  if (known === undefined) return undefined;
  const { status, why } = known;
  return { status, view: { step: 'ended', device, why, hint: failure.hint } };
}

interface Known {
  readonly status: number;
  readonly why: StartTrouble;
}

/** What an eID refuses, or we for it. Requests were judged before there was a page: a fault in one is ours here. */
const REFUSALS: Readonly<
  Record<EidFault, Known | undefined> & Partial<Record<RequestFault, Known>>
> = {
  'eid-unavailable': { status: 503, why: 'unavailable' },
  'eid-busy-with-person': { status: 409, why: 'busy' },
  'too-many-requests': { status: 429, why: 'too-many-requests' },
  'eid-misconfigured': { status: 502, why: 'misconfigured' },
  'eid-refused-request': { status: 502, why: 'misconfigured' },
  'eid-not-offered': undefined,
};

/** Reads what a page told of a start that failed; undefined for anything else. */
export function parseStartTrouble(text: string | null | undefined): StartTrouble | undefined {
  return TROUBLES.find((trouble) => trouble === text);
}

const TROUBLES: readonly StartTrouble[] = [
  'unavailable',
  'busy',
  'misconfigured',
  'too-many-requests',
];
