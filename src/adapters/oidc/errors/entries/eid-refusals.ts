import type { FailureCode } from '../../../../domain/failure.ts';
import { type Entry, MALFORMED } from '../entry.ts';

const REFUSED: Entry = {
  error: 'server_error',
  description: 'the eID refused the request',
  status: 500,
  cause: 'The eID did not take our request, or not our credentials: the fault is on our side.',
  fix: 'Tell the operator the reference; the log has the eID’s own words (eid-refused-request, or eid-misconfigured for its certificate and settings).',
};

/** What keeps an eID from doing what is asked of it. */
export const EID_REFUSALS = {
  'eid-not-offered': {
    error: MALFORMED,
    description: 'acr_values names an eID service that is not offered here',
    cause:
      'The eID service was taken away after the request began, its settings cannot be opened, or it does not offer this flow.',
    fix: 'Read acr_values_supported again; the operator looks for eid.unopened in the log.',
  },
  'eid-unavailable': {
    error: 'temporarily_unavailable',
    description: 'the eID cannot be reached',
    status: 503,
    cause: 'The eID does not answer, answers too late, or says that it is closed for maintenance.',
    fix: 'Try again later; the operator watches the eID’s own status page.',
  },
  'eid-refused-request': REFUSED,
  'eid-busy-with-person': {
    error: 'access_denied',
    description: 'another login of the person is under way',
    status: 403,
    cause: 'The eID lets a person do one thing at a time, and stops both when a second comes.',
    fix: 'Let the person finish or cancel the other one, then try again.',
  },
  'eid-misconfigured': REFUSED,
} as const satisfies Partial<Record<FailureCode, Entry>>;
