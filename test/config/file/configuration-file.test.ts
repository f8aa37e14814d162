import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleVariant } from '@eid-broker/testing/sample-offers';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { boolean, number, object, string } from 'yup';

import { ConfigurationProblems, type Problem } from '../../../src/config/configuration-problems.ts';
import type { KnownEid } from '../../../src/config/file/checks.ts';
import { readConfigurationFile } from '../../../src/config/file/configuration-file.ts';
import type { Acr } from '../../../src/domain/acr.ts';
import type { DeclaredConfiguration } from '../../../src/domain/configuration.ts';
import type { Restriction } from '../../../src/domain/eid-offer.ts';
import { DEFAULT_LIMITS } from '../../../src/domain/tenant.ts';
import { WEBHOOK_EVENTS } from '../../../src/domain/webhook.ts';

const LONG_SECRET = 'a-client-secret-of-more-than-32-characters';
const FINGERPRINT = Array(32).fill('AB').join(':');
const ACR = 'urn:grn:authn:xx:paper';
const NOT_HERE =
  'must not be written here: use { env: NAME }, { file: path } or, if binary, { base64File: path }';

const paper: KnownEid = {
  offer: {
    name: 'xx-paper',
    variants: [sampleVariant(ACR), sampleVariant(`${ACR}:folded`, { device: 'other' })],
    scopes: ['paper:weight'],
    aliases: { 'urn:grn:authn:xx:papyrus': ACR as Acr },
    retired: { 'urn:grn:authn:xx:parchment': ACR as Acr },
  },
  settings: object({
    url: string().required(),
    key: string().required().meta({ secret: true }),
    retries: number(),
    tls: object({ passphrase: string().meta({ secret: true }) }).default(undefined),
  }),
  isSimulated: (settings) => (settings as Tree).url === 'https://simulated.example',
};
const demo = { secrets: { some: 'the-demo-secret-known-to-everybody' }, publicKeys: ['demo-x'] };
const env = {
  DEMO_SECRET: demo.secrets.some,
  WEB_SECRET: LONG_SECRET,
  SHORT: 'short',
  PAPER_KEY: 'hunter2',
  HOST: 'paper.example',
};
const publicKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
  format: 'jwk',
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'configuration-'));
  writeFileSync(join(folder, 'key.txt'), 'hunter3\n');
  writeFileSync(join(folder, 'key.bin'), Buffer.from([0, 255, 10]));
  writeFileSync(join(folder, 'empty.txt'), '');
  writeFileSync(join(folder, 'huge.txt'), Buffer.alloc(1_048_577, 65));
  writeFileSync(join(folder, 'public.json'), JSON.stringify(publicKey));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Tree = Record<string, unknown>;

const web = (more: Tree = {}): Tree => ({
  clientId: 'web',
  name: 'Web shop',
  flows: ['authorization-code'],
  redirectUris: ['https://shop.example.com/callback'],
  secrets: [{ value: { env: 'WEB_SECRET' } }],
  ...more,
});
const spa = (more: Tree = {}): Tree => ({
  clientId: 'spa',
  name: 'App',
  flows: ['pkce'],
  redirectUris: ['https://app.example.com/callback'],
  ...more,
});
const eid = (settings: Tree = {}, more: Tree = {}): Tree => ({
  eid: 'xx-paper',
  settings: { url: 'https://paper.example', key: { env: 'PAPER_KEY' }, ...settings },
  ...more,
});
const tenant = (more: Tree = {}): Tree => ({
  id: 'shop',
  name: 'Shop',
  domains: [{ issuer: 'https://login.example.com', environment: 'production' }],
  eids: [eid()],
  applications: [web()],
  ...more,
});
const onTest = { domains: [{ issuer: 'https://test.example.com', environment: 'test' }] };

function read(tree: unknown, variables: Record<string, string> = env): DeclaredConfiguration {
  const path = join(folder, 'configuration.yaml');
  writeFileSync(path, typeof tree === 'string' ? tree : stringify(tree));
  const now = new Date('2026-11-20T12:00:00Z');
  return readConfigurationFile({ path, env: variables, eids: [paper], demo, now });
}

function problems(tree: unknown, variables = env): string[] {
  try {
    read(tree, variables);
  } catch (error) {
    if (error instanceof ConfigurationProblems) return error.problems.map(pathAndMessage);
    throw error;
  }
  return [];
}

