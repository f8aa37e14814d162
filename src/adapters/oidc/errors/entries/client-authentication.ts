import { libraryEntriesExcept, MALFORMED } from '../entry.ts';

/** Faults of client authentication. */
export const CLIENT_AUTHENTICATION = libraryEntriesExcept(['client-assertion-refused'], {
  'client-authentication-failed': {
    error: 'invalid_client',
    description: 'client authentication failed',
    status: 401,
    cause:
      'The application is unknown, the secret is wrong or has expired, or this way to authenticate is not set up. The timeline of the support code and the log have the reason, the response never.',
    fix: 'Compare client_id, secret and method with docs/client-authentication.md; ask the operator for the timeline of the support code.',
    whoActs: 'application',
  },
  'client-assertion-refused': {
    error: 'invalid_client',
    description: 'client authentication failed: {reason}',
    status: 401,
    cause: 'The assertion breaks the rule that the reason names, or was used before.',
    fix: 'Compare with docs/client-authentication.md, which also names the settings for clients that cannot change.',
    whoActs: 'application',
  },
  'client-authentication-missing': {
    error: MALFORMED,
    description: 'no client authentication mechanism provided',
    cause: 'The request identifies no application.',
    fix: 'Send client_id with PKCE, a secret, or an assertion.',
    whoActs: 'application',
  },
  'client-authentication-twice': {
    error: MALFORMED,
    description: 'client authentication must only be provided using one mechanism',
    cause: 'The request has a header and a body secret, or a secret and an assertion.',
    fix: 'Send one of them. Some libraries add a header by themselves.',
    whoActs: 'application',
  },
  'client-id-mismatch': {
    error: MALFORMED,
    description: 'client_id mismatch',
    cause: 'client_id names another application than the header or the assertion.',
    fix: 'Leave client_id out, or send the same.',
    whoActs: 'application',
  },
  'authorization-header-malformed': {
    error: MALFORMED,
    description: 'invalid authorization header value format',
    cause:
      'The Authorization header has another scheme than this endpoint accepts, or a malformed value.',
    fix: 'Send Basic with base64 of id:secret to the token endpoint, Bearer with the token to userinfo.',
    whoActs: 'application',
  },
  'basic-not-encoded': {
    error: MALFORMED,
    description: 'client_id and client_secret in the authorization header are not properly encoded',
    cause: 'A percent sign or another character in the pair cannot be decoded (RFC 6749 §2.3.1).',
    fix: 'Form-encode id and secret before you join and base64 them.',
    whoActs: 'application',
  },
  'basic-without-secret': {
    error: MALFORMED,
    description: 'client_secret must be provided in the Authorization header',
    cause: 'The Basic header has an id and no secret.',
    fix: 'Send both, or no header when the application has no secret.',
    whoActs: 'application',
  },
  'assertion-unreadable': {
    error: MALFORMED,
    description: 'invalid client_assertion format',
    cause: 'The value is no JWT.',
    fix: 'Send a signed JWT in its compact form.',
    whoActs: 'application',
  },
  'assertion-type-missing': {
    error: MALFORMED,
    description: 'client_assertion_type must be provided',
    cause: 'An assertion came without its type.',
    fix: 'Send client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer.',
    whoActs: 'application',
  },
  'assertion-type-wrong': {
    error: MALFORMED,
    description: 'client_assertion_type must have value {type}',
    cause: 'The type is another one.',
    fix: 'Send client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer.',
    whoActs: 'application',
  },
});

/** A CIBA request gets `invalid_request` instead (CIBA §13 has no code of its own for it). */
const INVALID = { error: 'invalid_request_object', otherError: MALFORMED };

/** Faults of a signed request (`request`). */
export const SIGNED_REQUESTS = libraryEntriesExcept(
  ['request-object-rules', 'request-object-type'],
  {
    'request-object-rules': {
      error: MALFORMED,
      description: 'request: {reason}',
      cause:
        'The JWT lacks a claim that a phone request must have, is too old, or was sent before.',
      fix: 'Sign anew for each request: exp, iat and nbf near the present, a new jti, the registered alg.',
      whoActs: 'application',
    },
    'request-object-unreadable': {
      ...INVALID,
      description: 'could not parse Request Object',
      cause: 'The value is no JWT.',
      fix: 'Send a signed JWT in its compact form.',
      whoActs: 'application',
    },
    'request-object-alg': {
      ...INVALID,
      description: 'unsupported signed request alg',
      cause: 'The JWT is unsigned, or signed with an algorithm that is not accepted.',
      fix: 'Sign with RS256, PS256 or ES256.',
      whoActs: 'application',
    },
    'request-object-other-alg': {
      ...INVALID,
      description: 'the preregistered alg must be used in request or request_uri',
      cause: 'The JWT is signed with another algorithm than the one set for the application.',
      fix: 'Sign with that one (backchannelRequestSigningAlg).',
      whoActs: 'application',
    },
    'request-object-signature': {
      ...INVALID,
      description: 'could not validate Request Object',
      cause: 'The signature does not match the application’s keys, or the JWT has expired.',
      fix: 'Check the key, its kid, what the operator registered, and your clock.',
      whoActs: 'application',
    },
    'request-object-claims': {
      ...INVALID,
      description: 'Request Object claims are invalid',
      cause:
        'iss is not the client_id, aud is not our issuer, the JWT has expired or is dated in the future, or a claim has the wrong type.',
      fix: 'Set iss to your client_id, aud to the issuer, and exp and iat near the present.',
      whoActs: 'application',
    },
    'request-object-type': {
      error: MALFORMED,
      description: 'request: {name} must be text',
      cause: 'The JWT has a parameter whose value is an object or null.',
      fix: 'Send each parameter as text; claims and authorization_details alone are JSON.',
      whoActs: 'application',
    },
    'request-object-other-client': {
      ...INVALID,
      description: "request client_id must equal the authenticated client's client_id",
      cause: 'The JWT is another application’s.',
      fix: 'Send your own client_id in it, or none.',
      whoActs: 'application',
    },
    'request-object-client': {
      ...INVALID,
      description: 'request client_id must equal the one in request parameters',
      cause: 'The JWT and the parameters name different applications.',
      fix: 'Send the same client_id in both.',
      whoActs: 'application',
    },
    'request-object-response-type': {
      ...INVALID,
      description: 'request response_type must equal the one in request parameters',
      cause: 'The JWT and the parameters have different response types.',
      fix: 'Send the same in both.',
      whoActs: 'application',
    },
    'request-object-nested': {
      ...INVALID,
      description: 'Request Object must not contain request or request_uri properties',
      cause: 'The JWT holds another one.',
      fix: 'Put the parameters themselves into it.',
      whoActs: 'application',
    },
  },
);
