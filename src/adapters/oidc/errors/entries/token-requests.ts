import { type Entries, MALFORMED } from '../entry.ts';

/** What the token endpoint refuses of a code's redemption, and of any grant. */
export const TOKEN_REQUESTS = {
  'grant-invalid': {
    error: 'invalid_grant',
    description: 'grant request is invalid',
    cause:
      'A code: it is unknown, has expired (60 seconds) or was used, is another application’s, was asked for with another redirect_uri, or the code_verifier does not fit. A CIBA or headless request: it is unknown or another application’s, or its one answer has been given. Which one stands in the log (detail), never in the answer.',
    fix: 'Redeem each code once, at once, with the redirect_uri and the verifier of its request. Stop polling after an outcome: one that got lost on its way does not come again.',
  },
  'grant-type-unsupported': {
    error: 'unsupported_grant_type',
    description: 'unsupported grant_type requested',
    cause: 'There is no such grant type.',
    fix: 'Send one of grant_types_supported of the discovery document.',
  },
  'grant-type-not-allowed': {
    error: MALFORMED,
    description: 'requested grant type is not allowed for this client',
    cause: 'The grant type belongs to a flow that the application does not use.',
    fix: 'Check grant_type; the operator adds the flow.',
  },
  'code-verifier-short': {
    error: MALFORMED,
    description: '{name} must be a string with a minimum length of 43 characters',
    cause: 'A PKCE verifier or challenge is too short (RFC 7636).',
    fix: 'Make the verifier of 32 random bytes in base64url, the challenge of its SHA-256.',
  },
  'code-verifier-long': {
    error: MALFORMED,
    description: '{name} must be a string with a maximum length of 128 characters',
    cause: 'A PKCE verifier or challenge is too long (RFC 7636).',
    fix: 'Make the verifier of 32 random bytes in base64url, the challenge of its SHA-256.',
  },
  'code-verifier-characters': {
    error: MALFORMED,
    description: '{name} contains invalid characters',
    cause:
      'A PKCE verifier or challenge has a character outside A-Z, a-z, 0-9 and -._~ (RFC 7636).',
    fix: 'Use base64url without padding.',
  },
} as const satisfies Entries;
