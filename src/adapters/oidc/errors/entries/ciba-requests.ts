import { type Entries, MALFORMED } from '../entry.ts';

/** What the protocol library refuses of a CIBA or headless request. */
export const CIBA_REQUESTS = {
  'hint-missing': {
    error: MALFORMED,
    description:
      'missing one of required parameters login_hint_token, id_token_hint, or login_hint',
    cause: 'The request names nobody.',
    fix: 'Send login_hint.',
  },
  'hint-twice': {
    error: MALFORMED,
    description:
      'only one of required parameters login_hint_token, id_token_hint, or login_hint must be provided',
    cause: 'The request names the person in two ways.',
    fix: 'Send login_hint alone.',
  },
  'person-unknown': {
    error: 'unknown_user_id',
    description: 'could not identify end-user',
    cause: 'The request names the person in a way that we do not take: login_hint_token, for one.',
    fix: 'Send login_hint.',
  },
  'requested-expiry-malformed': {
    error: MALFORMED,
    description: 'invalid requested_expiry parameter value',
    cause: 'The value is no whole number of seconds above 0.',
    fix: 'Leave it out: the eID decides how long a request lasts.',
  },
} as const satisfies Entries;
