import { PLANS, type Plan } from './plans.ts';

/** What the suite would say of a module, or that nothing here does what it does. */
export type Result = 'PASSED' | 'WARNING' | 'SKIPPED' | 'FAILED' | 'NOT RUN';

/** What is expected of a module. */
export interface Row {
  readonly result: Result;
  /** What its test finds, to the word; none when it passes. */
  readonly findings?: readonly string[];
  /** For the reader: why nothing is run, or what the suite would see beyond our test. */
  readonly note?: string;
}

type Rows = Readonly<Record<string, Row>>;

const NO_REGISTRATION: Row = { result: 'NOT RUN', note: 'dynamic registration is not offered' };
const NO_CODE: Row = { result: 'NOT RUN', note: 'not of this response type: there is no code' };
const NO_UNSIGNED: Row = {
  result: 'SKIPPED',
  findings: ['unsigned request objects are not offered'],
};
const NO_REFRESH: Row = { result: 'SKIPPED', findings: ['no refresh token is issued'] };

const warning = (...findings: readonly string[]): Row => ({ result: 'WARNING', findings });
const skipped = (...findings: readonly string[]): Row => ({ result: 'SKIPPED', findings });
const notRun = (note: string): Row => ({ result: 'NOT RUN', note });

/** What BankID does not know of a person; and that its full ID token says more than was asked for. */
const PERSON: Rows = {
  'oidcc-server': warning(
    'the ID token holds name, which nobody asked for',
    'the ID token holds claims of the person that nobody asked for',
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
  'oidcc-claims-essential': { result: 'PASSED', note: 'the suite warned' },
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
  'oidcc-server-rotate-keys': notRun('waits for an operator who rotates keys; the suite passed it'),
};

/** The ID token says nothing of the login but `sub`. */
const HYBRID: Rows = {
  ...WHOLE,
  'oidcc-server': { result: 'PASSED' },
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': notRun('not of this response type'),
  'oidcc-ensure-request-with-acr-values-succeeds': warning('the ID token tells no acr'),
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
    ],
    note: "none, when `allow_unexpected_metadata_fields` of the suite's configuration names them; https is looked at where the issuer has it",
  },
};

const ANY_ALGORITHM: Row = {
  result: 'FAILED',
  findings: ['an assertion with RS256 is accepted'],
  note: 'an application has keys, not one algorithm',
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
    note: 'the suite failed it: no access token is bound to a certificate',
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

/** What is expected of each module, by plan: PASSED where nothing else is said. */
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
