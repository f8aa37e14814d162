import { type Entries, MALFORMED } from '../entry.ts';

/** What a logout refuses; always told on a page. */
export const LOGOUT_REQUESTS = {
  'logout-client-unknown': {
    error: MALFORMED,
    description: 'client_id is not known here',
    cause: 'No application of this domain has this client_id.',
    fix: 'Check client_id, or send id_token_hint instead.',
  },
  'logout-client-mismatch': {
    error: MALFORMED,
    description: 'client_id does not match id_token_hint',
    cause: 'The ID token was issued to another application.',
    fix: 'Send your own ID token, or leave one of the two out.',
  },
  'logout-hint-invalid': {
    error: MALFORMED,
    description: 'id_token_hint is not an ID token of ours',
    cause: 'The token is not signed by this domain.',
    fix: 'Send an ID token of this domain; an expired one is fine.',
  },
  'logout-hint-missing': {
    error: MALFORMED,
    description: "missing required parameter 'id_token_hint'",
    cause: 'The application is set to log out with an ID token alone (requireIdTokenHintAtLogout).',
    fix: 'Send the last ID token that the application got for this person; an expired one is fine.',
  },
  'logout-target-not-registered': {
    error: MALFORMED,
    description: 'post_logout_redirect_uri is not registered',
    cause: 'The URL is not one of the application’s, to the letter.',
    fix: 'The operator adds it to postLogoutRedirectUris.',
  },
} as const satisfies Entries;