function pathAndMessage({ path, message }: Problem): string {
  return path === '' ? message : `${path}: ${message}`;
}

const problemsOfTenant = (more: Tree) => problems({ tenants: [tenant(more)] });
const problemsOfWeb = (more: Tree) => problemsOfTenant({ applications: [web(more)] });

describe('a correct file', () => {
  test('yields the configuration with defaults', () => {
    expect(read({ tenants: [tenant()] })).toStrictEqual({
      tenants: [
        {
          id: 'shop',
          name: 'Shop',
          branding: undefined,
          requireSecondPerson: undefined,
          domains: [
            {
              issuer: 'https://login.example.com',
              environment: 'production',
              singleSignOn: undefined,
              singleSignOnOtherDevice: undefined,
              limits: DEFAULT_LIMITS,
              branding: undefined,
            },
          ],
          eids: [
            {
              eid: 'xx-paper',
              environment: 'both',
              acrValues: undefined,
              settings: { url: 'https://paper.example', key: 'hunter2' },
            },
          ],
          applications: [
            {
              clientId: 'web',
              name: 'Web shop',
              branding: undefined,
              issuers: undefined,
              flows: ['authorization-code'],
              redirectUris: ['https://shop.example.com/callback'],
              postLogoutRedirectUris: [],
              responseModes: ['query', 'fragment', 'form_post'],
              secrets: [{ value: LONG_SECRET, expiresAt: undefined }],
              jwks: undefined,
              jwksUri: undefined,
              dynamicScopes: false,
              scopes: [],
              acrValues: undefined,
              defaultAcrValues: undefined,
              claimsProfile: 'eid',
              idTokenSigningAlg: 'RS256',
              idTokenLifetime: 1200,
              requirePkce: false,
              allowTokenEndpointAudience: false,
              assertionLifetime: 300,
              allowAssertionWithoutJti: false,
              requireNonce: false,
              requirePushedAuthorizationRequests: false,
              requireIdTokenHintAtLogout: false,
              requireEndUserIp: false,
              iosApps: [],
              androidApps: [],
              defaultCallInitiator: undefined,
              backchannelRequestSigningAlg: undefined,
              phoneStartsPerMinute: 20,
            },
          ],
          webhooks: [],
        },
      ],
    });
  });

  test('may name acr values by their aliases', () => {
    const papyrus = 'urn:grn:authn:xx:papyrus';
    const { tenants } = read({
      tenants: [
        tenant({
          eids: [eid({}, { acrValues: [papyrus] })],
          applications: [web({ acrValues: [papyrus], defaultAcrValues: papyrus })],
        }),
      ],
    });
    expect(tenants[0]?.eids[0]?.acrValues).toEqual([ACR]);
    expect(tenants[0]?.applications[0]).toMatchObject({ acrValues: [ACR], defaultAcrValues: ACR });
    const twice = eid({}, { acrValues: [papyrus, ACR] });
    expect(problemsOfTenant({ eids: [twice] })).toEqual([
      'tenants[0].eids[0].acrValues[1]: is listed twice',
    ]);
  });

  test('may grant the scopes of an eID', () => {
    const scopes = ['ssn', 'paper:weight'];
    const { tenants } = read({ tenants: [tenant({ applications: [web({ scopes })] })] });
    expect(tenants[0]?.applications[0]?.scopes).toEqual(scopes);
  });

  test('may have webhooks, with secrets by reference alone', () => {
    const value = `whsec_${'A'.repeat(32)}`;
    const webhook = { id: 'billing', url: 'https://shop.example.com/events' };
    const declared = {
      ...tenant(),
      webhooks: [{ ...webhook, secrets: [{ value: { env: 'HOOK' } }] }],
    };
    expect(read({ tenants: [declared] }, { ...env, HOOK: value }).tenants[0]?.webhooks).toEqual([
      { ...webhook, events: WEBHOOK_EVENTS, secrets: [value] },
    ]);
    const literal = { ...tenant(), webhooks: [{ ...webhook, secrets: [{ value }] }] };
    expect(() => read({ tenants: [literal] })).toThrow('must not be written here');
  });

  test('may have every setting of an application', () => {
    const settings = {
      clientId: 'urn:my:application:shop',
      issuers: ['https://login.example.com'],
      flows: ['authorization-code', 'ciba', 'headless'],
      postLogoutRedirectUris: ['https://shop.example.com/bye'],
      responseModes: ['json', 'post_message'],
      jwks: { keys: [publicKey] },
      dynamicScopes: true,
      scopes: ['ssn', 'evidence'],
      acrValues: [ACR],
      defaultAcrValues: ACR,
      idTokenSigningAlg: 'ES256',
      requirePkce: true,
      allowTokenEndpointAudience: true,
      allowAssertionWithoutJti: true,
      requireNonce: true,
      requirePushedAuthorizationRequests: true,
      requireIdTokenHintAtLogout: true,
      requireEndUserIp: true,
      iosApps: [{ teamId: 'A1B2C3D4E5', bundleId: 'com.example.shop' }],
      androidApps: [{ packageName: 'com.example.shop', sha256CertFingerprints: [FINGERPRINT] }],
      defaultCallInitiator: 'user',
      backchannelRequestSigningAlg: 'ES256',
      phoneStartsPerMinute: 1000,
    };
    const secrets = [{ value: { env: 'WEB_SECRET' }, expiresAt: '2027-01-31T12:00:00+01:00' }];
    const application = web({
      ...settings,
      secrets,
      idTokenLifetimeSeconds: 60,
      assertionLifetimeSeconds: 86_400,
    });

    expect(read({ tenants: [tenant({ applications: [application] })] })).toMatchObject({
      tenants: [
        {
          applications: [
            {
              ...settings,
              idTokenLifetime: 60,
              assertionLifetime: 86_400,
              secrets: [{ value: LONG_SECRET, expiresAt: new Date('2027-01-31T11:00:00Z') }],
            },
          ],
        },
      ],
    });
  });

  test('may name an address of keys and the one delivery mode of tokens', () => {
    const more = {
      jwksUri: 'https://shop.example.com/jwks',
      backchannelTokenDeliveryMode: 'poll',
    };
    const [application] =
      read({ tenants: [tenant({ applications: [web(more)] })] }).tenants[0]?.applications ?? [];

    expect(application?.jwksUri).toBe('https://shop.example.com/jwks');
    expect(application).not.toHaveProperty('backchannelTokenDeliveryMode');
  });

  test('may have an application without return URLs, for flows without a browser', () => {
    const caller = web({ flows: ['ciba'], redirectUris: undefined });
    const { tenants } = read({ tenants: [tenant({ applications: [caller] })] });

    expect(tenants[0]?.applications[0]?.redirectUris).toEqual([]);
  });

  test('may set limits per person: any on a test domain, and no higher than the default on another', () => {
    const limits = { startsPerPerson: 10_000, silentAnswersPerPerson: 7 };
    const low = { startsPerPerson: 1, silentAnswersPerPerson: 2 };
    const production = { issuer: 'https://login.example.com', environment: 'production' };
    const domains = [
      { ...onTest.domains[0], ...limits },
      { ...production, ...low },
    ];
    const taken = read({ tenants: [tenant({ domains })] }).tenants[0]?.domains;
    expect(taken?.map((domain) => domain.limits)).toEqual([limits, low]);

    const invalid = [
      { ...onTest.domains[0], startsPerPerson: 10_001, silentAnswersPerPerson: 0 },
      { ...production, startsPerPerson: 6, silentAnswersPerPerson: 7 },
    ];
    expect(problemsOfTenant({ domains: invalid })).toEqual([
      'tenants[0].domains[0].silentAnswersPerPerson: must be at least 1',
      'tenants[0].domains[0].startsPerPerson: must be at most 10000',
      'tenants[0].domains[1].silentAnswersPerPerson: must be at most 6 on a production domain',
      'tenants[0].domains[1].startsPerPerson: must be at most 5 on a production domain',
    ]);
  });

  test('may set how long people stay logged in on a domain', () => {
    const sessions = { singleSignOnSeconds: 3600, singleSignOnOtherDeviceSeconds: 300 };
    const domains = [{ ...onTest.domains[0], ...sessions }];

    expect(read({ tenants: [tenant({ domains })] }).tenants[0]?.domains).toEqual([
      {
        issuer: 'https://test.example.com',
        environment: 'test',
        singleSignOn: 3600,
        singleSignOnOtherDevice: 300,
        limits: DEFAULT_LIMITS,
      },
    ]);
  });

  test('may have tenants without members', () => {
    expect(problems({ tenants: [] })).toEqual([]);
    expect(problemsOfTenant({ domains: [], eids: [], applications: [] })).toEqual([]);
  });
});

