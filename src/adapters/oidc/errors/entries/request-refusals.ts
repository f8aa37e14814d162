import type { FailureCode } from '../../../../domain/failure.ts';
import { type Entry, MALFORMED } from '../entry.ts';

/** What we refuse of any request: who asks for what, and where the answer goes. */
export const REQUEST_REFUSALS = {
  'acr-missing': {
    error: MALFORMED,
    description: "missing required parameter 'acr_values'",
    cause: 'Nothing in the request names an eID service, and the application has no default.',
    fix: 'Send acr_values, or acr_values: in login_hint; or the operator sets defaultAcrValues.',
  },
  'acr-not-one': {
    error: MALFORMED,
    description: 'acr_values must name exactly one eID service',
    cause: 'The parameter is no eID service’s name, or several names.',
    fix: 'Send one of acr_values_supported of the discovery document.',
  },
  'acr-not-offered': {
    error: MALFORMED,
    description: 'acr_values names an eID service that is not offered here; offered: {offered}',
    cause:
      'The eID service is unknown, not set up on this domain, or not allowed for this application.',
    fix: 'Send one of those that are offered; the operator adds the eID to the domain or the application, and the acr value to acrValues of either.',
  },
  'scope-malformed': {
    error: 'invalid_scope',
    description: 'scope must be tokens separated by one space',
    cause:
      'The scope has two spaces in a row, one at an end, or a character that no scope may have.',
    fix: 'Join the tokens with single spaces.',
  },
  'scope-without-openid': {
    error: MALFORMED,
    description: 'scope must contain openid',
    cause: 'Neither the parameter scope nor a scope: in login_hint has openid.',
    fix: 'Send scope=openid, and behind it, parted by single spaces, what else you need.',
  },
  'state-too-long': {
    error: MALFORMED,
    description: 'state is longer than {limit} characters',
    cause: 'The state would make the URL that leads back too long. It is not given back.',
    fix: 'Keep what belongs to the request in your own session and send its key as the state.',
  },
  'parameter-too-long': {
    error: MALFORMED,
    description: '{name} is longer than {limit} characters',
    cause: 'A parameter is longer than anything that it can mean.',
    fix: 'Shorten it; look for a value that was encoded twice or put together from several.',
  },
  'nonce-missing': {
    error: MALFORMED,
    description: "missing required parameter 'nonce'",
    cause: 'The application is set to need a nonce (requireNonce).',
    fix: 'Send a new random nonce with each request and compare it with the one in the ID token.',
  },
  'flow-not-offered': {
    error: 'unauthorized_client',
    description: 'this application may not use the {flow} flow',
    cause: 'The flow that the request belongs to is not one of the application’s.',
    fix: 'Check client_id and response_type; the operator adds the flow to flows.',
  },
  'implicit-on-production': {
    error: 'unauthorized_client',
    description: 'the implicit flow works on test domains only',
    cause: 'response_type=id_token was asked of a production domain.',
    fix: 'Use response_type=code; with PKCE in applications that cannot keep a secret.',
  },
  'response-mode-not-allowed': {
    error: MALFORMED,
    description: 'response_mode {mode} is not allowed for this application',
    cause: 'The response mode is not one of the application’s responseModes.',
    fix: 'Leave response_mode out, or the operator adds the mode.',
  },
  'origin-not-registered': {
    error: MALFORMED,
    description: 'no redirect URI of this application has the origin of the page that asks',
    status: 403,
    cause:
      'A script asked from a page whose origin (scheme, host and port) is not the application’s.',
    fix: 'The operator registers a redirect URI on that origin.',
  },
  'evidence-in-fragment': {
    error: MALFORMED,
    description: 'a token with evidence is too big for a URL: use response_mode form_post',
    cause: 'The scope evidence makes the ID token too long for the fragment of a URL.',
    fix: 'Send response_mode=form_post, or use response_type=code.',
  },
} as const satisfies Partial<Record<FailureCode, Entry>>;
