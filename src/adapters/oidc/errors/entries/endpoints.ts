import { libraryEntries, libraryEntriesExcept, MALFORMED } from '../entry.ts';

/** Errors of any endpoint: its parameters, an outage, a defect. */
export const ANY_ENDPOINT = libraryEntriesExcept(['application-unknown', 'service-unavailable'], {
  'parameter-missing': {
    error: MALFORMED,
    description: 'missing required parameter {name}',
    cause: 'The request lacks the parameter. An empty one counts as absent.',
    fix: 'Send the parameter that the description names.',
    whoActs: 'application',
  },
  'parameters-missing': {
    error: MALFORMED,
    description: 'missing required parameters {names}',
    cause: 'The request lacks the parameters. Empty ones count as absent.',
    fix: 'Send the parameters that the description names.',
    whoActs: 'application',
  },
  'parameter-repeated': {
    error: MALFORMED,
    description: '{names} must not be provided twice',
    cause: 'The same parameter came more than once.',
    fix: 'Send each parameter once.',
    whoActs: 'application',
  },
  'body-type': {
    error: MALFORMED,
    description: 'only {type} content-type bodies are supported on {endpoint}',
    cause:
      'The body has another type than a form, such as JSON, so nothing in it was read as a parameter.',
    fix: 'Send the parameters as application/x-www-form-urlencoded: of many HTTP clients that is another option than JSON.',
    whoActs: 'application',
  },
  'body-unreadable': {
    error: MALFORMED,
    description: 'failed to parse the request body',
    cause: 'The body is too big, is not of the length that it announced, or is no form.',
    fix: 'Send a form of at most 56 KiB; with Content-Length, a pushed, CIBA or headless request may have 128 KiB.',
    whoActs: 'application',
  },
  'application-unknown': {
    error: 'invalid_client',
    description: 'no application on this domain has this client_id',
    status: 404,
    cause: 'A document was requested with the client_id of no application.',
    fix: 'Check client_id and the domain, or leave client_id out.',
    whoActs: 'application',
  },
  'service-unavailable': {
    error: 'temporarily_unavailable',
    description: 'the service cannot answer now: try again later',
    status: 503,
    cause:
      'The database does not answer, or more requests came than can be served. No request was denied, and nothing was decided.',
    fix: 'Send the same request again after as many seconds as Retry-After says, or three. If it lasts, the operator looks at the database and the load.',
    whoActs: 'operator',
  },
  fault: {
    error: 'server_error',
    description: 'oops! something went wrong',
    status: 500,
    cause: 'A fault of ours: a defect, or something that we were not prepared for.',
    fix: 'Try again. If it stays, give the operator the support code: the log has the fault.',
    whoActs: 'operator',
  },
});

/** The refusals of the token endpoint for a code, and for any grant. */
export const TOKEN_REQUESTS = libraryEntries({
  'grant-invalid': {
    error: 'invalid_grant',
    description: 'grant request is invalid',
    cause:
      'A code: it is unknown, has expired (60 seconds) or was used, is another application’s, was requested with another redirect_uri, or the code_verifier does not fit. A CIBA or headless request: it is unknown or another application’s, or its one answer has been given. The timeline of the support code and the log have the reason, the response never.',
    fix: 'Exchange each code once, at once, with the redirect_uri and the verifier of its request. Stop polling after an outcome: a lost response is not repeated.',
    whoActs: 'application',
  },
  'grant-type-unsupported': {
    error: 'unsupported_grant_type',
    description: 'unsupported grant_type requested',
    cause: 'There is no such grant type.',
    fix: 'Send one of grant_types_supported of the discovery document.',
    whoActs: 'application',
  },
  'grant-type-not-allowed': {
    error: MALFORMED,
    description: 'requested grant type is not allowed for this client',
    cause: 'The grant type belongs to a flow that is not one of the application’s.',
    fix: 'Check grant_type and client_id; the operator adds the flow to flows, if the application is to use it.',
    whoActs: 'application',
  },
  'code-verifier-short': {
    error: MALFORMED,
    description: '{name} must be a string with a minimum length of 43 characters',
    cause: 'A PKCE verifier or challenge is too short (RFC 7636).',
    fix: 'Make the verifier of 32 random bytes in base64url, the challenge of its SHA-256.',
    whoActs: 'application',
  },
  'code-verifier-long': {
    error: MALFORMED,
    description: '{name} must be a string with a maximum length of 128 characters',
    cause: 'A PKCE verifier or challenge is too long (RFC 7636).',
    fix: 'Make the verifier of 32 random bytes in base64url, the challenge of its SHA-256.',
    whoActs: 'application',
  },
  'code-verifier-characters': {
    error: MALFORMED,
    description: '{name} contains invalid characters',
    cause:
      'A PKCE verifier or challenge has a character outside A-Z, a-z, 0-9 and -._~ (RFC 7636).',
    fix: 'Use base64url without padding.',
    whoActs: 'application',
  },
});

const NO_TOKEN = 'invalid_token';

/** The refusals of the userinfo endpoint. The header WWW-Authenticate has the same error. */
export const USERINFO_REQUESTS = libraryEntries({
  'access-token-missing': {
    error: NO_TOKEN,
    description: 'no access token provided',
    status: 401,
    cause: 'The request has no access token.',
    fix: 'Send it in the header: Authorization: Bearer and the token.',
    whoActs: 'application',
  },
  'access-token-invalid': {
    error: NO_TOKEN,
    description: 'invalid token provided',
    status: 401,
    cause:
      'The token has expired (after 120 seconds and some tolerance), was revoked because its code was sent twice, is another domain’s, or is no access token, such as an ID token.',
    fix: 'Exchange each code once, request the claims at once after the token, and store those that you need longer.',
    whoActs: 'application',
  },
  'access-token-twice': {
    error: MALFORMED,
    description: 'access token must only be provided using one mechanism',
    cause: 'The token came in the header and in the body.',
    fix: 'Send it in the header.',
    whoActs: 'application',
  },
  'access-token-in-query': {
    error: MALFORMED,
    description: 'access tokens must not be provided via query parameter',
    cause: 'The token came in the URL, where servers log it.',
    fix: 'Send it in the header.',
    whoActs: 'application',
  },
  'scope-of-token-missing': {
    error: 'insufficient_scope',
    description: 'access token missing requested scope',
    status: 403,
    cause: 'The request for userinfo names a scope that the access token does not have.',
    fix: 'Leave scope out of the request for userinfo: it answers with all that was granted. For more claims, request their scope at the authorization endpoint.',
    whoActs: 'application',
  },
  'access-token-scheme': {
    error: MALFORMED,
    description: 'authorization header scheme must be `Bearer`',
    cause: 'The Authorization header has another scheme.',
    fix: 'Send Bearer and the token.',
    whoActs: 'application',
  },
});