describe('references', () => {
  const settingsOf = (settings: Tree) =>
    read({ tenants: [tenant({ eids: [eid(settings)] })] }).tenants[0]?.eids[0]?.settings;

  test('read texts from files beside the YAML file, without the last line break', () => {
    expect(settingsOf({ key: { file: 'key.txt' } })).toMatchObject({ key: 'hunter3' });
  });

  test('read binary files as base64', () => {
    expect(settingsOf({ key: { base64File: 'key.bin' } })).toMatchObject({ key: 'AP8K' });
  });

  test('read public keys from a JSON file', () => {
    const content = read({
      tenants: [tenant({ applications: [web({ jwks: { file: 'public.json' } })] })],
    });

    expect(content.tenants[0]?.applications[0]?.jwks).toEqual({ keys: [publicKey] });
  });

  test('replace variables in texts, with defaults where they are given', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the syntax of the file
    expect(settingsOf({ url: 'https://${HOST}:${PORT:-8443}/' })).toMatchObject({
      url: 'https://paper.example:8443/',
    });
  });

  test.each([
    [{ env: 'NOT_SET' }, 'the variable NOT_SET is not set'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the syntax of the file
    ['${NOT_SET}/path', 'the variable NOT_SET is not set'],
    [{ file: 'no.txt' }, 'the file no.txt cannot be read (ENOENT)'],
    [{ base64File: '.' }, 'the file . is not a regular file'],
    [{ file: '/dev/zero' }, 'the file /dev/zero is not a regular file'],
    [{ file: 'empty.txt' }, 'the file empty.txt is empty'],
    [{ file: 'huge.txt' }, 'the file huge.txt is bigger than a megabyte (1 MiB)'],
  ])('without a target are one problem each: %j', (reference, problem) => {
    expect(problemsOfTenant({ eids: [eid({ url: reference })] })).toEqual([
      `tenants[0].eids[0].settings.url: ${problem}`,
    ]);
  });
});

