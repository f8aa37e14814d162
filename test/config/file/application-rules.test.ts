import { generateKeyPairSync } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';

import { fileProblems } from '../../../src/config/file/rules.ts';

type Settings = Readonly<Record<string, unknown>>;

const TEST = { issuer: 'https://test.example.com', environment: 'test' };
const PRODUCTION = { issuer: 'https://login.example.com', environment: 'production' };
const NOW = new Date('2026-11-20T12:00:00Z');

const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
  format: 'jwk',
});
const rsaKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
  format: 'jwk',
});
const secrets = [{ value: 'a-client-secret-of-more-than-32-characters' }];
const jwksUri = 'https://shop.example.com/jwks';

/** The problems of one application, `path: message` each, by path. */
function problems(own: Settings, domains: readonly Settings[] = [PRODUCTION]): string[] {
  const application = { clientId: 'shop', name: 'Shop', ...own };
  const tenant = { id: 'shop', name: 'Shop', domains, eids: [], applications: [application] };
  return fileProblems({ tenants: [tenant] }, { eids: [], now: NOW })
    .map(({ path, message }) => `${path.replace('tenants[0].applications[0].', '')}: ${message}`)
    .sort();
}

const redirectUris = ['https://shop.example.com/callback'];
const confidential = { flows: ['authorization-code'], redirectUris, secrets };
const publicClient = { flows: ['pkce'], redirectUris };
const calling = { flows: ['ciba'], jwks: ecKey };

describe('flows', () => {
  test.each([
    ['every confidential one together', ['authorization-code', 'ciba', 'headless'], { secrets }],
    ['a confidential one with keys', ['ciba'], { jwks: ecKey }],
    ['a confidential one with keys elsewhere', ['headless'], { jwksUri }],
    ['a confidential one with all credentials', ['authorization-code'], { secrets, jwks: ecKey }],
    ['a public one', ['pkce'], {}],
  ])('may be %s', (_which, flows, own) => {
    expect(problems({ flows, redirectUris, ...own })).toEqual([]);
  });

  test.each([
    ['alone, without a credential', ['implicit'], {}],
    ['alone, with a secret', ['implicit'], { secrets }],
    ['alone, with keys', ['implicit'], { jwksUri }],
    ['beside a public one', ['implicit', 'pkce'], {}],
    ['beside a confidential one', ['authorization-code', 'implicit'], { secrets }],
  ])('may be implicit on a test domain %s', (_how, flows, own) => {
    expect(problems({ flows, redirectUris, ...own }, [TEST])).toEqual([]);
  });

  test('are one or more known flows, each named once', () => {
    expect(problems({ ...confidential, flows: undefined })).toEqual(['flows: is required']);
    expect(problems({ ...confidential, flows: [] })).toEqual(['flows: must name a flow']);
    expect(problems({ ...publicClient, flows: ['pkce', 'pkce'] })).toEqual([
      'flows[1]: is listed twice',
    ]);
    expect(problems({ ...confidential, flows: ['authorization-code', 'password'] })).toEqual([
      'flows[1]: must be one of authorization-code, pkce, implicit, ciba, headless',
    ]);
  });

  test.each(['authorization-code', 'ciba', 'headless'])(
    'cannot mix public and confidential clients: pkce and %s',
    (flow) => {
      expect(problems({ flows: ['pkce', flow], redirectUris, secrets })).toEqual([
        `flows: pkce does not go with ${flow}: a confidential client that sends a PKCE challenge uses authorization-code`,
      ]);
    },
  );

  test.each(['authorization-code', 'ciba', 'headless'])(
    'need a credential for confidential clients: %s',
    (flow) => {
      const problem = `secrets: the flow ${flow} needs a secret, jwks or jwksUri`;

      expect(problems({ flows: [flow], redirectUris })).toEqual([problem]);
      expect(problems({ flows: [flow], redirectUris, secrets: [] })).toEqual([problem]);
    },
  );

  test('have no credential for public clients', () => {
    const problem = 'does not go with the flow pkce, which is for public clients';

    expect(problems({ ...publicClient, secrets, jwks: ecKey })).toEqual([
      `jwks: ${problem}`,
      `secrets: ${problem}`,
    ]);
    expect(problems({ ...publicClient, jwksUri })).toEqual([`jwksUri: ${problem}`]);
  });

  test('work on at least one of the domains: implicit needs a test domain', () => {
    const implicit = { flows: ['implicit'], redirectUris };
    const beside = { flows: ['authorization-code', 'implicit'], redirectUris, secrets };

    expect(problems(implicit, [PRODUCTION])).toEqual([
      'flows[0]: implicit works on test domains only',
    ]);
    expect(problems(beside, [PRODUCTION])).toEqual([
      'flows[1]: implicit works on test domains only',
    ]);
    expect(problems(implicit, [PRODUCTION, TEST])).toEqual([]);
    expect(problems({ ...implicit, issuers: [PRODUCTION.issuer] }, [PRODUCTION, TEST])).toEqual([
      'flows[0]: implicit works on test domains only',
    ]);
    expect(problems(implicit, [])).toEqual([]);
  });
});

