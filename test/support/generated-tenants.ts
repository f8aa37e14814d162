import fc from 'fast-check';

import { CLAIMS_PROFILES, RESPONSE_MODES } from '../../src/domain/application.ts';
import { FLOWS, type Flow } from '../../src/domain/flow.ts';
import { isStorable } from '../../src/domain/storable-text.ts';
import { WEBHOOK_EVENTS } from '../../src/domain/webhook.ts';

/** A tenant in the shape of the file, which the checks accept; its secrets are plain texts. */
export type GeneratedTenant = Readonly<Record<string, unknown>> & { readonly id: string };

const ISSUERS = [
  { issuer: 'https://login.example.com', environment: 'production' },
  { issuer: 'https://test.example.com', environment: 'test' },
  { issuer: 'http://localhost:3000', environment: 'test' },
] as const;
const ACR = 'urn:grn:authn:no:vipps';
const KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
};

const letters = fc.string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 1, maxLength: 8 });
/** Texts that YAML and the placeholders of the file must not change. */
const texts = fc.oneof(
  fc.constantFrom(
    '\u0024{NAME}',
    '\u0024\u0024{NAME:-x}',
    'yes',
    '1e3',
    '- a',
    '# b',
    'å: ö',
    '\'"',
    '{ env: X }',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter(isStorable),
);
const secretTexts = fc.string({
  unit: fc.constantFrom(...'abcDEF0123\u0024{}:- #'),
  minLength: 32,
  maxLength: 48,
});
const moments = fc
  .date({ min: new Date('2027-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const webhookSecrets = fc
  .uint8Array({ minLength: 24, maxLength: 48 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);

const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';
const names = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 10 })
  .map((name) => `a${name}`);
const brandings = fc.record(
  {
    displayName: fc.record({ sv: names, en: names }, { requiredKeys: ['en'] }),
    logo: fc.constant(Buffer.from(SQUARE).toString('base64')),
    color: fc.constantFrom('#0b5cad', '#7a1f5c'),
    helpUrl: fc.constant('https://www.example.com/help'),
    supportPhone: fc.constant('+46 8 123 45 67'),
  },
  { requiredKeys: [] },
);

const domains = fc
  .subarray([...ISSUERS], { minLength: 1 })
  .chain((chosen) => fc.tuple(...chosen.map((domain) => domainOf(domain))));

function domainOf(domain: (typeof ISSUERS)[number]) {
  const most = domain.environment === 'test' ? 10_000 : 5;
  const others = fc.record(
    {
      branding: brandings,
      singleSignOnSeconds: fc.integer({ min: 3_600, max: 86_400 }),
      startsPerPerson: fc.integer({ min: 1, max: most }),
      silentAnswersPerPerson: fc.integer({ min: 1, max: most }),
    },
    { requiredKeys: [] },
  );
  return fc.tuple(others, fc.boolean()).map(([given, other]) => ({
    ...domain,
    ...given,
    ...(other && given.singleSignOnSeconds && { singleSignOnOtherDeviceSeconds: 60 }),
  }));
}

const eids = fc
  .record(
    {
      environment: fc.constantFrom('test', 'production'),
      acrValues: fc.constant([ACR]),
      settings: fc.record(
        {
          clientId: texts,
          clientSecret: texts,
          timeoutSeconds: fc.integer({ min: 1, max: 5 }),
          environment: fc.constant('production'),
        },
        { requiredKeys: ['clientId', 'clientSecret'] },
      ),
    },
    { requiredKeys: ['settings'] },
  )
  .map((eid) => [{ eid: 'no-vipps', ...eid }]);

const FLOW_SETS: readonly (readonly Flow[])[] = [
  ['authorization-code'],
  ['pkce'],
  ['ciba'],
  ['headless', 'authorization-code'],
  ['authorization-code', 'ciba', 'headless'],
];

const switches = fc.record(
  {
    branding: brandings,
    dynamicScopes: fc.boolean(),
    requirePkce: fc.boolean(),
    requireNonce: fc.boolean(),
    requirePushedAuthorizationRequests: fc.boolean(),
    requireIdTokenHintAtLogout: fc.boolean(),
    requireEndUserIp: fc.boolean(),
    allowTokenEndpointAudience: fc.boolean(),
    allowAssertionWithoutJti: fc.boolean(),
    assertionLifetimeSeconds: fc.integer({ min: 300, max: 86_400 }),
    idTokenLifetimeSeconds: fc.integer({ min: 60, max: 86_400 }),
    phoneStartsPerMinute: fc.integer({ min: 1, max: 100_000 }),
    idTokenSigningAlg: fc.constantFrom('RS256', 'ES256'),
    claimsProfile: fc.constantFrom(...CLAIMS_PROFILES),
    responseModes: fc.shuffledSubarray([...RESPONSE_MODES], { minLength: 1 }),
    acrValues: fc.constant([ACR]),
    defaultAcrValues: fc.constant(ACR),
    scopes: fc.constant(['ssn']),
    postLogoutRedirectUris: fc.constant(['https://shop.example.com/bye', 'com.example.app:/bye']),
    iosApps: fc.constant([{ teamId: 'A1B2C3D4E5', bundleId: 'com.example.app' }]),
  },
  { requiredKeys: [] },
);

const applications = fc.uniqueArray(
  fc
    .record({
      clientId: letters,
      name: texts,
      flows: fc.constantFrom(...FLOW_SETS),
      own: switches,
      secrets: fc.uniqueArray(fc.tuple(secretTexts, fc.option(moments, { nil: undefined })), {
        minLength: 1,
        maxLength: 2,
        selector: ([secret]) => secret,
      }),
      hasKeys: fc.boolean(),
    })
    .map(({ own, flows, secrets, hasKeys, ...application }) => ({
      ...application,
      flows,
      ...(flows.some((flow) => FLOWS[flow].channel === 'browser') && {
        redirectUris: ['https://shop.example.com/callback'],
      }),
      ...(flows.includes('pkce') ? {} : credentialsOf(secrets, hasKeys)),
      ...own,
    })),
  { maxLength: 4, selector: ({ clientId }) => clientId },
);

function credentialsOf(
  secrets: readonly (readonly [string, string | undefined])[],
  hasKeys: boolean,
): object {
  return {
    secrets: secrets.map(([value, expiresAt]) => ({ value, ...(expiresAt && { expiresAt }) })),
    ...(hasKeys && { jwks: { keys: [KEY] } }),
  };
}

const webhooks = fc.uniqueArray(
  fc.record(
    {
      id: letters,
      url: fc.constantFrom('https://a.example.com/hook', 'https://b.example.com/?x=\u0024{A}'),
      events: fc.shuffledSubarray([...WEBHOOK_EVENTS], { minLength: 1 }),
      secrets: fc
        .uniqueArray(webhookSecrets, { minLength: 1, maxLength: 2 })
        .map((secrets) => secrets.map((value) => ({ value }))),
    },
    { requiredKeys: ['id', 'url', 'secrets'] },
  ),
  { maxLength: 2, selector: ({ id }) => id },
);

/** Tenants of one id with every kind of setting. */
export const tenantsOf = (id: string): fc.Arbitrary<GeneratedTenant> =>
  fc.record(
    {
      id: fc.constant(id),
      name: texts,
      branding: brandings,
      requireSecondPerson: fc.constant(true),
      domains,
      eids,
      applications,
      webhooks,
    },
    { requiredKeys: ['id', 'name', 'domains', 'eids', 'applications'] },
  );