describe('the secrets of the service itself', () => {
  test.each(['DATABASE_URL', 'DATABASE_URL_FILE', 'KEY_ENCRYPTION_KEY', 'KEY_ENCRYPTION_KEY_FILE'])(
    'are never part of the configuration: %s',
    (name) => {
      const problem = `tenants[0].name: the variable ${name} is a secret of the service itself`;
      const own = { ...env, [name]: 'hunter9' };
      for (const text of [
        { env: name },
        `\${${name}}`,
        `\${${name}:-x}`,
        { file: `\${${name}}` },
      ]) {
        expect(problems({ tenants: [tenant({ name: text })] }, own)).toEqual([problem]);
      }
    },
  );
});

describe('secrets', () => {
  test('must not be written into the file', () => {
    const literal = web({ secrets: [{ value: LONG_SECRET }] });
    const settings = { key: 'hunter2', tls: { passphrase: 'hunter2' } };

    expect(problemsOfTenant({ applications: [literal], eids: [eid(settings)] })).toEqual([
      `tenants[0].applications[0].secrets[0].value: ${NOT_HERE}`,
      `tenants[0].eids[0].settings.key: ${NOT_HERE}`,
      `tenants[0].eids[0].settings.tls.passphrase: ${NOT_HERE}`,
    ]);
  });

  test('are recognised as private keys in any setting', () => {
    const url = '-----BEGIN EC PRIVATE KEY-----\nAAAA';

    expect(problemsOfTenant({ eids: [eid({ url })] })).toEqual([
      `tenants[0].eids[0].settings.url: ${NOT_HERE}`,
    ]);
  });

  test('are never part of a message, even of an eID', () => {
    const leakingEid: KnownEid = {
      ...paper,
      settings: object({
        key: string().test(
          't',
          ({ value }) => `bad ${value}`,
          () => false,
        ),
      }),
    };
    const path = join(folder, 'telltale.yaml');
    const eids = [{ eid: 'xx-paper', settings: { key: { env: 'PAPER_KEY' } } }];
    writeFileSync(path, stringify({ tenants: [tenant({ eids })] }));

    expect(() =>
      readConfigurationFile({ path, env, eids: [leakingEid], demo, now: new Date(0) }),
    ).toThrow('tenant shop, eid xx-paper, settings.key (line 10, column 11): bad …');
  });

  test('are not shown when they have the wrong type', () => {
    const message = problems('tenants: [{ id: { hunter: hunter2 }, name: [hunter2] }]').join('\n');

    expect(message).not.toContain('hunter2');
  });

  test('have at least 15 characters on test domains and 32 on production domains', () => {
    const secrets = [{ value: { env: 'SHORT' } }];
    const path = 'tenants[0].applications[0].secrets[0].value';

    expect(problemsOfWeb({ secrets })).toEqual([
      `${path}: must have at least 32 characters on a production domain`,
    ]);
    expect(problemsOfTenant({ ...onTest, applications: [web({ secrets })] })).toEqual([
      `${path}: must have at least 15 characters`,
    ]);
  });

  test('are at most two that have not expired', () => {
    const values = ['A', 'B', 'C'].map((letter) => `${LONG_SECRET}-${letter}`);
    for (const [index, value] of values.entries()) {
      writeFileSync(join(folder, `secret-${index}`), value);
    }
    const secret = (index: number) => ({ value: { file: `secret-${index}` } });
    const expired = { ...secret(2), expiresAt: '2026-11-20T12:00:00Z' };
    const expiring = { ...secret(2), expiresAt: '2026-11-20T12:00:01Z' };

    expect(problemsOfWeb({ secrets: [secret(0), secret(1), expired] })).toEqual([]);
    expect(problemsOfWeb({ secrets: [secret(0), secret(1), expiring] })).toEqual([
      'tenants[0].applications[0].secrets: must have at most two that have not expired',
    ]);
    expect(problemsOfWeb({ secrets: [secret(0), secret(0)] })).toEqual([
      'tenants[0].applications[0].secrets[1].value: is listed twice',
    ]);
  });
});

