import { type Entries, MALFORMED } from '../entry.ts';

/** A CIBA request is told `invalid_request` instead (CIBA §13 has no other word for it). */
const INVALID = { error: 'invalid_request_object', otherError: MALFORMED };

/** What is refused of a request that comes as a signed JWT (`request`). */
export const SIGNED_REQUESTS = {
  'request-object-rules': {
    error: MALFORMED,
    description: 'request: {reason}',
    cause: 'The JWT lacks a claim that a phone request must have, is too old, or was sent before.',
    fix: 'Sign anew for each request: exp, iat and nbf near the present, a new jti, the registered alg.',
  },
  'request-object-unreadable': {
    ...INVALID,
    description: 'could not parse Request Object',
    cause: 'The value is no JWT.',
    fix: 'Send a signed JWT in its compact form.',
  },
  'request-object-alg': {
    ...INVALID,
    description: 'unsupported signed request alg',
    cause: 'The JWT is unsigned, or signed with an algorithm that we do not take.',
    fix: 'Sign with RS256, PS256 or ES256.',
  },
  'request-object-other-alg': {
    ...INVALID,
    description: 'the preregistered alg must be used in request or request_uri',
    cause: 'The JWT is signed with another algorithm than the one set for the application.',
    fix: 'Sign with that one (backchannelRequestSigningAlg).',
  },
  'request-object-signature': {
    ...INVALID,
    description: 'could not validate Request Object',
    cause: 'The signature does not hold under the application’s keys, or the JWT has expired.',
    fix: 'Check the key, its kid, what the operator registered, and your clock.',
  },
  'request-object-claims': {
    ...INVALID,
    description: 'Request Object claims are invalid',
    cause: 'iss is not the client_id, aud is not our issuer, or a claim has the wrong type.',
    fix: 'Set iss to your client_id and aud to the issuer.',
  },
  'request-object-type': {
    error: MALFORMED,
    description: 'request: {name} must be text',
    cause: 'The JWT has a parameter whose value is an object or null.',
    fix: 'Send each parameter as text; claims and authorization_details alone are JSON.',
  },
  'request-object-other-client': {
    ...INVALID,
    description: "request client_id must equal the authenticated client's client_id",
    cause: 'The JWT is another application’s.',
    fix: 'Send your own client_id in it, or none.',
  },
  'request-object-client': {
    ...INVALID,
    description: 'request client_id must equal the one in request parameters',
    cause: 'The JWT and the parameters name different applications.',
    fix: 'Send the same client_id in both.',
  },
  'request-object-response-type': {
    ...INVALID,
    description: 'request response_type must equal the one in request parameters',
    cause: 'The JWT and the parameters ask for different response types.',
    fix: 'Send the same in both.',
  },
  'request-object-nested': {
    ...INVALID,
    description: 'Request Object must not contain request or request_uri properties',
    cause: 'The JWT holds another one.',
    fix: 'Put the parameters themselves into it.',
  },
} as const satisfies Entries;
