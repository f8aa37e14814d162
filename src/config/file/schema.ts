import { array, boolean, type InferType, mixed, object, string } from 'yup';

import { DEFAULT_LIMITS } from '../../domain/tenant.ts';
import { applicationSchema } from './application-schema.ts';
import { brandingSchema, narrowerBrandingSchema } from './branding.ts';
import { problemsTest, uniqueProblems, wholeNumber } from './checks.ts';
import { webhookSchema } from './webhooks.ts';

const TENANT_ID = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Of a limit on a test domain. */
const MAX_ON_TEST_DOMAINS = 10_000;
const ENVIRONMENTS = ['test', 'production'] as const;

/** One domain of the file. */
const domainSchema = object({
  issuer: string().required().meta({
    doc: 'Origin such as `https://login.example.com`; unique over all tenants. http only on test domains, for localhost, `*.localhost` and loopback addresses.',
  }),
  environment: string()
    .required()
    .oneOf(ENVIRONMENTS, 'must be test or production')
    .meta({ doc: '`test` or `production`.' }),
  singleSignOnSeconds: wholeNumber(60, 86_400).meta({
    doc: 'Lifetime of a session, for the eID of the login: 60 to 86400.',
    missing: 'off: every request needs its own login',
  }),
  singleSignOnOtherDeviceSeconds: wholeNumber(60, 86_400).meta({
    doc: 'The same after a login on another device (QR code): at most `singleSignOnSeconds`.',
    missing: 'off: such a login starts no session',
  }),
  startsPerPerson: wholeNumber(1, MAX_ON_TEST_DOMAINS)
    .default(DEFAULT_LIMITS.startsPerPerson)
    .meta({
      doc: `Starts in 5 minutes by one application for one named person: 1 to ${MAX_ON_TEST_DOMAINS} on a test domain, 1 to ${DEFAULT_LIMITS.startsPerPerson} on a production domain. All applications of the tenant together: twice as many.`,
    }),
  silentAnswersPerPerson: wholeNumber(1, MAX_ON_TEST_DOMAINS)
    .default(DEFAULT_LIMITS.silentAnswersPerPerson)
    .meta({
      doc: `Silent logins of one person in 20 minutes: 1 to ${MAX_ON_TEST_DOMAINS} on a test domain, 1 to ${DEFAULT_LIMITS.silentAnswersPerPerson} on a production domain.`,
    }),
  branding: narrowerBrandingSchema,
});

/** One eID of the file; its settings are the eID's own. */
const eidSchema = object({
  eid: string().required().meta({ doc: 'The name of the eID.' }),
  environment: string()
    .oneOf(ENVIRONMENTS, 'must be test or production')
    .meta({ doc: 'The domains of these settings: `test` or `production`.', missing: 'both' }),
  acrValues: array(string().required())
    .min(1, 'must name an acr value, or be left out')
    .test(problemsTest('unique', uniqueProblems))
    .meta({
      doc: 'The acr values that are offered, in the order of discovery.',
      missing: 'all',
    }),
  settings: mixed<object>()
    .required()
    .meta({ doc: "The eID's own settings, listed below.", kind: 'mapping' }),
});

/** One tenant of the file. */
const tenantSchema = object({
  id: string()
    .required()
    .matches(TENANT_ID, 'must be 1 to 63 lower-case letters, digits and inner hyphens')
    .meta({ doc: 'The permanent name of the tenant: its pseudonyms depend on it.' }),
  name: string()
    .required()
    .max(100, 'must have at most 100 characters')
    .meta({ doc: 'For operators.' }),
  branding: brandingSchema,
  requireSecondPerson: boolean().default(false).meta({
    doc: 'In the API and the console, keys, production certificates and removals wait for [a second person](administrators.md#a-second-person).',
  }),
  domains: array(domainSchema).required().meta({ doc: 'Its issuers.' }),
  eids: array(eidSchema)
    .required()
    .meta({ doc: 'The eIDs of the tenant, in the order of discovery.' }),
  applications: array(applicationSchema).required().meta({ doc: 'Its client applications.' }),
  webhooks: array(webhookSchema).max(10, 'must have at most 10 webhooks').meta({
    doc: "Receivers of the tenant's events.",
    missing: 'nowhere',
  }),
});

/** The whole file. */
export const fileSchema = object({
  tenants: array(tenantSchema).required().meta({
    doc: 'Each is described completely: omitted parts are removed. Omitted tenants stay.',
  }),
});

/** The whole file, checked, with defaults. */
export type CheckedFile = InferType<typeof fileSchema>;