describe('problems', () => {
  test.each(['a\0b', 'a\ud800b'])('are texts that PostgreSQL cannot store: %j', (text) => {
    const where = { name: text, redirectUris: [`https://shop.example.com/${text}`] };
    expect(problemsOfWeb(where)).toEqual(
      expect.arrayContaining(
        ['name', 'redirectUris[0]'].map((setting) => {
          const path = `tenants[0].applications[0].${setting}`;
          return `${path}: must not contain U+0000 or half of a surrogate pair`;
        }),
      ),
    );
  });

  test('are reported all at once, by path', () => {
    const tree = {
      tenants: [
        {
          id: 'Shop!',
          domains: [{ issuer: 'https://login.example.com/', environment: 'staging' }],
          eids: [{ eid: 'xx-stone', settings: {} }],
          applications: [
            {
              clientId: 'a b',
              name: 5,
              flows: ['password'],
              redirectUris: ['https://ok.example/cb', 'javascript:alert(1)'],
              idTokenLifetimeSeconds: '60',
              dynamicScopes: 'yes',
              scopes: ['profile'],
              colour: 'red',
            },
          ],
        },
      ],
      tenant: [],
    };

    expect(problems(tree)).toEqual([
      'tenant: is not a setting we know; did you mean tenants?',
      'tenants[0].applications[0].clientId: must be 1 to 255 visible ASCII characters',
      'tenants[0].applications[0].colour: is not a setting we know',
      'tenants[0].applications[0].dynamicScopes: must be true or false',
      'tenants[0].applications[0].flows[0]: must be one of authorization-code, pkce, implicit, ciba, headless',
      'tenants[0].applications[0].idTokenLifetimeSeconds: must be a number',
      'tenants[0].applications[0].name: must be a text',
      'tenants[0].applications[0].redirectUris[1]: must be https, or have the scheme of a native app, which contains a dot',
      'tenants[0].applications[0].scopes[0]: must be one of openid, address, email, phone, birthdate, ssn, evidence, risk, paper:weight',
      'tenants[0].domains[0].environment: must be test or production',
      'tenants[0].domains[0].issuer: must be an origin alone: lower case, no path, no trailing slash, no default port',
      'tenants[0].eids[0].eid: is the name of no eID; the eIDs are xx-paper',
      'tenants[0].id: must be 1 to 63 lower-case letters, digits and inner hyphens',
      'tenants[0].name: is required',
    ]);
  });

  test.each([
    ['nothing', '', 'tenants: is required'],
    ['a text', 'hello', 'must be a mapping'],
    ['a list', '- hello', 'must be a mapping'],
    ['an empty key', 'tenants:', 'tenants: must not be empty'],
    ['a mapping for a list', 'tenants: {}', 'tenants: must be a list'],
    ['texts for mappings', 'tenants: [hello]', 'tenants[0]: must be a mapping'],
  ])('name the error in %s', (_, text, problem) => {
    expect(problems(text)).toEqual([problem]);
  });

  test('name the line of broken YAML, without an excerpt', () => {
    expect(problems('tenants:\n  - id: hunter2: 5\n')).toEqual([
      'line 2, column 9: is not valid YAML: one line has two keys: put the next one on a line of its own, or a text with ": " in quotes',
    ]);
    expect(problems('a: 1\na: 2\n')).toEqual([
      'line 2, column 1: is not valid YAML: this key is there twice',
    ]);
  });

  test.each([
    ['a: [1, 2', 'line 1, column 9: is not valid YAML: a closing ] is missing'],
    ['a: "b', 'line 1, column 6: is not valid YAML: a closing quotation mark is missing'],
    ['a:\n\tb: 1', 'line 2, column 1: is not valid YAML: a tab indents this line: use spaces'],
    [
      'a: @b',
      'line 1, column 4: is not valid YAML: a text cannot begin with this character: put it in quotes',
    ],
  ])('name what is wrong in %j', (text, problem) => {
    expect(problems(text)[0]).toBe(problem);
  });

  test('name the part, the line and the column, and the setting that was meant', () => {
    const text = `tenants:
  - id: shop
    name: Shop
    domains:
      - { issuer: https://login.example.com, environment: production }
    eids:
      - eid: xx-papper
        settings: { url: x }
    applications:
      - clientId: web
        name: Web
        flows: [pkce]
        redirectUri: https://shop.example.com/cb
        issuers: [https://login.exmaple.com]
    webhooks: []
`;
    expect(() => read(text)).toThrow(
      [
        'tenant shop, application web, issuers[0] (line 14, column 19): is not an issuer of this tenant; did you mean https://login.example.com?',
        'tenant shop, application web, redirectUri (line 13, column 9): is not a setting we know; did you mean redirectUris?',
        'tenant shop, application web, redirectUris (line 10, column 9): the flow pkce needs a URL',
        'tenant shop, eid xx-papper, eid (line 7, column 9): is the name of no eID; did you mean xx-paper?',
      ].join('\n'),
    );
  });

  test('name the line of an alias that contains itself or has no anchor', () => {
    expect(problems('tenants: &all\n  - name: *all\n')).toEqual([
      'tenants[0].name: is not valid: an alias (*) refers to what contains it',
    ]);
    expect(problems('tenants: *nobody')).toEqual([
      'is not valid YAML: an alias (*) has no anchor (&), or aliases multiply',
    ]);
    const same =
      'tenants:\n  - &t { id: a, name: A, domains: &none [], eids: *none, applications: *none }\n';
    expect(problems(same)).toEqual([]);
  });

  test('include demo material on production domains among all others, in the order of paths', () => {
    const secrets = [{ value: { env: 'DEMO_SECRET' } }];
    const jwks = { kty: 'EC', crv: 'P-256', x: 'demo-x', y: 'y' };
    const demoClients = [web({ secrets }), web({ clientId: 'b', jwks, colour: 'red' })];
    const url = 'https://simulated.example';

    expect(problemsOfTenant({ eids: [eid({ url })], applications: demoClients })).toEqual([
      'tenants[0].applications[0].secrets[0].value: is a demo secret: must not serve a production domain',
      'tenants[0].applications[1].colour: is not a setting we know',
      'tenants[0].applications[1].jwks: has a demo key: must not serve a production domain',
      'tenants[0].applications[1].jwks.keys[0]: is not a point of P-256',
      'tenants[0].eids[0].settings: lead to a simulator: must not serve a production domain',
    ]);
    expect(
      problemsOfTenant({ ...onTest, eids: [eid({ url })], applications: [web({ secrets })] }),
    ).toEqual([]);
    const testSetting = [eid({ url }, { environment: 'test' })];
    expect(problemsOfTenant({ eids: testSetting, applications: [] })).toEqual([]);
  });

  test('include those of a production domain when the environment is unknown', () => {
    const domains = [{ issuer: 'https://login.example.com', environment: 'prod' }];
    const application = web({ redirectUris: ['http://localhost:1/cb'] });

    expect(problemsOfTenant({ domains, applications: [application] })).toEqual([
      'tenants[0].applications[0].redirectUris[0]: must be https: http is for test domains only',
      'tenants[0].domains[0].environment: must be test or production',
    ]);
  });

  test('are in the order of numbers: the second before the tenth', () => {
    const applications = Array.from({ length: 11 }, (_, at) =>
      spa({ clientId: `app-${at}`, ...((at === 2 || at === 10) && { colour: 'red' }) }),
    );
    expect(problemsOfTenant({ applications })).toEqual([
      'tenants[0].applications[2].colour: is not a setting we know',
      'tenants[0].applications[10].colour: is not a setting we know',
    ]);
  });

  test('include a missing file', () => {
    const path = join(folder, 'missing.yaml');
    const reading = () => readConfigurationFile({ path, env, eids: [], demo, now: new Date(0) });

    expect(reading).toThrow(`${path} cannot be read (ENOENT)`);
  });

  test("include an eID's own problems and unknown keys, by path", () => {
    const settings = { url: undefined, retries: 'many', tls: { passphrase: undefined, cipher: 1 } };

    expect(problemsOfTenant({ eids: [eid({ ...settings, speed: 9 })] })).toEqual([
      'tenants[0].eids[0].settings.retries: must be a number',
      'tenants[0].eids[0].settings.speed: is not a setting we know',
      'tenants[0].eids[0].settings.tls.cipher: is not a setting we know',
      'tenants[0].eids[0].settings.url: is required',
    ]);
  });
});

