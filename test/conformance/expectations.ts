import { PLANS, type Plan } from './plans.ts';

/** The suite's verdict on a module, or NOT RUN without a test here. */
export type Result = 'PASSED' | 'WARNING' | 'SKIPPED' | 'FAILED' | 'NOT RUN';

/** The expected result of a module. */
export interface Row {
  readonly result: Result;
  /** The exact findings of its test; none when it passes. */
  readonly findings?: readonly string[];
  /** The reason for NOT RUN, or a difference to the suite's own result. */
  readonly note?: string;
}

type Rows = Readonly<Record<string, Row>>;

const NO_REGISTRATION: Row = { result: 'NOT RUN', note: 'dynamic registration is not offered' };
const NO_CODE: Row = { result: 'NOT RUN', note: 'this response type has no code' };
const NO_UNSIGNED: Row = {
  result: 'SKIPPED',
  findings: ['unsigned request objects are not offered'],
};
const NO_REFRESH: Row = { result: 'SKIPPED', findings: ['no refresh token is issued'] };

const warning = (...findings: readonly string[]): Row => ({ result: 'WARNING', findings });
const skipped = (...findings: readonly string[]): Row => ({ result: 'SKIPPED', findings });
const notRun = (note: string): Row => ({ result: 'NOT RUN', note });

/** Claims that BankID lacks, and claims that the full ID token has beyond the request. */
const PERSON: Rows = {
  'oidcc-server': warning(
    'the ID token contains name without a request for it',
    'the ID token contains other claims without a request for them',
  ),
  'oidcc-scope-profile': skipped('scopes_supported lacks profile'),
  'oidcc-scope-email': skipped('scopes_supported lacks email'),
  'oidcc-scope-address': skipped('scopes_supported lacks address'),
  'oidcc-scope-phone': skipped('scopes_supported lacks phone'),
  'oidcc-scope-all': skipped('scopes_supported lacks profile email address phone'),
  'oidcc-alternate-happy-flow': skipped('scopes_supported lacks email'),
};

const BASIC: Rows = {
  ...PERSON,
  'oidcc-idtoken-signature': NO_REGISTRATION,
  'oidcc-idtoken-unsigned': NO_REGISTRATION,
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': {
    result: 'PASSED',
    note: 'the suite runs it with dynamic registration only',
  },
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': NO_UNSIGNED,
  'oidcc-ensure-request-object-with-redirect-uri': NO_UNSIGNED,
  'oidcc-refresh-token': NO_REFRESH,
  'oidcc-claims-essential': { result: 'PASSED', note: 'the suite warns' },
};

const WHOLE: Rows = {
  ...BASIC,
  ...Object.fromEntries(
    [
      ...['jwks-uri', 'logo-uri', 'policy-uri', 'sector-uri', 'sector-bad', 'tos-uri'].map(
        (name) => `oidcc-registration-${name}`,
      ),
      'oidcc-idtoken-rs256',
      'oidcc-redirect-uri-query-OK',
      'oidcc-userinfo-rs256',
      'oidcc-request-uri-unsigned',
      'oidcc-request-uri-signed-rs256',
      'oidcc-refresh-token-rp-key-rotation',
      'oidcc-redirect-uri-query-mismatch',
      'oidcc-redirect-uri-regfrag',
      'oidcc-ensure-redirect-uri-in-authorization-request',
    ].map((name) => [name, NO_REGISTRATION]),
  ),
  'oidcc-discovery-endpoint-verification': notRun('see the config plan'),
  'oidcc-server-rotate-keys': notRun('needs an operator to rotate keys; the suite passes it'),
};

/** The ID token has no claim of the person but `sub`. */
const HYBRID: Rows = {
  ...WHOLE,
  'oidcc-server': { result: 'PASSED' },
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': notRun(
    'the module is for other response types',
  ),
  'oidcc-ensure-request-with-acr-values-succeeds': warning('the ID token has no acr'),
};

