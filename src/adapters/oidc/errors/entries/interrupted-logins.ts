import { libraryEntriesExcept, MALFORMED, serviceEntries } from '../entry.ts';

const LOGIN_REQUIRED = 'login_required';

const NO_SESSION = {
  cause: 'prompt=none requests a login without the person, and no session allows it.',
  fix: 'Send the person without prompt=none.',
  whoActs: 'application',
} as const;

/** Reasons for which a login cannot go on, or a session cannot answer. */
export const INTERRUPTED_LOGINS = libraryEntriesExcept(['login-over', 'login-of-other-person'], {
  'login-over': {
    error: MALFORMED,
    description: 'this login is over already',
    cause: 'Another tab or another click finished it. The application has that result.',
    fix: 'The person goes back to the application.',
    whoActs: 'nobody',
  },
  'login-expired': {
    error: MALFORMED,
    description: 'authorization request has expired',
    cause:
      'The browser came to finish a login without its cookie: the login is older than its 20 minutes, was begun in another browser, or the browser keeps no cookies.',
    fix: 'The person starts again from the application, in one browser that accepts cookies. If it happens often, look for a proxy that drops cookies.',
    whoActs: 'person',
  },
  'login-not-found': {
    error: MALFORMED,
    description: 'interaction session not found',
    cause:
      'The login of this address is not stored: it has finished, is older than its 20 minutes, or was begun in another browser.',
    fix: 'The person goes back to the application, and starts again there if it does not know the result. A page of a login is no bookmark.',
    whoActs: 'person',
  },
  'login-of-other-browser': {
    error: MALFORMED,
    description: 'authorization session and cookie identifier mismatch',
    cause:
      'The browser came to finish one login with the cookie of another: two logins ran in it at once, or the address was copied from another browser.',
    fix: 'The person starts again from the application, with one login at a time.',
    whoActs: 'person',
  },
  'login-of-other-session': {
    error: MALFORMED,
    description: 'interaction session and authentication session mismatch',
    cause:
      'The browser’s session is another than the one in which the login began: the person logged in or out in another tab meanwhile.',
    fix: 'The person starts again from the application.',
    whoActs: 'person',
  },
  'login-required': {
    error: LOGIN_REQUIRED,
    description: 'End-User authentication is required',
    ...NO_SESSION,
  },
  'login-too-old': {
    error: LOGIN_REQUIRED,
    description: 'End-User authentication could not be obtained',
    cause: 'The session’s login is older than max_age, and prompt=none forbids a new one.',
    fix: 'Send the person without prompt=none.',
    whoActs: 'application',
  },
  'login-unanswered': { error: LOGIN_REQUIRED, description: 'a login is required', ...NO_SESSION },
  'login-of-other-person': {
    error: LOGIN_REQUIRED,
    description: 'another person than id_token_hint names logged in',
    cause:
      'The request names a person by the ID token in id_token_hint, and another person identified.',
    fix: 'Log the first person out of the application, then send a request without id_token_hint.',
    whoActs: 'application',
  },
  'interaction-required': {
    error: 'interaction_required',
    cause: 'prompt=none requests a login without the person, and the person is needed.',
    fix: 'Send the person without prompt=none.',
    whoActs: 'application',
  },
});

/** Refusals of a logout; always on a page. */
export const LOGOUT_REQUESTS = serviceEntries({
  'logout-client-unknown': {
    error: MALFORMED,
    description: 'client_id is not known here',
    cause: 'No application of this domain has this client_id.',
    fix: 'Check client_id, or send id_token_hint instead.',
    whoActs: 'application',
  },
  'logout-client-mismatch': {
    error: MALFORMED,
    description: 'client_id does not match id_token_hint',
    cause: 'The ID token was issued to another application.',
    fix: 'Send your own ID token, or leave one of the two out.',
    whoActs: 'application',
  },
  'logout-hint-invalid': {
    error: MALFORMED,
    description: 'id_token_hint is not an ID token of ours',
    cause: 'The token is not signed by this domain.',
    fix: 'Send an ID token of this domain; an expired one is fine.',
    whoActs: 'application',
  },
  'logout-hint-missing': {
    error: MALFORMED,
    description: "missing required parameter 'id_token_hint'",
    cause: 'The application is set to log out with an ID token alone (requireIdTokenHintAtLogout).',
    fix: 'Send the last ID token that the application got for this person; an expired one is fine.',
    whoActs: 'application',
  },
  'logout-target-not-registered': {
    error: MALFORMED,
    description: 'post_logout_redirect_uri is not registered',
    cause: 'The URL is not exactly one of the application’s.',
    fix: 'The operator adds it to postLogoutRedirectUris.',
    whoActs: 'application',
  },
});