describe('a reference within the file', () => {
  test('is unique by its id, issuer or client id', () => {
    const other = tenant({ applications: [web(), web()] });

    expect(problems({ tenants: [tenant(), other] })).toEqual([
      'tenants[1].applications[1].clientId: is listed twice',
      'tenants[1].domains[0].issuer: is listed twice',
      'tenants[1].id: is listed twice',
    ]);
  });

  test('may name one client id in two tenants', () => {
    expect(problems({ tenants: [tenant(), tenant({ id: 'other', ...onTest })] })).toEqual([]);
  });

  test("names one setting of an eID for each of the tenant's environments", () => {
    const testSetting = eid({}, { environment: 'test' });
    const forProduction = eid({}, { environment: 'production' });

    expect(problemsOfTenant({ eids: [testSetting, forProduction] })).toEqual([]);
    expect(problemsOfTenant({ eids: [testSetting, eid()] })).toEqual([
      'tenants[0].eids[1].eid: is listed twice for the same domains',
    ]);
  });

  test('names acr values of the tenant only', () => {
    const application = { acrValues: [ACR, 'urn:grn:authn:xx:stone'] };

    expect(problemsOfWeb(application)).toEqual([
      'tenants[0].applications[0].acrValues[1]: is not offered by an eID of this tenant',
    ]);
    expect(problemsOfWeb({ acrValues: [ACR], defaultAcrValues: `${ACR}:folded` })).toEqual([
      'tenants[0].applications[0].defaultAcrValues: must be one of acrValues',
    ]);
    expect(problemsOfTenant({ eids: [], applications: [web({ defaultAcrValues: ACR })] })).toEqual([
      'tenants[0].applications[0].defaultAcrValues: is not offered by an eID of this tenant',
    ]);
  });

  test('names no acr value that the eID does not offer', () => {
    const folded = [eid({}, { acrValues: [`${ACR}:folded`] })];
    expect(problemsOfTenant({ eids: folded })).toEqual([]);
    expect(read({ tenants: [tenant({ eids: folded })] }).tenants[0]?.eids[0]?.acrValues).toEqual([
      `${ACR}:folded`,
    ]);
    const applications = [web({ acrValues: [ACR], defaultAcrValues: ACR })];
    expect(problemsOfTenant({ eids: folded, applications })).toEqual([
      'tenants[0].applications[0].acrValues[0]: is not offered by an eID of this tenant',
      'tenants[0].applications[0].defaultAcrValues: is not offered by an eID of this tenant',
    ]);
  });

  test.each([
    [[], ['acrValues: must name an acr value, or be left out']],
    [[ACR, ACR], ['acrValues[1]: is listed twice']],
    [
      [ACR, 'urn:grn:authn:xx:stone'],
      [`acrValues[1]: is not an acr value of this eID; it has ${ACR}, ${ACR}:folded`],
    ],
  ])('names acr values of the eID, each once: %j', (acrValues, expected) => {
    expect(problemsOfTenant({ eids: [eid({}, { acrValues })] })).toEqual(
      expected.map((problem) => `tenants[0].eids[0].${problem}`),
    );
  });

  test('names issuers of the tenant only', () => {
    expect(problemsOfWeb({ issuers: ['https://other.example.com'] })).toEqual([
      'tenants[0].applications[0].issuers[0]: is not an issuer of this tenant',
    ]);
  });

  test('to test domains alone puts the application under their rules', () => {
    const domains = [
      { issuer: 'https://login.example.com', environment: 'production' },
      { issuer: 'http://localhost:3000', environment: 'test' },
    ];
    const redirectUris = ['http://localhost:3020/callback'];
    const everywhere = spa({ redirectUris });
    const onlyTest = spa({ redirectUris, issuers: ['http://localhost:3000'] });

    expect(problemsOfTenant({ domains, applications: [onlyTest] })).toEqual([]);
    expect(problemsOfTenant({ domains, applications: [everywhere] })).toEqual([
      'tenants[0].applications[0].redirectUris[0]: must be https: http is for test domains only',
    ]);
  });

  test('has a time in the required form', () => {
    const value = { env: 'WEB_SECRET' };
    for (const expiresAt of ['tomorrow', '2027-01-31', '2027-13-31T12:00:00Z']) {
      expect(problemsOfWeb({ secrets: [{ value, expiresAt }] })).toEqual([
        'tenants[0].applications[0].secrets[0].expiresAt: must be a moment such as 2027-01-31T12:00:00Z',
      ]);
    }
  });
});

