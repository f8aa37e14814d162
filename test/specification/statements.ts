/** One statement of the specification about behaviour, in our own words. */
export interface Statement {
  /** Tests name it with a comment `// spec: <id>`. */
  readonly id: string;
  readonly says: string;
}

/** One section of the specification. */
export interface Section {
  readonly title: string;
  readonly statements: readonly Statement[];
}

/**
 * All statements of the specification about behaviour, in its order. The documents cover its statements about
 * operations.
 */
export const SECTIONS: readonly Section[] = [
  section('What the service does', {
    'purpose.authenticates':
      'an application sends a person here, or calls directly, naming one eID; the person is authenticated and the response is a signed JWT with the identity',
    'purpose.signs': 'with an eID that can sign, the person signs a text instead',
    'purpose.standards':
      'it follows OpenID Connect and OAuth 2.0: clients that implement only these standards work',
    'flow.authorization-code':
      'authorization code: a confidential client, a redirect of the browser, then the code for tokens at the back channel; `response_type=code`',
    'flow.pkce':
      'PKCE: a public client, the same with a one-time secret in the place of a client secret; `response_type=code` and `code_challenge`',
    'flow.implicit': 'implicit: the ID token comes in the URL fragment; `response_type=id_token`',
    'flow.implicit.test-domains': 'implicit keeps working on test domains, and only there',
    'flow.ciba':
      'CIBA: confidential clients only, server to server, no redirect, by polling; the application starts it',
    'flow.ciba.se': 'CIBA is offered for the phone authentication of the Swedish eID',
    'flow.headless':
      'headless: confidential clients only, server to server, no redirect, by polling; no device is called, and the response has the data for the client to drive the interaction itself',
    'flow.headless.se': 'headless is offered for the Swedish eID',
    'discovery.document':
      'discovery is a JSON document at its well-known path, without parameters, and names the authorization endpoint',
  }),
  section('Resources and their fields', {
    'resources.no-crud':
      'the API manages no stored resources; the settings of applications are made elsewhere',
    'setting.client-id': 'the client id identifies the application',
    'setting.client-secret': 'the client secret is the password of a confidential client',
    'setting.redirect-uri': 'the redirect URI of a request equals a registered one exactly',
    'setting.dynamic-scopes':
      'the application setting for dynamic scopes decides which scopes count',
    'code.opaque':
      'the authorization code is opaque and comes as `code` in the query of the redirect',
    'code.once': 'a code is exchanged once, at the token endpoint',
    'ciba.response':
      'the response to a CIBA request has `auth_req_id`, which looks like a UUID and is used when polling, and `expires_in`, an integer such as 120',
    'headless.response':
      'the response to a headless request is 200 JSON with `headless_req_id`, which looks like a UUID and is used when polling, `expires_in`, an integer such as 120, and `acr_data`',
    'headless.acr-data':
      'for the Swedish eID `acr_data` has the strings `qrData` and `autoStartToken`',
    'token.type': '`token_type` is `Bearer`',
    'token.expires-in': '`expires_in` is 120, as a number',
    'token.id-token': 'the token response has `id_token`, a signed JWT',
    'token.access-token': 'the token response has an opaque `access_token`',
    'poll.error':
      'a poll that is pending or denied is 400 JSON with `error`, `authorization_pending` or `access_denied`, and `error_description`',
    'poll.acr-data':
      'headless polls add `acr_data` with `qrData` and `hintCode` (ours: `hintCode` alone when it is denied, as no code is left)',
    'poll.acr-data.headless-only': 'polls of CIBA have no `acr_data`',
    'id-token.claims': 'the claims of an ID token depend on the eID and on the scopes',
    'id-token.evidence':
      'requested evidence adds two claims: `evidence`, signed by the eID, and `ocspResponse`',
    'id-token.minimal':
      'with `code id_token` the ID token of the token endpoint holds nothing but a `sub` of the user',
    'id-token.minimal.userinfo': 'with `code id_token` all other data comes from userinfo',
  }),
  section('States and transitions', {
    'state.first-interaction':
      '`awaiting first user interaction`: the person has not used the app yet',
    'state.acknowledgement':
      '`awaiting user request acknowledgement`: the person has to confirm that the call is legitimate (CIBA)',
    'state.identification':
      '`awaiting user identification`: acknowledged, not yet identified (CIBA)',
    'state.success': 'a success is a token response with status 200',
    'state.declined':
      'a person who does not acknowledge, or cancels before the identification, is `access_denied` with `user declined`',
  }),
  section('Endpoints', {
    'endpoints.paths': 'all paths of the specification are paths of the service below its base URL',
    'endpoints.form': 'the bodies of POST requests are `application/x-www-form-urlencoded`',
  }),
  section('GET /oauth2/authorize', {
    'authorize.get': 'a browser starts an authentication here',
    'authorize.response-type': '`response_type` is required: `code`, `id_token` or `code id_token`',
    'authorize.client-id': '`client_id` is required',
    'authorize.redirect-uri': '`redirect_uri` is required and must be registered',
    'authorize.acr-values': '`acr_values` is required and names exactly one eID',
    'authorize.acr-values.pattern':
      'its pattern is `urn:grn:authn:<country_code>:<eid_name>`; of several services of a country the exact one is named',
    'authorize.scope':
      '`scope` is required, holds `openid`, and is separated by single ASCII spaces',
    'authorize.scope.static':
      'with dynamic scopes off (the default) the configured settings apply and all values other than `openid` are ignored',
    'authorize.scope.dynamic': 'with dynamic scopes on the values of the request are used instead',
    'authorize.scope.values':
      'address, email, phone, birthdate and ssn may be requested; the eID decides which of them are supported',
    'authorize.scope.evidence': '`evidence` asks for the claims `evidence` and `ocspResponse`',
    'authorize.response-mode':
      '`response_mode` chooses how the result is delivered: `query` for codes, `fragment` for implicit',
    'authorize.response-mode.default':
      'without it codes come in the query and ID tokens in the fragment',
    'authorize.state': '`state` is optional and comes back unchanged',
    'authorize.login-hint': '`login_hint` holds directives separated by single spaces',
    'authorize.login-hint.fallback':
      '`login_hint` carries `scope` and `acr_values` when the request has no other place for them',
    'authorize.prompt': '`prompt` controls whether the person must authenticate again',
    'authorize.code-challenge': '`code_challenge` with `code_challenge_method=S256` begins PKCE',
    'authorize.redirect.code': 'a code comes as 302 with `code` and `state` in the query',
    'authorize.redirect.implicit':
      'an ID token comes as 302 with `id_token` and `state` in the fragment',
    'authorize.redirect.error':
      'a failure comes as 302 with `error`, `error_description` and `state` (in the fragment where the ID token would come there)',
  }),
  section('login_hint directives', {
    'hint.scope': '`scope:` is the same as the parameter, for all eIDs',
    'hint.action':
      '`action:` (confirm, accept, approve, sign, login) changes the texts that the person sees: "Log in" becomes for example "Approve at …"; `login` is the default',
    'hint.message': '`message:` shows a text to the person in the app',
    'hint.sign': '`message:` with `action:sign` is the text to sign; Markdown is supported',
    'hint.non-visible-data':
      '`nonVisibleData:` goes unchanged to the eID and into the evidence, for authentication and signing; its content is not validated',
    'hint.sub': '`sub:ssn:` names the person of a CIBA request',
  }),
  section('POST /oauth2/token', {
    'token.code.confidential':
      'a confidential client exchanges a code with Basic, or with credentials in the body',
    'token.code.redirect-uri': '`redirect_uri` is exactly the one of the authorize request',
    'token.code.pkce':
      'a public client exchanges a code with its `code_verifier` and without a secret',
    'token.ciba': 'a CIBA poll has `auth_req_id` and a client assertion',
    'token.headless': 'a headless poll has `headless_req_id` and a client assertion',
    'token.headless.other-spelling': 'both spellings of the headless grant type are accepted',
    'token.success': 'success is 200 with a JSON token response',
    'token.code.full': 'with `response_type=code` the full ID token comes from the code exchange',
    'token.pending': 'pending and denied polls are 400 JSON',
  }),
  section('POST /ciba/bc-authorize', {
    'ciba.confidential': 'confidential clients only',
    'ciba.scope': '`scope` is required and holds `openid`',
    'ciba.call-initiator': '`callInitiator` is required: `RP` or `user`',
    'ciba.login-hint': '`login_hint` is required: `sub:ssn:<ssn>`',
    'ciba.acr-values': '`acr_values` is required: the Swedish eID',
    'ciba.binding-message': '`binding_message` is required and is presented to the person',
    'ciba.client-assertion': 'the client authenticates with a signed assertion and its type',
  }),
  section('POST /headless/authorize', {
    'headless.confidential': 'confidential clients only',
    'headless.scope': '`scope` is required and holds `openid`',
    'headless.acr-values': '`acr_values` is required: the Swedish eID',
    'headless.end-user-ip': '`end_user_ip` is the address of the person, and may be left out',
    'headless.client-assertion': 'the client authenticates with a signed assertion and its type',
  }),
  section('Userinfo endpoint', {
    'userinfo.endpoint': 'it exists and gives all data of the user for `code id_token`',
  }),
  section('Authentication', {
    'auth.secret.back-channel': 'the client secret is used at the back channel only',
    'auth.basic': 'Basic with both values form-encoded is preferred',
    'auth.body': 'credentials in the body are accepted',
    'auth.pkce': 'PKCE needs no secret: the verifier must match the challenge of the method `S256`',
    'auth.implicit': 'implicit needs no client authentication',
    'auth.private-key-jwt': 'CIBA and headless authenticate with a private key JWT',
    'auth.secret': 'CIBA and headless may use a client secret instead',
    'auth.eid': 'the named eID authenticates the person',
    'auth.signed-id-token':
      'the signature and the claims of the ID token can be validated, with the published keys and standard libraries',
    'auth.large-tokens':
      'tokens with evidence or a signed text may be larger than a header, and still arrive',
  }),
  section('Errors', {
    'error.redirect':
      'failures of the authorization endpoint are 302 to `redirect_uri` with `error`, `error_description` and `state`',
    'error.first-interaction':
      'no interaction yet: `authorization_pending`, `awaiting first user interaction`',
    'error.acknowledgement':
      'confirmation pending: `authorization_pending`, `awaiting user request acknowledgement`',
    'error.identification': 'acknowledged: `authorization_pending`, `awaiting user identification`',
    'error.declined': 'declined or cancelled: `access_denied`, `user declined`',
    'error.keep-polling': 'while pending the client keeps polling until 200',
  }),
  section('Limits', {
    'limit.poll-interval': 'the poll interval is 5 seconds',
    'limit.expires-in': 'CIBA and headless requests live for 120 seconds',
    'limit.ciba-poll': 'CIBA tokens are delivered by polling only, not by ping or push',
    'limit.message.dk':
      'a message for the Danish eID has at most 130 characters before encoding (a rule of the domain, until the eID is offered)',
    'limit.message.se': 'a message for the Swedish eID has at most 1500 characters after encoding',
    'limit.sign.se': 'a text to sign has at most 40,000 characters after encoding',
    'limit.separator': 'one ASCII space separates scopes and directives',
    'limit.billing': 'text signing is counted apart from authentication',
  }),
];

function section(title: string, statements: Readonly<Record<string, string>>): Section {
  return { title, statements: Object.entries(statements).map(([id, says]) => ({ id, says })) };
}
