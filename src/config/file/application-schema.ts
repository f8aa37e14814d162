import { array, boolean, type InferType, mixed, object, string } from 'yup';

import { APPLICATION_DEFAULTS, CLAIMS_PROFILES, RESPONSE_MODES } from '../../domain/application.ts';
import type { StoredReference } from '../../domain/configuration.ts';
import { FLOW_NAMES } from '../../domain/flow.ts';
import { narrowerBrandingSchema } from './branding.ts';
import { problemsTest, uniqueProblems, wholeNumber } from './checks.ts';
import { parseJwks, publicJwksProblems } from './public-jwks.ts';
import { isStoredReference } from './yaml-values.ts';

/** Settings of the flows without a browser: CIBA and headless. */
const backchannelSettings = {
  backchannelTokenDeliveryMode: string()
    .oneOf(['poll'] as const, 'must be poll: ping and push are not offered')
    .default('poll')
    .meta({ doc: 'The delivery mode of CIBA: `poll` only.' }),
  backchannelRequestSigningAlg: string()
    .oneOf(['RS256', 'PS256', 'ES256'] as const, 'must be RS256, PS256 or ES256')
    .meta({
      doc: 'Require signed CIBA requests with this algorithm: `RS256`, `PS256` or `ES256`. Needs keys.',
      missing: 'none: they need not be signed',
    }),
  defaultCallInitiator: string()
    .oneOf(['RP', 'user'] as const, 'must be RP or user')
    .meta({
      doc: 'The call initiator of CIBA requests without one: `RP` or `user`.',
      missing: 'none: the request must say',
    }),
  phoneStartsPerMinute: wholeNumber(1, 100_000)
    .default(APPLICATION_DEFAULTS.phoneStartsPerMinute)
    .meta({ doc: 'CIBA requests a minute: 1 to 100000.' }),
  requireEndUserIp: boolean().default(APPLICATION_DEFAULTS.requireEndUserIp).meta({
    doc: "Require the person's address (`end_user_ip`) in headless requests; otherwise the caller's address is used.",
  }),
};

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

const secretSchema = object({
  value: mixed<string | StoredReference>()
    .required()
    .test('text', 'must be a text', (value) => {
      return value === undefined || typeof value === 'string' || isStoredReference(value);
    })
    .test('given', 'is required', (value) => value !== '')
    .meta({
      secret: true,
      kind: 'text',
      doc: 'The secret, as `{ env: NAME }` or `{ file: path }`: at least 15 characters, 32 where a production domain accepts it. Or a stored one.',
    }),
  expiresAt: string()
    .test('moment', 'must be a moment such as 2027-01-31T12:00:00Z', (text) => {
      return text === undefined || (MOMENT.test(text) && !Number.isNaN(Date.parse(text)));
    })
    .meta({ doc: 'Not accepted from then on, for example `2027-01-31T12:00:00Z`.' }),
});

const iosAppSchema = object({
  teamId: string()
    .required()
    .matches(/^[A-Z0-9]{10}$/, 'must be ten capital letters and digits')
    .meta({ doc: "The developer's team at Apple, for example `A1B2C3D4E5`." }),
  bundleId: string()
    .required()
    .matches(/^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/, 'must be a bundle id such as com.example.app')
    .meta({ doc: 'For example `com.example.app`.' }),
});

const androidAppSchema = object({
  packageName: string()
    .required()
    .matches(/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/, 'must be a package name such as com.example.app')
    .meta({ doc: 'For example `com.example.app`.' }),
  sha256CertFingerprints: array(
    string()
      .required()
      .matches(
        /^[\dA-F]{2}(?::[\dA-F]{2}){31}$/,
        'must be 32 bytes in capital hexadecimal digits, separated by colons',
      ),
  )
    .required()
    .min(1, 'must have a fingerprint')
    .meta({ doc: 'SHA-256 of each certificate that signs the app: `14:6D:E9:…`.' }),
});

const returnUris = array(string().required())
  .max(50, 'must have at most 50 URLs')
  .test(problemsTest('unique', uniqueProblems));