describe('a discontinued acr value', () => {
  const parchment = 'urn:grn:authn:xx:parchment';
  const message = `is discontinued: use ${ACR}`;

  test('is refused with the one to use instead', () => {
    const path = 'tenants[0].eids[0].acrValues[0]';
    expect(problemsOfTenant({ eids: [eid({}, { acrValues: [parchment] })] })).toContain(
      `${path}: ${message}`,
    );
    expect(problemsOfWeb({ acrValues: [parchment], defaultAcrValues: parchment })).toEqual([
      `tenants[0].applications[0].acrValues[0]: ${message}`,
      `tenants[0].applications[0].defaultAcrValues: ${message}`,
    ]);
  });
});

describe('a restricted eID', () => {
  const restricted = (restriction: Restriction, more: Tree) => {
    const path = join(folder, 'restricted.yaml');
    writeFileSync(path, stringify({ tenants: [tenant(more)] }));
    const fields = { acceptUnverified: boolean(), url: string(), key: string() };
    const known = { ...paper, offer: { ...paper.offer, restriction }, settings: object(fields) };
    try {
      readConfigurationFile({ path, env, eids: [known], demo, now: new Date(0) });
      return '';
    } catch (error) {
      return (error as ConfigurationProblems).problems.map(pathAndMessage).join('\n');
    }
  };

  test('for test domains alone is refused on a production domain', () => {
    const message =
      'tenants[0].eids[0].environment: must be test: this eID is for test domains only';
    expect(restricted('test-domains', {})).toBe(message);
    expect(restricted('test-domains', { eids: [eid({ acceptUnverified: true })] })).toBe(message);
    expect(restricted('test-domains', { eids: [eid({}, { environment: 'test' })] })).toBe('');
    expect(restricted('test-domains', onTest)).toBe('');
  });

  test('that is unverified is refused on a production domain that does not accept it', () => {
    const message =
      "tenants[0].eids[0].settings.acceptUnverified: must be true on a production domain: this eID was made without its provider's documentation";
    expect(restricted('unverified', {})).toBe(message);
    expect(restricted('unverified', { eids: [eid({ acceptUnverified: false })] })).toBe(message);
    expect(restricted('unverified', { eids: [eid({ acceptUnverified: true })] })).toBe('');
    expect(restricted('unverified', onTest)).toBe('');
  });
});
