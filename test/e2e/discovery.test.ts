import { authorizeUrl, finish, newUserAgent, type UserAgent } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import { basic, claimsIn, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import { send, type WireAnswer } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SECRETS, type SecurityBroker, startSecurityBroker } from '../support/security-broker.ts';

const DISCOVERY = '/.well-known/openid-configuration';
const SDK_CONFIGURATION = '/.well-known/criipto-configuration';
const SDK_MEMBERS = [
  'issuer',
  'jwks_uri',
  'authorization_endpoint',
  'pushed_authorization_request_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'end_session_endpoint',
  'response_types_supported',
  'response_modes_supported',
  'subject_types_supported',
  'acr_values_supported',
  'id_token_signing_alg_values_supported',
];
const SECURE_ISSUER = 'https://login.example.com';
const SECURE_HOST = 'login.example.com';
const REQUEST = {
  client_id: 'web',
  redirect_uri: 'https://app.example.com/cb',
  response_type: 'code',
  scope: 'openid',
  acr_values: 'urn:grn:authn:se:bankid',
};

/** `exposed` trusts no forwarding headers; `behind` trusts those of a proxy on this machine. */
let exposed: SecurityBroker;
let behind: SecurityBroker;
beforeAll(async () => {
  [exposed, behind] = await Promise.all([
    startSecurityBroker(),
    startSecurityBroker({ trustedProxies: '127.0.0.0/8' }),
  ]);
});
afterAll(() => Promise.all([exposed.close(), behind.close()]));