/** One application of the file: its settings, each checked by itself. */
export const applicationSchema = object({
  clientId: string()
    .required()
    .matches(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
    .meta({ doc: 'Any text or URN; unique in the tenant.' }),
  name: string().required().max(100, 'must have at most 100 characters').meta({
    doc: 'The name on our pages.',
  }),
  branding: narrowerBrandingSchema,
  issuers: array(string().required())
    .min(1, 'must name an issuer, or be left out')
    .test(problemsTest('unique', uniqueProblems))
    .meta({ doc: "Limits the application to some of the tenant's domains.", missing: 'all' }),
  flows: array(
    string()
      .required()
      .oneOf(FLOW_NAMES, `must be one of ${FLOW_NAMES.join(', ')}`),
  )
    .required()
    .min(1, 'must name a flow')
    .test(problemsTest('unique', uniqueProblems))
    .meta({
      doc: 'One or more: `authorization-code`, `ciba` and `headless` for a confidential client, which needs a secret or keys; `pkce` for a public one, which has neither; `implicit` for either, on test domains.',
    }),
  redirectUris: returnUris.meta({
    doc: 'Exact return URLs: https, the scheme of a native app (with a dot), or on test domains http to localhost.',
    missing: 'none: `ciba` and `headless` need none, the other flows one',
  }),
  postLogoutRedirectUris: returnUris.meta({
    doc: 'Return URLs of logouts, beside the redirect URIs. The same kinds of URL.',
    missing: 'none',
  }),
  iosApps: array(iosAppSchema).meta({
    doc: 'Apps that `https://<domain>/ios/callback` opens, which is a redirect URI then.',
    missing: 'none',
  }),
  androidApps: array(androidAppSchema).meta({
    doc: 'Apps that `https://<domain>/android/callback` opens, which is a redirect URI then.',
    missing: 'none',
  }),
  responseModes: array(
    string()
      .required()
      .oneOf(RESPONSE_MODES, `must be one of ${RESPONSE_MODES.join(', ')}`),
  )
    .min(1, 'must name a mode, or be left out')
    .test(problemsTest('unique', uniqueProblems))
    .meta({
      doc: 'The allowed response modes. Beside the usual three: `json` and `post_message`, for pages that call us from a script.',
      missing: APPLICATION_DEFAULTS.responseModes.map((mode) => `\`${mode}\``).join(', '),
    }),
  secrets: array(secretSchema).meta({
    doc: 'At most two that have not expired, for rotation. Stored as HMACs.',
    missing: 'none',
  }),
  jwks: mixed()
    .test(problemsTest('jwks', publicJwksProblems))
    .transform((value: unknown) => (value === undefined ? undefined : parseJwks(value)))
    .meta({
      doc: 'Public keys for `private_key_jwt` and signed requests: a JWK set, or `{ file: path }` of a JWK or JWK set in JSON. RSA from 2048 bits (RS256, PS256) or P-256 (ES256).',
      missing: 'none',
      kind: 'mapping',
    }),
  jwksUri: string().meta({
    doc: 'The URL of these keys: https, not to an internal address; on test domains also http(s) to localhost.',
    missing: 'none',
  }),
  dynamicScopes: boolean()
    .default(APPLICATION_DEFAULTS.dynamicScopes)
    .meta({ doc: 'Grant the requested scopes; otherwise `scopes` applies.' }),
  scopes: array(string().required()).test(problemsTest('unique', uniqueProblems)).meta({
    doc: 'The scopes beside `openid` while dynamic scopes are off.',
    missing: 'none',
  }),
  acrValues: array(string().required())
    .min(1, 'must name an eID, or be left out')
    .test(problemsTest('unique', uniqueProblems))
    .meta({ doc: "Limits the application to some of the tenant's eIDs.", missing: 'all' }),
  defaultAcrValues: string().meta({
    doc: 'The acr value of a request without one.',
    missing: 'none: the request must name one',
  }),
  idTokenSigningAlg: string()
    .oneOf(['RS256', 'ES256'] as const, 'must be RS256 or ES256')
    .default(APPLICATION_DEFAULTS.idTokenSigningAlg)
    .meta({ doc: 'The algorithm of ID tokens: `RS256` or `ES256`.' }),
  claimsProfile: string()
    .oneOf(CLAIMS_PROFILES, `must be one of ${CLAIMS_PROFILES.join(', ')}`)
    .default(APPLICATION_DEFAULTS.claimsProfile)
    .meta({
      doc: 'The names of claims: `eid`, those of each eID; `normalised`, the same for all; or `uri`, those of WS-Federation ([claims](claims/README.md)).',
    }),
  idTokenLifetimeSeconds: wholeNumber(60, 86_400)
    .default(APPLICATION_DEFAULTS.idTokenLifetime)
    .meta({ doc: 'Lifetime of ID tokens in seconds: 60 to 86400.' }),
  requirePkce: boolean()
    .default(APPLICATION_DEFAULTS.requirePkce)
    .meta({ doc: 'Require a PKCE challenge from a confidential client too.' }),
  allowTokenEndpointAudience: boolean()
    .default(APPLICATION_DEFAULTS.allowTokenEndpointAudience)
    .meta({
      doc: "Accept as an assertion's audience, beside the issuer, the URL of the token endpoint and of the one that is called, or a list of these.",
    }),
  assertionLifetimeSeconds: wholeNumber(300, 86_400)
    .default(APPLICATION_DEFAULTS.assertionLifetime)
    .meta({
      doc: 'The longest time until the `exp` of an assertion, in seconds: 300 to 86400.',
    }),
  allowAssertionWithoutJti: boolean().default(APPLICATION_DEFAULTS.allowAssertionWithoutJti).meta({
    doc: 'Accept an assertion without `jti`; its signature then counts once instead.',
  }),
  requireNonce: boolean()
    .default(APPLICATION_DEFAULTS.requireNonce)
    .meta({ doc: 'Require a `nonce` in requests for an ID token.' }),
  requirePushedAuthorizationRequests: boolean()
    .default(APPLICATION_DEFAULTS.requirePushedAuthorizationRequests)
    .meta({ doc: 'Require pushed authorization requests (RFC 9126).' }),
  requireIdTokenHintAtLogout: boolean()
    .default(APPLICATION_DEFAULTS.requireIdTokenHintAtLogout)
    .meta({
      doc: 'Require an `id_token_hint` at logouts with the application or one of its return URLs.',
    }),
  ...backchannelSettings,
});

/** One application of the file, checked, with defaults. */
export type ApplicationInFile = InferType<typeof applicationSchema>;
