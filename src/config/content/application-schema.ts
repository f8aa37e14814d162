import { array, boolean, type InferType, mixed, number, object, string } from 'yup';

import { FLOW_NAMES } from '../../domain/flow.ts';
import { lifetimes } from '../../domain/lifetimes.ts';
import { SCOPES } from '../../domain/scope.ts';
import { faultsTest } from './faults-test.ts';
import { parseJwks, publicJwksFaults } from './public-jwks.ts';
import { uniqueFaults } from './unique-faults.ts';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

const secretSchema = object({
  value: string().required().meta({
    secret: true,
    doc: 'The secret, as `{ env: NAME }` or `{ file: path }`: at least 15 characters, 32 where a production domain accepts it.',
  }),
  expiresAt: string()
    .test('moment', 'must be a moment such as 2027-01-31T12:00:00Z', (text) => {
      return text === undefined || (MOMENT.test(text) && !Number.isNaN(Date.parse(text)));
    })
    .meta({ doc: 'Not accepted from then on, for example `2027-01-31T12:00:00Z`.' }),
});

/** One application of the file: its settings, each checked by itself. */
export const applicationSchema = object({
  clientId: string()
    .required()
    .matches(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
    .meta({ doc: 'Any text or URN; unique in the tenant.' }),
  name: string().required().max(100, 'must have at most 100 characters').meta({
    doc: 'What the person reads on our pages.',
  }),
  issuers: array(string().required())
    .min(1, 'must name an issuer, or be left out')
    .test(faultsTest('unique', uniqueFaults))
    .meta({ doc: "Limits the application to some of the tenant's domains.", missing: 'all' }),
  flows: array(
    string()
      .required()
      .oneOf(FLOW_NAMES, `must be ${FLOW_NAMES.join(' or ')}`),
  )
    .required()
    .length(1, 'must name one flow')
    .meta({
      doc: '`authorization-code` for a confidential client, which needs a secret or a key; `pkce` for a public one, which has neither.',
    }),
  redirectUris: array(string().required())
    .required()
    .min(1, 'must have a URL')
    .max(50, 'must have at most 50 URLs')
    .test(faultsTest('unique', uniqueFaults))
    .meta({
      doc: 'Exact return URLs: https, the scheme of a native app (with a dot), or on test domains http to localhost.',
    }),
  secrets: array(secretSchema).meta({
    doc: 'At most two that have not expired, for rotation. Kept as keyed hashes.',
    missing: 'none',
  }),
  jwks: mixed()
    .test(faultsTest('jwks', publicJwksFaults))
    .transform((value: unknown) => (value === undefined ? undefined : parseJwks(value)))
    .meta({
      doc: 'Public keys for `private_key_jwt`: a JWK set, or `{ file: path }` of a JWK or JWK set in JSON. RSA from 2048 bits (RS256, PS256) or P-256 (ES256).',
      missing: 'none',
      kind: 'mapping',
    }),
  dynamicScopes: boolean()
    .default(false)
    .meta({ doc: 'Grant what the request asks for; otherwise `scopes` applies.' }),
  scopes: array(
    string()
      .required()
      .oneOf(SCOPES, `must be one of ${SCOPES.join(', ')}`),
  )
    .test(faultsTest('unique', uniqueFaults))
    .meta({
      doc: 'What is granted beside `openid` while dynamic scopes are off.',
      missing: 'none',
    }),
  acrValues: array(string().required())
    .min(1, 'must name an eID, or be left out')
    .test(faultsTest('unique', uniqueFaults))
    .meta({ doc: "Limits the application to some of the tenant's eIDs.", missing: 'all' }),
  defaultAcrValues: string().meta({
    doc: 'The eID of a request that names none.',
    missing: 'none: the request must name one',
  }),
  idTokenSigningAlg: string()
    .oneOf(['RS256', 'ES256'] as const, 'must be RS256 or ES256')
    .default('RS256')
    .meta({ doc: 'How ID tokens are signed: `RS256` or `ES256`.' }),
  idTokenLifetimeSeconds: number()
    .integer('must be a whole number')
    .min(60, 'must be at least 60')
    .max(86_400, 'must be at most 86400')
    .default(lifetimes.idToken)
    .meta({ doc: 'How long ID tokens are valid: 60 to 86400.' }),
  requirePkce: boolean()
    .default(false)
    .meta({ doc: 'A confidential client, too, must send a PKCE challenge.' }),
  allowTokenEndpointAudience: boolean().default(false).meta({
    doc: "Accept the token endpoint's URL as an assertion's audience, beside the issuer.",
  }),
});

/** One application of the file, checked, with defaults. */
export type ApplicationInFile = InferType<typeof applicationSchema>;
