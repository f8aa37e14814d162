import type { FailureCode } from '../../../../domain/failure.ts';
import { type Entry, MALFORMED, serviceEntries } from '../entry.ts';

/** Our refusals of any request: its acr, scope, flow and response mode. */
export const REQUEST_REFUSALS = serviceEntries({
  'acr-missing': {
    error: MALFORMED,
    description: "missing required parameter 'acr_values'",
    cause: 'The request names no eID service, and the application has no default.',
    fix: 'Send acr_values, or acr_values: in login_hint; or the operator sets defaultAcrValues.',
    whoActs: 'application',
  },
  'acr-not-one': {
    error: MALFORMED,
    description: 'acr_values must name exactly one eID service',
    cause: 'The parameter is no eID service’s name, or several names.',
    fix: 'Send one of acr_values_supported of the discovery document.',
    whoActs: 'application',
  },
  'acr-discontinued': {
    error: MALFORMED,
    description: 'acr_values names a discontinued eID service; use {replacement}',
    cause: 'The eID ended this way to log in, which an older integration still requests.',
    fix: 'Send the acr value that the description names.',
    whoActs: 'application',
  },
  'acr-not-offered': {
    error: MALFORMED,
    description: 'acr_values names an eID service that is not offered here; offered: {offered}',
    cause:
      'The eID service is unknown, not set up on this domain, or not allowed for this application.',
    fix: 'Send one of those that are offered. For another one the operator adds the eID to the domain or the application, and the acr value to acrValues of either.',
    whoActs: 'operator',
  },
  'scope-malformed': {
    error: 'invalid_scope',
    description: 'scope must be tokens separated by one space',
    cause:
      'The scope has two spaces in a row, one at an end, or a character that no scope may have.',
    fix: 'Join the tokens with single spaces.',
    whoActs: 'application',
  },
  'scope-without-openid': {
    error: MALFORMED,
    description: 'scope must contain openid',
    cause: 'Neither the parameter scope nor a scope: in login_hint has openid.',
    fix: 'Send scope=openid, and behind it, parted by single spaces, what else you need.',
    whoActs: 'application',
  },
  'state-too-long': {
    error: MALFORMED,
    description: 'state is longer than {limit} characters',
    cause: 'The state would make the redirect URL too long. The redirect has no state.',
    fix: 'Keep what belongs to the request in your own session and send its key as the state.',
    whoActs: 'application',
  },
  'parameter-too-long': {
    error: MALFORMED,
    description: '{name} is longer than {limit} characters',
    cause: 'A parameter is longer than any valid value.',
    fix: 'Shorten it; look for a value that was encoded twice or put together from several.',
    whoActs: 'application',
  },
  'nonce-missing': {
    error: MALFORMED,
    description: "missing required parameter 'nonce'",
    cause: 'The application is set to need a nonce (requireNonce).',
    fix: 'Send a new random nonce with each request and compare it with the one in the ID token.',
    whoActs: 'application',
  },
  'flow-not-offered': {
    error: 'unauthorized_client',
    description: 'this application may not use the {flow} flow',
    cause: 'The flow that the request belongs to is not one of the application’s.',
    fix: 'The operator adds the flow to flows, if the application is to use it. Otherwise check client_id and response_type.',
    whoActs: 'operator',
  },
  'implicit-on-production': {
    error: 'unauthorized_client',
    description: 'the implicit flow works on test domains only',
    cause: 'response_type=id_token was sent to a production domain.',
    fix: 'Use response_type=code; with PKCE in applications that cannot keep a secret.',
    whoActs: 'application',
  },
  'response-mode-not-allowed': {
    error: MALFORMED,
    description: 'response_mode {mode} is not allowed for this application',
    cause: 'The response mode is not one of the application’s responseModes.',
    fix: 'Leave response_mode out, or the operator adds the mode.',
    whoActs: 'application',
  },
  'origin-not-registered': {
    error: MALFORMED,
    description: 'no redirect URI of this application has the origin of the page that asks',
    status: 403,
    cause:
      'The request came from a page whose origin (scheme, host and port) is not the application’s.',
    fix: 'The operator registers a redirect URI on that origin. A page of another site must not ask.',
    whoActs: 'operator',
  },
  'scope-in-fragment': {
    error: MALFORMED,
    description: 'a token with {scope} is too big for a URL: use response_mode form_post',
    cause:
      'The claims of the scope, such as evidence or a photo, make the ID token too long for the fragment of a URL.',
    fix: 'Send response_mode=form_post, or use response_type=code.',
    whoActs: 'application',
  },
}) satisfies Partial<Record<FailureCode, Entry>>;