describe('discovery', () => {
  // spec: discovery.document
  test('lists exactly the offered features', async () => {
    const { status, headers, text } = await get(exposed, DISCOVERY);
    const at = (path: string) => `${exposed.issuer}${path}`;
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=300');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(JSON.parse(text)).toEqual({
      issuer: exposed.issuer,
      authorization_endpoint: at('/oauth2/authorize'),
      token_endpoint: at('/oauth2/token'),
      userinfo_endpoint: at('/oauth2/userinfo'),
      pushed_authorization_request_endpoint: at('/oauth2/par'),
      end_session_endpoint: at('/oauth2/logout'),
      backchannel_authentication_endpoint: at('/ciba/bc-authorize'),
      backchannel_authentication_cancellation_endpoint: at('/ciba/cancel'),
      headless_authorization_endpoint: at('/headless/authorize'),
      headless_cancellation_endpoint: at('/headless/cancel'),
      headless_events_endpoint: at('/headless/events'),
      jwks_uri: at('/.well-known/jwks'),
      authorization_details_types_supported: ['phoneAuth'],
      backchannel_authentication_request_signing_alg_values_supported: ['RS256', 'PS256', 'ES256'],
      backchannel_token_delivery_modes_supported: ['poll'],
      backchannel_user_code_parameter_supported: false,
      prompt_values_supported: ['none', 'login', 'consent'],
      request_object_signing_alg_values_supported: ['RS256', 'PS256', 'ES256'],
      request_parameter_supported: true,
      authorization_response_iss_parameter_supported: true,
      acr_values_supported: [
        'urn:grn:authn:se:bankid',
        'urn:grn:authn:se:bankid:same-device',
        'urn:grn:authn:se:bankid:another-device',
        'urn:grn:authn:se:bankid:another-device:qr',
      ],
      acr_values_titles: {
        'urn:grn:authn:se:bankid': 'BankID',
        'urn:grn:authn:se:bankid:same-device': 'BankID on this device',
        'urn:grn:authn:se:bankid:another-device': 'BankID on another device',
        'urn:grn:authn:se:bankid:another-device:qr': 'BankID with a QR code',
      },
      claims_parameter_supported: false,
      claims_supported: [
        'sub',
        'nbf',
        'identityscheme',
        'authenticationtype',
        'authenticationmethod',
        'authenticationinstant',
        'nameidentifier',
        'sessionindex',
        'country',
        'acr',
        'amr',
        'auth_time',
        'ssn',
        'name',
        'givenname',
        'given_name',
        'surname',
        'family_name',
        'ipaddress',
        'evidence',
        'ocspResponse',
        'risk',
        'sid',
        'iss',
      ],
      claim_types_supported: ['normal'],
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: [
        'authorization_code',
        'implicit',
        'urn:openid:params:grant-type:ciba',
        'urn:grn:params:grant-type:headless',
        'urn:urn:params:grant-type:headless',
      ],
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      request_uri_parameter_supported: false,
      response_modes_supported: ['form_post', 'fragment', 'query'],
      response_types_supported: ['code', 'code id_token', 'id_token'],
      scopes_supported: ['openid', 'ssn', 'evidence', 'risk'],
      subject_types_supported: ['public'],
      token_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'private_key_jwt',
        'none',
      ],
      token_endpoint_auth_signing_alg_values_supported: ['RS256', 'PS256', 'ES256'],
      ui_locales_supported: ['sv', 'da', 'nb', 'fi', 'nl', 'de', 'fr', 'et', 'lv', 'lt', 'en'],
    });
  });

  test("with client_id lists the eIDs of that application in the domain's order", async () => {
    const { status, text, headers } = await get(exposed, `${DISCOVERY}?client_id=one-eid`);
    const general = JSON.parse((await get(exposed, DISCOVERY)).text);
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=300']);
    expect(JSON.parse(text)).toEqual({
      ...general,
      acr_values_supported: ['urn:grn:authn:se:bankid:another-device:qr'],
      acr_values_titles: { 'urn:grn:authn:se:bankid:another-device:qr': 'BankID with a QR code' },
    });
    const whole = await get(exposed, `${DISCOVERY}?client_id=web`);
    expect(JSON.parse(whole.text)).toEqual(general);
  });

  test.each([
    'client_id=nobody',
    'client_id=only-second',
    'client_id=',
    'client_id=web&client_id=a',
  ])('with %s returns 404 for a missing application', async (query) => {
    for (const path of [DISCOVERY, SDK_CONFIGURATION]) {
      const { status, text, headers } = await get(exposed, `${path}?${query}`);
      expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
      expect(JSON.parse(text)).toEqual({
        error: 'invalid_client',
        error_description: 'no application on this domain has this client_id',
      });
    }
  });

  test('has every member that the browser SDKs read', async () => {
    const document = JSON.parse((await get(exposed, `${DISCOVERY}?client_id=spa`)).text);
    for (const member of SDK_MEMBERS) expect(document).toHaveProperty(member);
  });

  test('returns an SDK configuration that disables unsupported features', async () => {
    const { status, text } = await get(exposed, `${SDK_CONFIGURATION}?client_id=spa`);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      csdc_wss_url: `${exposed.issuer.replace('http', 'ws')}/csdc`,
      csdc_session_url: `${exposed.issuer}/csdc/sessions/{id}`,
      qr_intermediary_url: `${exposed.issuer}/qr/{id}`,
      prompt_values_supported: ['none', 'login', 'consent', 'consent_revoke'],
      clients: [{ client_id: 'spa', qr_branding: false, qr_enabled: false }],
    });
    expect((await get(exposed, SDK_CONFIGURATION)).status).toBe(404);
  });

  test('publishes the public members of its keys at both URLs', async () => {
    const [first, second] = await Promise.all(
      ['/.well-known/jwks', '/.well-known/jwks.json'].map((path) => get(exposed, path)),
    );
    expect(first?.status).toBe(200);
    expect(first?.headers['cache-control']).toBe('public, max-age=300');
    expect(second?.text).toBe(first?.text);
    const { keys } = JSON.parse(first?.text ?? '');
    expect(keys).toEqual([
      {
        kty: 'RSA',
        alg: 'RS256',
        use: 'sig',
        kid: expect.any(String),
        n: expect.any(String),
        e: 'AQAB',
      },
      {
        kty: 'EC',
        alg: 'ES256',
        use: 'sig',
        kid: expect.any(String),
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
      },
    ]);
    expect(new Set(keys.map(({ kid }: { kid: string }) => kid)).size).toBe(2);
  });

  test.each([
    DISCOVERY,
    `/${Buffer.from('urn:grn:authn:se:bankid').toString('base64')}${DISCOVERY}`,
    `${DISCOVERY}?client_id=one-eid`,
    `${DISCOVERY}?client_id=web`,
    `${SDK_CONFIGURATION}?client_id=spa`,
    '/.well-known/oauth-authorization-server',
    '/.well-known/jwks',
    '/.well-known/jwks.json',
  ])('returns the same %s for a repeated request', async (path) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      // An unknown parameter prevents caching.
      const anew = await comparable(method, `${path}${path.includes('?') ? '&' : '?'}x=1`);
      expect(await comparable(method, path)).toEqual(anew);
      expect(await comparable(method, path)).toEqual(anew);
    }
  });

  test('has separate keys for each issuer', async () => {
    const host = new URL(exposed.secondIssuer).host;
    const [first, second] = await Promise.all([
      get(exposed, '/.well-known/jwks'),
      get(exposed, '/.well-known/jwks', { host }),
    ]);
    const kids = [first, second].flatMap(({ text }) =>
      JSON.parse(text).keys.map(({ kid }: { kid: string }) => kid),
    );
    expect(new Set(kids).size).toBe(4);
  });

  test.each(['/nothing', '/oauth2', '/oauth2/revoke', '/request', '/me'])(
    'has no page at %s',
    async (path) => {
      const { status, headers } = await get(exposed, path);
      expect(status).toBe(404);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    },
  );
});

