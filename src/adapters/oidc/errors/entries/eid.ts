import type { FailureCode } from '../../../../domain/failure.ts';
import type { StartFailure } from '../../../../domain/login.ts';
import type { Ending } from '../../../../domain/progress.ts';
import { type Entry, MALFORMED, serviceEntries } from '../entry.ts';

/** Failures of an eID. */
export const EID_ENTRIES = serviceEntries({
  'eid-not-offered': {
    error: MALFORMED,
    description: 'acr_values names an eID service that is not offered here',
    cause:
      'The eID service was removed after the request began, its settings cannot be opened, or it does not offer this flow.',
    fix: 'Read acr_values_supported again; the operator looks for eid.open_failed in the log.',
    whoActs: 'operator',
  },
  'channel-not-offered': {
    error: MALFORMED,
    description: 'the eID service of acr_values does not offer this kind of request',
    cause:
      'Each eID works by some kinds of request: one with pages of its own works neither by CIBA or headless, nor on a page of the application.',
    fix: 'Send the person to the authorization endpoint, without response_mode=json; or name another eID service. The eID’s page in docs/eids lists its channels.',
    whoActs: 'application',
  },
  'eid-unavailable': {
    error: 'temporarily_unavailable',
    description: 'the eID cannot be reached',
    status: 503,
    cause:
      'The eID does not respond, responds too late or with an error of its own, or is closed for maintenance.',
    fix: 'Try again later. The operator compares the eID’s own status page; if the eID is up, its address or the way to it is wrong.',
    whoActs: 'eid',
  },
  'eid-refused-request': {
    error: 'server_error',
    description: 'the eID refused the request',
    status: 500,
    cause:
      'The eID rejected our request or our credentials. The fault is not the application’s and not the person’s.',
    fix: 'Give the operator the support code: the timeline says whether the request or the credentials were rejected, the log has the eID’s own message.',
    whoActs: 'operator',
  },
  'eid-busy-with-person': {
    error: 'access_denied',
    description: 'another login of the person is under way',
    status: 403,
    cause: 'The eID lets a person do one thing at a time, and stops both when a second one begins.',
    fix: 'The person finishes or cancels the other one, then tries again.',
    whoActs: 'person',
  },
});

/** The entry of each failure of the eID. */
export const EID_REFUSALS = {
  ...EID_ENTRIES,
  'eid-misconfigured': EID_ENTRIES['eid-refused-request'],
} satisfies Partial<Record<FailureCode, Entry>>;

const EXPIRED = {
  error: 'access_denied',
  description: 'the request expired',
  cause: 'The person did not open the eID’s app, or did not finish in it, in time.',
  fix: 'Offer to try again.',
  whoActs: 'person',
} as const;

/** The endings for which polls have an error code of their own. */
export const POLL_ENDINGS = serviceEntries({
  'polled-expired': { ...EXPIRED, error: 'expired_token' },
});

/** The ways in which a login ends. A failure of the eID is never called a denial. */
export const ENDING_ENTRIES = serviceEntries({
  declined: {
    error: 'access_denied',
    description: 'user declined',
    cause: 'The person cancelled, on our page or in the eID’s app, or the application did.',
    fix: 'Offer to try again.',
    whoActs: 'person',
  },
  expired: EXPIRED,
  superseded: {
    error: 'access_denied',
    description: 'cancelled by a newer request',
    cause:
      'Another request for the same person reached the eID meanwhile, here or at another service, and stopped this one.',
    fix: 'The person finishes one login before the next begins. Send one request at a time. A person who began no other one should be warned: somebody else may use the number.',
    whoActs: 'person',
  },
  blocked: {
    error: 'access_denied',
    description: 'eID blocked or invalid',
    cause: 'The person’s eID is blocked, revoked or out of date.',
    fix: 'The person turns to the bank or authority that issued it. Another try does not help.',
    whoActs: 'person',
  },
  'app-unable': {
    error: 'access_denied',
    description: 'eID app cannot perform the request',
    cause:
      'The eID’s app could not take the request: it is not installed on the device, is too old, or lacks what the request needs.',
    fix: 'The person installs or updates the app, or uses the device that has it, and tries again.',
    whoActs: 'person',
  },
  'too-risky': {
    error: 'access_denied',
    description: 'blocked by risk policy',
    cause:
      'The eID rated the attempt as too risky, or the person’s eID does not meet the requirement of the request.',
    fix: 'The person tries from a device and network of their own, or with another eID. Nothing in the request is wrong.',
    whoActs: 'person',
  },
  'other-browser': {
    error: 'access_denied',
    description: 'the eID app returned to another browser',
    cause:
      'The eID’s app opened another browser than the one that began the login, or that browser keeps no cookies. It may also be a stolen link.',
    fix: 'The person starts again in the browser with which the device opens links, outside private windows and other apps.',
    whoActs: 'person',
  },
  'other-person': {
    error: 'access_denied',
    description: 'another person answered',
    cause:
      'The application or our page named one person by a number, and another person identified.',
    fix: 'The person named identifies with their own eID. Check the number in login_hint, and who is on the phone.',
    whoActs: 'person',
  },
  failed: {
    error: 'access_denied',
    description: 'authentication failed',
    cause:
      'The eID ended the attempt with a failure of its own. The timeline has its code, such as a start that failed or a service that is down.',
    fix: 'Offer to try again. If it stays, compare the eID’s code with its documentation and its status page.',
    whoActs: 'eid',
  },
  lost: {
    error: 'server_error',
    description: 'the answer of the eID was lost',
    cause:
      'The eID no longer has the order, did not redeem its answer, or its response was lost on the way. Whether the person had identified is not known.',
    fix: 'Try again. If it stays, give the operator the support code: the timeline has what our request to the eID failed with.',
    whoActs: 'eid',
  },
  unverified: {
    error: 'server_error',
    description: 'the evidence of the eID could not be verified',
    cause:
      'The eID responded, but its evidence was refused: a signature, a certificate or its status is not valid, or it answers another request.',
    fix: 'Treat the person as not identified, and give the operator the support code at once: the trusted certificates may be those of another environment, or the answer is forged.',
    whoActs: 'operator',
  },
  'too-many-requests': {
    error: 'temporarily_unavailable',
    description: 'too many requests: try again later',
    status: 429,
    cause:
      'More requests came than are allowed: of any kind in ten seconds (of an address, an application, a tenant), logins that an address started in ten seconds, starts of this application in a minute, or for this person in five minutes.',
    fix: 'Wait as long as Retry-After says. The operator may raise phoneStartsPerMinute, the limits in the environment, or those of a test domain.',
    whoActs: 'application',
  },
});

/** The entry of each ending. */
export const ENDINGS: Readonly<Record<Ending | StartFailure, Entry>> = {
  ...ENDING_ENTRIES,
  'not-opened': ENDING_ENTRIES.expired,
  unavailable: EID_ENTRIES['eid-unavailable'],
  busy: EID_ENTRIES['eid-busy-with-person'],
  misconfigured: EID_ENTRIES['eid-refused-request'],
};

/** Endings with another error in a poll than on a redirect, as CIBA demands. */
export const BACKCHANNEL_ENDINGS: Readonly<Partial<Record<Ending, Entry>>> = {
  'not-opened': POLL_ENDINGS['polled-expired'],
  expired: POLL_ENDINGS['polled-expired'],
};