/** Our refusals of a `login_hint`, and of the text in it. */
export const LOGIN_HINT_REFUSALS = serviceEntries({
  'hint-too-many-words': {
    error: MALFORMED,
    description: 'login_hint has more than {limit} words',
    cause: 'The hint has more words, separated by spaces, than any request needs.',
    fix: 'Send the directives alone. A text for the person goes into message: in base64.',
    whoActs: 'application',
  },
  'hint-malformed': {
    error: MALFORMED,
    description: 'login_hint has a malformed value for {directive}',
    cause: 'A known directive has an impossible value.',
    fix: 'Compare the value with docs/login-hint.md. Unknown directives are ignored.',
    whoActs: 'application',
  },
  'hint-claims-malformed': {
    error: MALFORMED,
    description: '{directive} of login_hint must be base64 of a JSON object, at most {limit} bytes',
    cause: 'The value is no base64, or does not decode to a JSON object, or is too large.',
    fix: 'Encode the JSON object of the claims as UTF-8 in base64 or base64url.',
    whoActs: 'application',
  },
  'hint-claim-refused': {
    error: MALFORMED,
    description:
      '{directive} of login_hint may have claims of persons alone, which eIDs here release',
    cause:
      'The JSON has a claim of the token or the login, such as sub, aud or acr; or one that no eID of this service releases; or a country that is not two capital letters.',
    fix: 'Remove that claim; docs/claims/mock.schema.json lists the others.',
    whoActs: 'application',
  },
  'hint-separator': {
    error: MALFORMED,
    description: 'login_hint must be directives separated by one space',
    cause: 'The hint has two spaces in a row, one at an end, or another kind of white space.',
    fix: 'Join the directives with one ASCII space; encode the parameter once.',
    whoActs: 'application',
  },
  'hint-needs-other': {
    error: MALFORMED,
    description:
      '{directive} of login_hint does not go with the rest of the request: it needs {needed}',
    cause:
      'The scopes, the named person or another directive need more than the directive allows. Nothing was sent to the eID.',
    fix: 'Send the directive that the description names, or leave the other one out; or leave the scopes out that need it.',
    whoActs: 'application',
  },
  'hint-contradiction': {
    error: MALFORMED,
    description: 'login_hint gives more than one value for {directive}',
    cause: 'The same directive came twice with different values.',
    fix: 'Send it once.',
    whoActs: 'application',
  },
  'action-not-offered': {
    error: MALFORMED,
    description: 'action:{action} is not possible with this eID service and flow',
    cause: 'The eID service cannot do this, or not through this endpoint.',
    fix: 'Leave the action out or use another eID service; docs/login-hint.md lists what goes together.',
    whoActs: 'application',
  },
  'message-missing': {
    error: MALFORMED,
    description: 'action:sign needs a message to sign',
    cause: 'The request asks for a signature and has no text.',
    fix: 'Add message: with the text in base64.',
    whoActs: 'application',
  },
  'message-malformed': {
    error: MALFORMED,
    description: 'message must be base64 or base64url of UTF-8 text',
    cause: 'The message cannot be decoded; often a + that became a space in a URL.',
    fix: 'Encode the text as UTF-8, then as base64url, then the whole parameter for the URL.',
    whoActs: 'application',
  },
  'message-empty': {
    error: MALFORMED,
    description: 'message must not be empty',
    cause: 'The directive message: has no value.',
    fix: 'Send a text, or leave the directive out.',
    whoActs: 'application',
  },
  'message-too-long': {
    error: MALFORMED,
    description: 'message is longer than {limit} characters {measured}',
    cause: 'The text is longer than the eID shows for this action.',
    fix: 'Shorten it. The limits are in docs/login-hint.md.',
    whoActs: 'application',
  },
  'message-too-many-parts': {
    error: MALFORMED,
    description: 'message has more than {limit} line breaks, | and * together',
    cause: 'The text to sign has more lines, cells of tables and strong words than a page shows.',
    fix: 'Use longer lines and fewer tables, or sign a hash of the document with nonVisibleData:.',
    whoActs: 'application',
  },
  'message-forbidden-character': {
    error: MALFORMED,
    description:
      'message holds a character that is not allowed: U+{codePoint} at character {position}',
    cause:
      'The text has a character that an eID’s app does not show as it is: a control character or an invisible one.',
    fix: 'Remove the character with this code point.',
    whoActs: 'application',
  },
  'message-gap': {
    error: MALFORMED,
    description:
      'message has more than {lines} line breaks or {characters} characters of white space in a row at character {position}',
    cause: 'White space in the text pushes what follows out of sight.',
    fix: 'Shorten the white space.',
    whoActs: 'application',
  },
  'non-visible-data-malformed': {
    error: MALFORMED,
    description: 'nonVisibleData must be standard base64 with padding',
    cause:
      'The data goes to the eID as it came, and the eID takes no base64url and no base64 without padding; or a + became a space in a URL.',
    fix: 'Encode the data as base64 (+ and /, with =), then the whole parameter for the URL.',
    whoActs: 'application',
  },
  'non-visible-data-too-long': {
    error: MALFORMED,
    description: 'nonVisibleData is longer than {limit} characters',
    cause: 'The data is longer, encoded, than the eID takes.',
    fix: 'Send a hash of the document instead of the document.',
    whoActs: 'application',
  },
  'person-missing': {
    error: MALFORMED,
    description: 'login_hint must name the person with sub:ssn:',
    cause: 'A phone authentication needs one person, and the request names none.',
    fix: 'Send login_hint=sub:ssn: followed by the national identity number.',
    whoActs: 'application',
  },
  'person-malformed': {
    error: MALFORMED,
    description: 'login_hint names the person with something that is no national identity number',
    cause: 'The number has the wrong length, an impossible date or a wrong check digit.',
    fix: 'Send all its digits, with the century.',
    whoActs: 'application',
  },
}) satisfies Partial<Record<FailureCode, Entry>>;