describe('return URLs', () => {
  test.each([
    ['authorization-code', { secrets }],
    ['pkce', {}],
    ['implicit', {}],
  ])('are required by %s', (flow, own) => {
    const problem = `redirectUris: the flow ${flow} needs a URL`;

    expect(problems({ flows: [flow], ...own }, [TEST])).toEqual([problem]);
    expect(problems({ flows: [flow], ...own, redirectUris: [] }, [TEST])).toEqual([problem]);
    expect(problems({ flows: [flow], ...own, redirectUris: null }, [TEST])).toEqual([
      'redirectUris: must not be empty',
    ]);
  });

  test('are optional for CIBA and headless', () => {
    const flows = ['ciba', 'headless'];

    expect(problems({ flows, secrets })).toEqual([]);
    expect(problems({ flows, secrets, redirectUris: [] })).toEqual([]);
    expect(problems({ flows, secrets, redirectUris })).toEqual([]);
    expect(problems({ flows: ['ciba', 'pkce'] })).toContain(
      'redirectUris: the flow pkce needs a URL',
    );
  });

  test.each(['redirectUris', 'postLogoutRedirectUris'])(
    'follow the same rules in %s',
    (setting) => {
      const uris = [
        'https://shop.example.com/bye',
        'com.example.shop:/bye',
        'http://localhost:3020/bye',
        'javascript:alert(1)',
        'https://shop.example.com/bye#top',
        'https://shop.example.com/bye',
      ];
      const own = { ...confidential, [setting]: uris };
      const common = [
        `${setting}[3]: must be https, or have the scheme of a native app, which contains a dot`,
        `${setting}[4]: must not have a fragment`,
        `${setting}[5]: is listed twice`,
      ];

      expect(problems(own, [TEST])).toEqual(common);
      expect(problems(own, [PRODUCTION])).toEqual([
        `${setting}[2]: must be https: http is for test domains only`,
        ...common,
      ]);
      const many = Array.from({ length: 51 }, (_, at) => `https://shop.example.com/${at}`);
      expect(problems({ ...confidential, [setting]: many })).toEqual([
        `${setting}: must have at most 50 URLs`,
      ]);
      expect(problems({ ...confidential, [setting]: many.slice(1) })).toEqual([]);
    },
  );
});

describe('response modes', () => {
  test('are one or more known modes, each named once', () => {
    const modes = ['query', 'fragment', 'form_post', 'json', 'post_message'];

    expect(problems({ ...confidential, responseModes: modes })).toEqual([]);
    expect(problems({ ...confidential, responseModes: [] })).toEqual([
      'responseModes: must name a mode, or be left out',
    ]);
    expect(problems({ ...confidential, responseModes: ['json', 'web_message', 'json'] })).toEqual([
      'responseModes[1]: must be one of query, fragment, form_post, json, post_message',
      'responseModes[2]: is listed twice',
    ]);
  });

  test('include one that carries an ID token for the implicit flow, which a query does not', () => {
    const implicit = { flows: ['implicit'], redirectUris };

    expect(problems({ ...implicit, responseModes: ['query'] }, [TEST])).toEqual([
      'responseModes: the flow implicit needs another than query',
    ]);
    expect(problems({ ...implicit, responseModes: ['query', 'form_post'] }, [TEST])).toEqual([]);
  });
});

