import { type Entries, MALFORMED } from '../entry.ts';

const NO_TOKEN = 'invalid_token';

/** What the userinfo endpoint refuses. The header WWW-Authenticate says the same. */
export const USERINFO_REQUESTS = {
  'access-token-missing': {
    error: NO_TOKEN,
    description: 'no access token provided',
    status: 401,
    cause: 'The request has no access token.',
    fix: 'Send it in the header: Authorization: Bearer and the token.',
  },
  'access-token-invalid': {
    error: NO_TOKEN,
    description: 'invalid token provided',
    status: 401,
    cause: 'The token is unknown, has expired (120 seconds), or is another domain’s.',
    fix: 'Ask for the claims at once after the token; what you need longer, keep.',
  },
  'access-token-twice': {
    error: MALFORMED,
    description: 'access token must only be provided using one mechanism',
    cause: 'The token came in the header and in the body.',
    fix: 'Send it in the header.',
  },
  'access-token-in-query': {
    error: MALFORMED,
    description: 'access tokens must not be provided via query parameter',
    cause: 'The token came in the URL, where servers log it.',
    fix: 'Send it in the header.',
  },
  'access-token-scheme': {
    error: MALFORMED,
    description: 'authorization header scheme must be `Bearer`',
    cause: 'The Authorization header has another scheme.',
    fix: 'Send Bearer and the token.',
  },
} as const satisfies Entries;
