import type { Failure, FailureCode } from '../../../domain/failure.ts';
import type { HintCodes } from '../../../domain/hint-code.ts';
import type { Finding } from '../../../domain/login-timeline.ts';
import type { Progress } from '../../../domain/progress.ts';
import { failureOfCall } from '../protocols/https/json-call.ts';
import type { FrejaFault } from './freja-api.ts';

/** The statuses of Freja, but APPROVED. */
const STATUSES: Readonly<Record<string, (hintCode: string) => Progress>> = {
  STARTED: (hintCode) => ({ state: 'pending', stage: 'first-interaction', hintCode }),
  DELIVERED_TO_MOBILE: (hintCode) => ({ state: 'pending', stage: 'identification', hintCode }),
  CANCELED: (hintCode) => ({ state: 'ended', why: 'declined', hintCode }),
  // We cancelled it ourselves.
  RP_CANCELED: (hintCode) => ({ state: 'ended', why: 'lost', hintCode }),
  // A second order of the person stops both.
  REJECTED: (hintCode) => ({ state: 'ended', why: 'superseded', hintCode }),
};

const STATUS = /^[A-Z_]{1,64}$/;

/**
 * The progress by a status that is not final, or final without a result. Undefined for APPROVED, and for anything that is
 * no status. An order that is not named expires unopened: its page may show a new code, and nobody is disturbed.
 */
export function progressOf(status: unknown, isInferred: boolean): Progress | undefined {
  if (typeof status !== 'string' || !STATUS.test(status) || status === 'APPROVED') return undefined;
  if (status === 'EXPIRED') {
    return { state: 'ended', why: isInferred ? 'not-opened' : 'expired', hintCode: status };
  }
  const known = Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined;
  // Freja may add a status: the order then goes on until it expires.
  return known?.(status) ?? { state: 'pending', stage: 'identification', hintCode: status };
}

/** True when an app has opened the order. */
export function isOpened(hintCode: string): boolean {
  return !['', 'STARTED'].includes(hintCode);
}

/** Freja's codes that are faults of our credentials and rights. */
const MISCONFIGURED = [1004, 1008, 1009, 1011, 1013];
/** Freja's codes about the person, who cannot answer any order of ours. */
const ABOUT_PERSON = [1005, 1012];
const BUSY = 2000;
const NO_ORDER = 1100;
const INTERNAL_ERROR = 0;

/** True when the named person cannot answer: the order ends as if the person had failed. */
export function isAboutPerson({ code }: FrejaFault): boolean {
  return code !== undefined && ABOUT_PERSON.includes(code);
}

/** True when Freja does not have the order. */
export function isLost({ code }: FrejaFault): boolean {
  return code === NO_ORDER;
}

/** The failure of a call. */
export function failureOf(fault: FrejaFault): Failure {
  const { code } = fault;
  const hintCode = code === undefined ? undefined : String(code);
  return failureOfCall(failureCodeOf(fault), fault, { hintCode, settings: 'clientCertificate' });
}

function failureCodeOf({ code, statusCode }: FrejaFault): FailureCode {
  if (code === BUSY) return 'eid-busy-with-person';
  if (code !== undefined && MISCONFIGURED.includes(code)) return 'eid-misconfigured';
  if (code !== undefined && code !== INTERNAL_ERROR) return 'eid-refused-request';
  const isOurs = statusCode !== undefined && [401, 403, 404, 405, 415].includes(statusCode);
  return isOurs ? 'eid-misconfigured' : 'eid-unavailable';
}

const UNREACHABLE: Finding = {
  cause:
    'Freja cannot reach the person for this service: no active Freja, or the person has blocked the service.',
  fix: 'The person opens the Freja app and checks the account and the blocked services, then tries again.',
  whoActs: 'person',
};

/** Freja's statuses and codes for support. The person's texts for the same words are in `messages.ts`. */
export const HINT_WORDS: HintCodes = {
  STARTED: { words: 'the person has not opened the Freja app yet', isOpened: false },
  DELIVERED_TO_MOBILE: { words: 'the request is open in the Freja app', isOpened: true },
  CANCELED: { words: 'the person declined in the app' },
  RP_CANCELED: { words: 'we cancelled it' },
  REJECTED: { words: 'a second request for the same person stopped it' },
  EXPIRED: { words: 'the time of the request is over' },
  '1005': { words: 'the person has blocked requests of this service', ending: UNREACHABLE },
  '1012': { words: 'Freja has no such active person', ending: UNREACHABLE },
  '2000': { words: 'the person has another request open' },
};