describe('keys at an address', () => {
  test('are fetched from outside, and from the own machine for test domains alone', () => {
    const local = { ...calling, jwks: undefined, jwksUri: 'http://localhost:3020/jwks' };

    expect(problems(local, [TEST])).toEqual([]);
    expect(problems(local, [TEST, PRODUCTION])).toEqual([
      'jwksUri: must be https: http is for test domains only',
    ]);
    expect(problems({ ...local, jwksUri: 'https://10.0.0.1/jwks' }, [TEST])).toEqual([
      'jwksUri: must not lead to an internal address',
    ]);
  });

  test('exclude keys in the file', () => {
    expect(problems({ ...calling, jwksUri })).toEqual([
      'jwksUri: does not go with jwks: keys come from one place',
    ]);
  });
});

describe('signed CIBA requests', () => {
  test.each([
    ['ES256', ecKey],
    ['ES256', { ...ecKey, alg: 'ES256' }],
    ['RS256', rsaKey],
    ['PS256', rsaKey],
    ['PS256', { ...rsaKey, alg: 'PS256' }],
    [
      'RS256',
      {
        keys: [
          { ...ecKey, kid: 'a' },
          { ...rsaKey, kid: 'b' },
        ],
      },
    ],
  ])(
    'may be required with %s from a client with such a key',
    (backchannelRequestSigningAlg, jwks) => {
      expect(problems({ flows: ['ciba'], jwks, backchannelRequestSigningAlg })).toEqual([]);
    },
  );

  test.each([
    ['ES256', rsaKey],
    ['RS256', ecKey],
    ['RS256', { ...rsaKey, alg: 'PS256' }],
  ])('cannot be required with %s from a client without such a key', (alg, jwks) => {
    expect(problems({ flows: ['ciba'], jwks, backchannelRequestSigningAlg: alg })).toEqual([
      'backchannelRequestSigningAlg: no key of jwks makes such signatures',
    ]);
  });

  test('need keys, the flow and a known algorithm', () => {
    const alg = { backchannelRequestSigningAlg: 'RS256' };

    expect(problems({ flows: ['ciba'], jwksUri, ...alg })).toEqual([]);
    expect(problems({ flows: ['ciba'], secrets, ...alg })).toEqual([
      'backchannelRequestSigningAlg: needs jwks or jwksUri',
    ]);
    expect(problems({ flows: ['headless'], jwksUri, ...alg })).toEqual([
      'backchannelRequestSigningAlg: needs the flow ciba',
    ]);
    expect(problems({ flows: ['ciba'], jwksUri, backchannelRequestSigningAlg: 'HS256' })).toEqual([
      'backchannelRequestSigningAlg: must be RS256, PS256 or ES256',
    ]);
  });
});

describe('CIBA', () => {
  test('may name the default initiator of a call', () => {
    expect(problems({ ...calling, defaultCallInitiator: 'RP' })).toEqual([]);
    expect(problems({ ...calling, defaultCallInitiator: 'user' })).toEqual([]);
    expect(problems({ ...calling, defaultCallInitiator: 'rp' })).toEqual([
      'defaultCallInitiator: must be RP or user',
    ]);
    expect(problems({ ...confidential, defaultCallInitiator: 'RP' })).toEqual([
      'defaultCallInitiator: needs the flow ciba',
    ]);
  });

  // spec: limit.ciba-poll
  test('delivers tokens by polls only: ping and push are refused', () => {
    const problem = 'backchannelTokenDeliveryMode: must be poll: ping and push are not offered';

    expect(problems({ ...calling, backchannelTokenDeliveryMode: 'poll' })).toEqual([]);
    expect(problems({ ...calling, backchannelTokenDeliveryMode: 'ping' })).toEqual([problem]);
    expect(problems({ ...calling, backchannelTokenDeliveryMode: 'push' })).toEqual([problem]);
  });
});