describe('the Host header', () => {
  test.each([
    'evil.example',
    'evil.example@localhost',
    'localhost@evil.example',
    'localhost',
    'localhost:1',
    '127.0.0.1',
    'localhost.evil.example',
    '',
    '<script>',
  ])('%j is refused without details', async (host) => {
    for (const path of [DISCOVERY, '/.well-known/jwks', '/oauth2/authorize', '/login/x']) {
      const { status, headers, text, location } = await get(exposed, path, { host });
      expect(status).toBe(421);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(location).toBeUndefined();
      expect(text).toBe('This host is not served here.\n');
    }
  });

  test('is case-insensitive, and URLs come from the issuer', async () => {
    const host = `LocalHost:${exposed.port}`;
    const { status, text } = await get(exposed, DISCOVERY, { host });
    expect(status).toBe(200);
    expect(JSON.parse(text).token_endpoint).toBe(`${exposed.issuer}/oauth2/token`);
  });

  test('is overridden by a host in the request line, which must also be ours', async () => {
    const foreign = await get(exposed, `http://evil.example${DISCOVERY}`);
    expect(foreign.status).toBe(421);
    const own = await get(exposed, `${exposed.issuer}${DISCOVERY}`, { host: 'evil.example' });
    expect(own.status).toBe(200);
    expect(own.text).toBe((await get(exposed, DISCOVERY)).text);
    const user = await get(exposed, `http://evil.example@localhost:${exposed.port}${DISCOVERY}`);
    expect(user.text).toBe(own.text);
  });

  test.each(['//evil.example', '/\\\\evil.example', '*', 'evil.example:443', '/%0d%0aX-A:b'])(
    'has no effect on a request line with %j',
    async (path) => {
      const { status, text, headers } = await get(exposed, path, { host: SECURE_HOST });
      expect([308, 400, 421]).toContain(status);
      expect(headers.location ?? SECURE_ISSUER).toMatch(/^https:\/\/login\.example\.com(\/|$)/);
      expect(headers['x-a']).toBeUndefined();
      expect(text).not.toContain('evil');
      const plain = await get(exposed, path);
      expect([400, 404, 421]).toContain(plain.status);
    },
  );

  test('selects the tenant', async () => {
    const host = new URL(exposed.secondIssuer).host;
    const { text } = await get(exposed, DISCOVERY, { host });
    expect(JSON.parse(text)).toMatchObject({
      issuer: exposed.secondIssuer,
      token_endpoint: `${exposed.secondIssuer}/oauth2/token`,
    });
  });
});