const IMPLICIT: Rows = {
  ...WHOLE,
  ...Object.fromEntries(
    [
      'userinfo-get',
      'userinfo-post-body',
      'userinfo-post-header',
      'refresh-token',
      'codereuse',
      'codereuse-30seconds',
      'ensure-request-with-valid-pkce-succeeds',
      'ensure-request-without-nonce-succeeds-for-code-flow',
      'ensure-client-assertion-with-iss-aud-succeeds',
    ].map((name) => [`oidcc-${name}`, NO_CODE]),
  ),
};

const CONFIG: Rows = {
  'oidcc-discovery-endpoint-verification': {
    result: 'WARNING',
    findings: [
      'headless_authorization_endpoint is not registered',
      'headless_cancellation_endpoint is not registered',
      'headless_events_endpoint is not registered',
      'backchannel_authentication_cancellation_endpoint is not registered',
      'acr_values_titles is not registered',
    ],
    note: 'the suite does not warn when its `allow_unexpected_metadata_fields` lists them; it checks https where the issuer has it',
  },
};

const ANY_ALGORITHM: Row = {
  result: 'FAILED',
  findings: ['an assertion with RS256 is accepted'],
  note: 'an application registers keys and may use each of their algorithms',
};
const NO_MTLS: Row = { result: 'NOT RUN', note: 'mutual TLS is not offered' };
const NO_PING: Row = { result: 'NOT RUN', note: 'ping is not offered' };

const CIBA: Rows = {
  'fapi-ciba-id1-discovery-end-point-verification': {
    result: 'FAILED',
    findings: ['tls_client_certificate_bound_access_tokens is not true'],
  },
  'fapi-ciba-id1': {
    result: 'PASSED',
    note: 'the suite fails it, because access tokens are not bound to certificates',
  },
  'fapi-ciba-id1-refresh-token': NO_REFRESH,
  ...Object.fromEntries(
    ['backchannel-authorization-request', 'token-endpoint-request'].map((place) => [
      `fapi-ciba-id1-ensure-client-assertion-signature-algorithm-in-${place}-is-RS256-fails`,
      ANY_ALGORITHM,
    ]),
  ),
  'fapi-ciba-id1-ensure-mtls-holder-of-key-required': {
    ...NO_MTLS,
    note: 'mutual TLS is not offered; the suite runs the module and fails it',
  },
  ...Object.fromEntries(
    [
      'different-client-id-and-issuer-in-backchannel-authorization-request',
      'wrong-client-id-in-token-endpoint-request',
      'wrong-client-id-in-backchannel-authorization-request',
    ].map((name) => [`fapi-ciba-id1-ensure-${name}`, NO_MTLS]),
  ),
  ...Object.fromEntries(
    PLANS['fapi-ciba-id1-test-plan']
      .filter((name) => name.startsWith('fapi-ciba-id1-ping-'))
      .map((name) => [name, NO_PING]),
  ),
};

/** The expected result of each module, by plan: PASSED unless listed. */
export const TABLE: Readonly<Record<Plan, Rows>> = {
  'oidcc-config-certification-test-plan': rows('oidcc-config-certification-test-plan', CONFIG),
  'oidcc-basic-certification-test-plan': rows('oidcc-basic-certification-test-plan', BASIC),
  'oidcc-formpost-basic-certification-test-plan': rows(
    'oidcc-formpost-basic-certification-test-plan',
    BASIC,
  ),
  'oidcc-test-plan code id_token': rows('oidcc-test-plan code id_token', HYBRID),
  'oidcc-test-plan id_token': rows('oidcc-test-plan id_token', IMPLICIT),
  'oidcc-rp-initiated-logout-certification-test-plan': rows(
    'oidcc-rp-initiated-logout-certification-test-plan',
    {},
  ),
  'fapi-ciba-id1-test-plan': rows('fapi-ciba-id1-test-plan', CIBA),
};

function rows(plan: Plan, exceptions: Rows): Rows {
  return Object.fromEntries(
    PLANS[plan].map((name) => [name, exceptions[name] ?? { result: 'PASSED' }]),
  );
}