test.each([
  ['phoneStartsPerMinute', 1, 100_000],
  ['idTokenLifetimeSeconds', 60, 86_400],
  ['assertionLifetimeSeconds', 300, 86_400],
])('%s is a whole number from %d to %d', (setting, least, most) => {
  const problemsWith = (value: unknown) => problems({ ...calling, [setting]: value });

  expect([least, most].flatMap(problemsWith)).toEqual([]);
  expect(problemsWith(least - 1)).toEqual([`${setting}: must be at least ${least}`]);
  expect(problemsWith(most + 1)).toEqual([`${setting}: must be at most ${most}`]);
  expect(problemsWith(least + 0.5)).toEqual([`${setting}: must be a whole number`]);
  expect(problemsWith(`${least}`)).toEqual([`${setting}: must be a number`]);
});

test('identifiers of native apps follow the rules of Apple and Google', () => {
  const print = Array(32).fill('0F').join(':');
  const ios = { teamId: 'A1B2C3D4E5', bundleId: 'com.example.my-app' };
  const android = { packageName: 'com.example.my_app', sha256CertFingerprints: [print] };
  expect(problems({ ...confidential, iosApps: [ios], androidApps: [android] })).toEqual([]);
  expect(
    problems({
      ...confidential,
      iosApps: [{ teamId: 'a1b2', bundleId: 'app' }],
      androidApps: [
        { packageName: 'app', sha256CertFingerprints: [print.toLowerCase()] },
        { ...android, sha256CertFingerprints: [] },
      ],
    }).toSorted(),
  ).toEqual([
    'androidApps[0].packageName: must be a package name such as com.example.app',
    'androidApps[0].sha256CertFingerprints[0]: must be 32 bytes in capital hexadecimal digits, separated by colons',
    'androidApps[1].sha256CertFingerprints: must have a fingerprint',
    'iosApps[0].bundleId: must be a bundle id such as com.example.app',
    'iosApps[0].teamId: must be ten capital letters and digits',
  ]);
});

test('a single sign-on lasts from a minute to a day', () => {
  const problemsWith = (singleSignOnSeconds: unknown, more: object = {}) =>
    fileProblems(
      {
        tenants: [
          {
            id: 'shop',
            name: 'Shop',
            eids: [],
            applications: [],
            domains: [{ ...TEST, singleSignOnSeconds, ...more }],
          },
        ],
      },
      { eids: [], now: NOW },
    ).map(({ path, message }) => `${path}: ${message}`);
  const path = 'tenants[0].domains[0].singleSignOnSeconds';

  expect([undefined, 60, 86_400].flatMap((seconds) => problemsWith(seconds))).toEqual([]);
  expect(problemsWith(59)).toEqual([`${path}: must be at least 60`]);
  expect(problemsWith(86_401)).toEqual([`${path}: must be at most 86400`]);
  expect(problemsWith(60.5)).toEqual([`${path}: must be a whole number`]);
  expect(problemsWith(true)).toEqual([`${path}: must be a number`]);

  const other = 'tenants[0].domains[0].singleSignOnOtherDeviceSeconds';
  const otherDevice = (seconds: unknown) => ({ singleSignOnOtherDeviceSeconds: seconds });
  expect(problemsWith(600, otherDevice(600))).toEqual([]);
  expect(problemsWith(600, otherDevice(59))).toEqual([`${other}: must be at least 60`]);
  expect(problemsWith(600, otherDevice(601))).toEqual([
    `${other}: must be at most singleSignOnSeconds`,
  ]);
  expect(problemsWith(undefined, otherDevice(600))).toEqual([
    `${other}: needs singleSignOnSeconds`,
  ]);
});

test.each([
  'requireEndUserIp',
  'requireIdTokenHintAtLogout',
  'requireNonce',
  'requirePkce',
  'requirePushedAuthorizationRequests',
  'allowAssertionWithoutJti',
  'allowTokenEndpointAudience',
])('%s is true or false', (setting) => {
  expect([true, false].flatMap((value) => problems({ ...confidential, [setting]: value }))).toEqual(
    [],
  );
  expect(problems({ ...confidential, [setting]: 'yes' })).toEqual([
    `${setting}: must be true or false`,
  ]);
});