describe('forwarding headers', () => {
  const FORGED = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-port': '444',
    forwarded: 'for=203.0.113.7;host=evil.example;proto=https',
  };

  test('of an untrusted peer change no URL', async () => {
    const plain = await get(exposed, DISCOVERY);
    const forged = await get(exposed, DISCOVERY, FORGED);
    expect(forged.text).toBe(plain.text);
  });

  test('of an untrusted peer change no redirect and no cookie', async () => {
    const url = authorizeUrl(exposed.issuer, REQUEST);
    const { location, headers } = await newUserAgent(exposed.port, FORGED).get(url);
    expect(location?.origin).toBe(exposed.issuer);
    for (const cookie of headers['set-cookie'] ?? []) {
      expect(cookie).not.toMatch(/evil|; secure|domain=/i);
    }
  });

  test('of an untrusted peer do not turn http into https', async () => {
    const redirect = await get(exposed, `${DISCOVERY}?x=1`, { ...FORGED, host: SECURE_HOST });
    expect(redirect.status).toBe(308);
    expect(redirect.location?.href).toBe(`${SECURE_ISSUER}${DISCOVERY}?x=1`);
    expect(redirect.headers['cache-control']).toBe('no-store');
  });

  test('do not permit a POST over http to an https issuer', async () => {
    const headers = { ...FORGED, host: SECURE_HOST };
    const post = await send(exposed.port, {
      method: 'POST',
      path: '/oauth2/token',
      headers,
      body: 'client_secret=x',
    });
    expect(post.status).toBe(400);
    expect(post.location).toBeUndefined();
    expect(post.text).toBe('This service is reached over https only.\n');
  });

  test('of a trusted proxy turn http into https', async () => {
    const headers = { host: SECURE_HOST, 'x-forwarded-proto': 'https' };
    const { status, text, headers: answered } = await get(behind, DISCOVERY, headers);
    expect(status).toBe(200);
    expect(answered['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(JSON.parse(text)).toMatchObject({
      issuer: SECURE_ISSUER,
      authorization_endpoint: `${SECURE_ISSUER}/oauth2/authorize`,
    });
  });

  test('of a trusted proxy count by their last entry only', async () => {
    const headers = { host: SECURE_HOST, 'x-forwarded-proto': 'https, http' };
    expect((await get(behind, DISCOVERY, headers)).status).toBe(308);
  });

  test('of a trusted proxy do not choose the tenant', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': SECURE_HOST };
    expect((await get(behind, DISCOVERY, headers)).status).toBe(421);
  });

  test('yield Secure cookies with prefixes for an https issuer', async () => {
    const userAgent = newUserAgent(behind.port, { 'x-forwarded-proto': 'https' });
    const { headers, location } = await userAgent.get(authorizeUrl(SECURE_ISSUER, REQUEST));
    expect(location?.href).toMatch(/^https:\/\/login\.example\.com\/login\//);
    const cookies = (headers['set-cookie'] ?? []).filter((cookie) => !/^[^=]+=;/.test(cookie));
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__(Secure|Host)-/);
      expect(cookie).toMatch(/; secure/i);
      expect(cookie).toMatch(/; httponly/i);
      expect(cookie).toMatch(/; samesite=lax/i);
      expect(cookie).not.toMatch(/domain=/i);
    }
    expect((await userAgent.get(location!)).status).toBe(200);
  });

  test.each([
    ['an untrusted peer', () => exposed, FORGED['x-forwarded-for'], '127.0.0.1'],
    ['a trusted proxy', () => behind, '203.0.113.7', '203.0.113.7'],
    [
      'a trusted proxy after a forged entry',
      () => behind,
      '198.51.100.1, 203.0.113.7',
      '203.0.113.7',
    ],
    ['a trusted proxy behind another one', () => behind, '203.0.113.7, 127.0.0.9', '203.0.113.7'],
    ['a trusted proxy as IPv4 in IPv6', () => behind, '::ffff:203.0.113.7', '203.0.113.7'],
  ])("yield the person's address from %s", async (_, brokerOf, forwarded, expected) => {
    const broker = brokerOf();
    const always = { 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'http' };
    expect(await addressAtEid(broker, newUserAgent(broker.port, always))).toBe(expected);
  });
});

/** Logs in on the same device and returns the address that the eID received. */
async function addressAtEid(broker: SecurityBroker, userAgent: UserAgent): Promise<unknown> {
  const acr_values = 'urn:grn:authn:se:bankid:same-device';
  const url = authorizeUrl(broker.issuer, { ...REQUEST, acr_values });
  const { location: page } = await userAgent.get(url);
  await userAgent.post(`${page}/start`, { device: 'same' });
  const orders = await broker.phone.orders();
  const { autoStartToken } = orders.find((order) => order.hintCode === 'outstandingTransaction')!;
  const { orderRef } = await broker.phone.open({ autoStartToken }, TOLVAN);
  const { returnUrl } = await broker.phone.decide(orderRef, 'approve');
  await broker.sql("update authentication set collect_after = created_at where state = 'pending'");
  await userAgent.get(returnUrl!);
  const { location } = await finish(userAgent, page!);
  const code = location!.searchParams.get('code')!;
  const { body } = await postToken(broker, codeFields(code), basic('web', SECRETS.web));
  return claimsIn(body.id_token).ipaddress;
}

function get(
  broker: SecurityBroker,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<WireAnswer> {
  return send(broker.port, { path, headers: { host: new URL(broker.issuer).host, ...headers } });
}

/** The response without the headers that differ in each response. */
async function comparable(method: string, path: string) {
  const { status, headers, text } = await send(exposed.port, {
    method,
    path,
    headers: { host: new URL(exposed.issuer).host, origin: 'https://anywhere.example' },
  });
  const { date: _date, 'x-request-id': _id, 'trace-id': _trace, ...others } = headers;
  return { status, headers: others, text };
}
