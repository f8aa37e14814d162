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
  },
  'channel-not-offered': {
    error: MALFORMED,
    description: 'the eID service of acr_values does not offer this kind of request',
    cause:
      'Each eID works by some kinds of request: one with pages of its own works neither by CIBA or headless, nor on a page of the application.',
    fix: 'Send the person to the authorization endpoint, without response_mode=json; or name another eID service. The eID’s page in docs/eids lists its channels.',
  },
  'eid-unavailable': {
    error: 'temporarily_unavailable',
    description: 'the eID cannot be reached',
    status: 503,
    cause: 'The eID does not respond, responds too late, or is closed for maintenance.',
    fix: 'Try again later; the operator watches the eID’s own status page.',
  },
  'eid-refused-request': {
    error: 'server_error',
    description: 'the eID refused the request',
    status: 500,
    cause: 'The eID rejected our request or our credentials: the fault is on our side.',
    fix: 'Give the operator the support code; the log has the eID’s own message (eid-refused-request, or eid-misconfigured for its certificate and settings).',
  },
  'eid-busy-with-person': {
    error: 'access_denied',
    description: 'another login of the person is under way',
    status: 403,
    cause: 'The eID lets a person do one thing at a time, and stops both when a second one begins.',
    fix: 'Let the person finish or cancel the other one, then try again.',
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
};

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
  },
  expired: EXPIRED,
  superseded: {
    error: 'access_denied',
    description: 'cancelled by a newer request',
    cause: 'Another request of the same person reached the eID meanwhile, and stopped this one.',
    fix: 'Send one request at a time. A person who sent none should be warned.',
  },
  blocked: {
    error: 'access_denied',
    description: 'eID blocked or invalid',
    cause: 'The person’s eID is blocked, revoked or out of date.',
    fix: 'The person turns to the bank or authority that issued it.',
  },
  'app-unable': {
    error: 'access_denied',
    description: 'eID app cannot perform the request',
    cause: 'The eID’s app is too old for this request, or is not installed.',
    fix: 'The person updates the app and tries again.',
  },
  'too-risky': {
    error: 'access_denied',
    description: 'blocked by risk policy',
    cause:
      'The eID rated the attempt as too risky, or the person’s eID does not meet the requirement.',
    fix: 'Offer another way; nothing in the request is wrong.',
  },
  'other-browser': {
    error: 'access_denied',
    description: 'the eID app returned to another browser',
    cause: 'The app opened another browser than the login was started in: perhaps a stolen link.',
    fix: 'The person starts again in the browser that the device opens links with.',
  },
  'other-person': {
    error: 'access_denied',
    description: 'another person answered',
    cause: 'The request named one person, and another one identified.',
    fix: 'Check the number in login_hint, and the identity of the person on the phone.',
  },
  failed: {
    error: 'access_denied',
    description: 'authentication failed',
    cause: 'The eID failed for a reason that is not in this catalogue.',
    fix: 'Offer to try again; the log has the eID’s own reason.',
  },
  lost: {
    error: 'server_error',
    description: 'the answer of the eID was lost',
    cause: 'The eID no longer has the order, did not redeem its answer, or its response was lost.',
    fix: 'Try again. If it stays, give the operator the support code.',
  },
  unverified: {
    error: 'server_error',
    description: 'the evidence of the eID could not be verified',
    cause: 'The eID responded, but its signature or its certificate’s status is not valid.',
    fix: 'Treat the person as not identified, and give the operator the support code at once.',
  },
  'too-many-requests': {
    error: 'temporarily_unavailable',
    description: 'too many requests: try again later',
    status: 429,
    cause:
      'More requests came than are allowed: of any kind in ten seconds (of an address, an application, a tenant), logins that an address started in ten seconds, starts of this application in a minute, or for this person in five minutes.',
    fix: 'Wait as long as Retry-After says. The operator may raise phoneStartsPerMinute, the limits in the environment, or those of a test domain.',
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
