import { type Entries, MALFORMED } from '../entry.ts';

const LOST_LOGIN = {
  cause:
    'The browser came to finish a login that has expired, has finished, or is another browser’s.',
  fix: 'The person starts again from the application. If it happens often, look for a proxy that drops cookies.',
};

const LOGIN_REQUIRED = 'login_required';

const NO_SESSION = {
  cause: 'prompt=none asks for an answer without the person, and no session can give it.',
  fix: 'Send the person without prompt=none.',
};

/** What keeps a login from going on, or a session from answering. */
export const INTERRUPTED_LOGINS = {
  'login-over': {
    error: MALFORMED,
    description: 'this login is over already',
    cause: 'Another tab or another click finished it. The application has the answer of the first.',
    fix: 'The person goes back to the application.',
  },
  'login-expired': {
    error: MALFORMED,
    description: 'authorization request has expired',
    ...LOST_LOGIN,
  },
  'login-not-found': {
    error: MALFORMED,
    description: 'interaction session not found',
    ...LOST_LOGIN,
  },
  'login-of-other-browser': {
    error: MALFORMED,
    description: 'authorization session and cookie identifier mismatch',
    ...LOST_LOGIN,
  },
  'login-of-other-session': {
    error: MALFORMED,
    description: 'interaction session and authentication session mismatch',
    ...LOST_LOGIN,
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
  },
  'login-unanswered': { error: LOGIN_REQUIRED, description: 'a login is required', ...NO_SESSION },
  'login-of-other-person': {
    error: LOGIN_REQUIRED,
    description: 'another person than id_token_hint names logged in',
    cause: 'The request names a person by an ID token, and somebody else identified.',
    fix: 'Log the first person out of the application, then ask without id_token_hint.',
  },
  'interaction-required': {
    error: 'interaction_required',
    cause: 'prompt=none asks for an answer without the person, and the person is needed.',
    fix: 'Send the person without prompt=none.',
  },
} as const satisfies Entries;
