import { libraryEntries, libraryEntriesExcept, MALFORMED } from '../entry.ts';

/** The library's refusals of an authorization request, sent or pushed. */
export const AUTHORIZATION_REQUESTS = libraryEntries({
  'redirect-uri-not-registered': {
    error: 'invalid_redirect_uri',
    otherError: MALFORMED,
    description: "redirect_uri did not match any of the client's registered redirect_uris",
    cause:
      'The URL is not exactly one of the application’s. The browser is not redirected: a page shows the error, or PAR sends it in JSON.',
    fix: 'Compare scheme, host, port, path and a final slash with the registered ones. For a new URL the operator adds it to redirectUris.',
    whoActs: 'application',
  },
  'client-unknown': {
    error: 'invalid_client',
    description: 'client is invalid',
    cause: 'No application of this domain has this client_id.',
    fix: 'Check client_id, and that the request goes to the right domain.',
    whoActs: 'application',
  },
  'response-type-unsupported': {
    error: 'unsupported_response_type',
    description: 'unsupported response_type requested',
    cause: 'The response type is none of code, id_token and code id_token.',
    fix: 'Send one of response_types_supported of the discovery document.',
    whoActs: 'application',
  },
  'response-mode-unsupported': {
    error: 'unsupported_response_mode',
    description: 'unsupported response_mode requested',
    cause: 'There is no such response mode.',
    fix: 'Send one of response_modes_supported, or leave it out.',
    whoActs: 'application',
  },
  'response-mode-exposes-token': {
    error: MALFORMED,
    description: 'requested response_mode is not allowed for the requested response_type',
    cause: 'A token would travel in a URL’s query, where servers log it.',
    fix: 'Send response_mode=fragment or form_post, or leave it out.',
    whoActs: 'application',
  },
  'openid-missing-for-response-type': {
    error: MALFORMED,
    description: 'openid scope must be requested for this response_type',
    cause: 'The scope lacks openid.',
    fix: 'Send a scope that has openid.',
    whoActs: 'application',
  },
  'openid-missing-for-parameter': {
    error: MALFORMED,
    description: 'openid scope must be requested when using the {name} parameter',
    cause: 'The scope lacks openid.',
    fix: 'Send a scope that has openid.',
    whoActs: 'application',
  },
  'openid-missing': {
    error: MALFORMED,
    description: 'openid scope must be requested for this request',
    cause: 'The scope lacks openid.',
    fix: 'Send a scope that has openid.',
    whoActs: 'application',
  },
  'scope-characters': {
    error: 'invalid_scope',
    description: 'scope contains invalid characters',
    cause: 'The scope has a character that no scope may have (RFC 6749 §3.3).',
    fix: 'Send tokens of printable ASCII, separated by single spaces.',
    whoActs: 'application',
  },
  'prompt-none-not-alone': {
    error: MALFORMED,
    description: 'prompt none must only be used alone',
    cause: 'The prompt has none beside another value.',
    fix: 'Send none alone, or without it.',
    whoActs: 'application',
  },
  'max-age-malformed': {
    error: MALFORMED,
    description: 'invalid max_age parameter value',
    cause: 'The value is no whole number of seconds.',
    fix: 'Send a number of seconds from 0.',
    whoActs: 'application',
  },
  'id-token-hint-invalid': {
    error: MALFORMED,
    description: 'could not validate id_token_hint',
    cause: 'The hint is no ID token that we issued to this application.',
    fix: 'Send an ID token of this domain and application (an expired one is fine), or leave it out.',
    whoActs: 'application',
  },
  'code-challenge-missing': {
    error: MALFORMED,
    description: 'Authorization Server policy requires PKCE to be used for this request',
    cause:
      'The application has no secret, or is set to use PKCE, and the request has no code_challenge.',
    fix: 'Send code_challenge with code_challenge_method=S256.',
    whoActs: 'application',
  },
  'code-challenge-method-missing': {
    error: MALFORMED,
    description: 'code_challenge_method must be provided',
    cause: 'A code_challenge came without its method.',
    fix: 'Send code_challenge_method=S256.',
    whoActs: 'application',
  },
  'code-challenge-method-unsupported': {
    error: MALFORMED,
    description: 'not supported value of code_challenge_method',
    cause: 'The method is another than S256.',
    fix: 'Send the SHA-256 of the verifier with code_challenge_method=S256.',
    whoActs: 'application',
  },
  'code-challenge-without-value': {
    error: MALFORMED,
    description: 'code_challenge must be provided with code_challenge_method',
    cause: 'A method came without a code_challenge.',
    fix: 'Send both.',
    whoActs: 'application',
  },
  'request-object-unsupported': {
    error: 'request_not_supported',
    cause: 'Signed request objects are not accepted here.',
    fix: 'Send the parameters themselves.',
    whoActs: 'application',
  },
  'registration-unsupported': {
    error: 'registration_not_supported',
    cause: 'Applications cannot register themselves in a request.',
    fix: 'Leave registration out.',
    whoActs: 'application',
  },
});

/** Faults of a pushed request, or of the reference to one. */
export const PUSHED_REQUESTS = libraryEntriesExcept(['pushed-request-used'], {
  'pushing-required': {
    error: MALFORMED,
    description: 'Pushed Authorization Request must be used',
    cause: 'The application is set to push its requests (requirePushedAuthorizationRequests).',
    fix: 'Send the parameters to the PAR endpoint, and its request_uri here.',
    whoActs: 'application',
  },
  'pushed-request-unknown': {
    error: 'invalid_request_uri',
    description: 'request_uri is invalid, expired, or was already used',
    cause:
      'A pushed request lasts a short time, counts once, and only for the application that pushed it.',
    fix: 'Push the request again and redirect the browser at once. A person who reloads or goes back uses it a second time.',
    whoActs: 'application',
  },
  'pushed-request-used': {
    error: 'invalid_request_uri',
    description: 'request_uri was already used',
    cause:
      'The request_uri has begun a login that finished, and counts once: a person reloaded the page or went back, or the application sent it twice.',
    fix: 'Push a request for each login, and redirect the browser at once. The person starts again from the application.',
    whoActs: 'application',
  },
  'request-uri-malformed': {
    error: 'invalid_request_uri',
    description: 'invalid request_uri',
    cause: 'The value is no request_uri of the PAR endpoint.',
    fix: 'Send the request_uri from the PAR endpoint, unchanged.',
    whoActs: 'application',
  },
  'request-and-request-uri': {
    error: MALFORMED,
    description: 'request and request_uri parameters MUST NOT be used together',
    cause: 'The request has both.',
    fix: 'Send one of the two.',
    whoActs: 'application',
  },
  'request-uri-unsupported': {
    error: 'request_uri_not_supported',
    cause: 'The request is to be fetched from a URL, or a pushed request names another pushed one.',
    fix: 'Send the parameters themselves, or push them first.',
    whoActs: 'application',
  },
});
