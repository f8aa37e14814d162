import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { newUserAgent } from '@eid-broker/testing/log-in';
import { form, send, type WireAnswer } from '@eid-broker/testing/wire';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { errorFieldsIn } from '../support/error-fields.ts';
import { NOT_OFFERED } from '../support/not-offered.ts';
import {
  expectNoCallOrError,
  type SecurityBroker,
  startSecurityBroker,
} from '../support/security-broker.ts';

const CALLBACK = 'https://app.example.com/cb';
const ACR = 'urn:grn:authn:se:bankid';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
/** The characters that an error_description may hold (RFC 6749 §4.1.2.1). */
const ASCII = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

const GOOD = {
  client_id: 'web',
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'openid',
  acr_values: ACR,
  state: 'st',
} as const;

/** A parameter's new value; undefined removes it, a list repeats it. */
type Change = Readonly<Record<string, string | undefined | readonly string[]>>;
/** The title, the change to the request, the error and its description. */
type Row = [string, Change, string, string | undefined];

let broker: SecurityBroker;
beforeAll(async () => {
  broker = await startSecurityBroker();
});
afterAll(() => broker.close());

afterEach(() => expectNoCallOrError(broker));

// spec: error.redirect, limit.separator
describe('an invalid request gets an error redirect', () => {
  const rows: Row[] = [
    ...each(['missing', 'empty'], (how) => [
      [
        `${how} response_type`,
        { response_type: presence(how) },
        'invalid_request',
        "missing required parameter 'response_type'",
      ],
      [`${how} scope`, { scope: presence(how) }, 'invalid_request', 'scope must contain openid'],
      [
        `${how} acr_values`,
        { acr_values: presence(how) },
        'invalid_request',
        "missing required parameter 'acr_values'",
      ],
    ]),
    ...each(['none', 'CODE', ' code', 'bogus'], (type) => [
      [
        `response_type ${JSON.stringify(type)}`,
        { response_type: type },
        'unsupported_response_type',
        'unsupported response_type requested',
      ],
    ]),
    ...each(['jwt', 'query.jwt', 'web_message', 'bogus'], (mode) => [
      [
        `response_mode ${mode}`,
        { response_mode: mode },
        'unsupported_response_mode',
        'unsupported response_mode requested',
      ],
    ]),
    ...each(
      [
        'openid  email',
        ' openid',
        'openid ',
        'openid\temail',
        'openid\u00a0email',
        'openid\nemail',
        'openid\r\nemail',
        'openid\0',
        'openid "email"',
        'openid \\',
        'openid \u00e9',
      ],
      (scope) => [
        [
          `scope ${JSON.stringify(scope)}`,
          { scope },
          'invalid_scope',
          'scope must be tokens separated by one space',
        ],
      ],
    ),
    ...each([`openid${' email'.repeat(1000)}`, `openid ${'a'.repeat(20_000)}`], (scope) => [
      [
        `scope of ${scope.length} characters`,
        { scope },
        'invalid_scope',
        'scope must be tokens separated by one space',
      ],
    ]),
    ...each(['email', 'OPENID', 'openid,email'], (scope) => [
      [`scope ${scope}`, { scope }, 'invalid_request', 'scope must contain openid'],
    ]),
    ...each(
      [
        `${ACR} ${ACR}:same-device`,
        `${ACR} ${ACR}`,
        `${ACR} `,
        ` ${ACR}`,
        `${ACR}\n`,
        `${ACR}\0`,
        'urn:grn:authn:SE:bankid',
        'URN:GRN:AUTHN:SE:BANKID',
        'a'.repeat(10_000),
        '0',
      ],
      (acr) => [
        [
          `acr_values ${JSON.stringify(acr.slice(0, 60))}`,
          { acr_values: acr },
          'invalid_request',
          'acr_values must name exactly one eID service',
        ],
      ],
    ),
    ...each(
      ['urn:grn:authn:se:nobody', 'urn:grn:authn:se:bankid:mobile', 'urn:grn:authn:dk:mitid'],
      (acr) => [[`acr_values ${acr}`, { acr_values: acr }, 'invalid_request', NOT_OFFERED]],
    ),
    [
      "an eID of the tenant outside the application's settings",
      { client_id: 'one-eid' },
      'invalid_request',
      'acr_values names an eID service that is not offered here; offered: urn:grn:authn:se:bankid:another-device:qr',
    ],
    [
      "a response_mode outside the application's settings",
      { client_id: 'only-query', response_mode: 'form_post' },
      'invalid_request',
      'response_mode form_post is not allowed for this application',
    ],
    ['prompt none', { prompt: 'none' }, 'login_required', 'End-User authentication is required'],
    [
      'prompt none without a state',
      { prompt: 'none', state: undefined },
      'login_required',
      'End-User authentication is required',
    ],
    [
      'prompt none login',
      { prompt: 'none login' },
      'invalid_request',
      'prompt none must only be used alone',
    ],
    ...each(['-1', 'NaN', '1.5', '1e400', '9007199254740993', 'ten'], (age) => [
      [`max_age ${age}`, { max_age: age }, 'invalid_request', 'invalid max_age parameter value'],
    ]),
    [
      'a request object',
      { request: 'e30.e30.' },
      'invalid_request_object',
      'unsupported signed request alg',
    ],
    [
      'a request_uri',
      { request_uri: 'http://127.0.0.1:1/request' },
      'request_uri_not_supported',
      undefined,
    ],
    ['a registration', { registration: '{}' }, 'registration_not_supported', undefined],
    [
      'an invalid id_token_hint',
      { id_token_hint: 'x.y.z' },
      'invalid_request',
      'could not validate id_token_hint',
    ],
    ...each(
      ['response_type', 'scope', 'acr_values', 'nonce', 'prompt', 'code_challenge'],
      (name) => [
        [
          `a repeated ${name}`,
          { [name]: ['openid', 'openid'] },
          'invalid_request',
          `'${name}' parameter must not be provided twice`,
        ],
      ],
    ),
    [
      'a nonce of more than 1 kB',
      { nonce: 'n'.repeat(1025) },
      'invalid_request',
      'nonce is longer than 1024 characters',
    ],
    [
      'a login_hint of more than 56 KiB',
      { login_hint: 'x'.repeat(56 * 1024 + 1) },
      'invalid_request',
      'login_hint is longer than 57344 characters',
    ],
    [
      'a max_age with many zeros',
      { max_age: `${'0'.repeat(5000)}1` },
      'invalid_request',
      'max_age is longer than 4096 characters',
    ],
    [
      'a public client without PKCE',
      { client_id: 'spa' },
      'invalid_request',
      'Authorization Server policy requires PKCE to be used for this request',
    ],
    [
      'a confidential client without its required PKCE',
      { client_id: 'careful' },
      'invalid_request',
      'Authorization Server policy requires PKCE to be used for this request',
    ],
    ...each(['web', 'spa'], (client) => [
      [
        `plain PKCE of ${client}`,
        { client_id: client, code_challenge: CHALLENGE, code_challenge_method: 'plain' },
        'invalid_request',
        'not supported value of code_challenge_method',
      ],
      [
        `s256 PKCE of ${client}`,
        { client_id: client, code_challenge: CHALLENGE, code_challenge_method: 's256' },
        'invalid_request',
        'not supported value of code_challenge_method',
      ],
      [
        `a challenge of ${client} without a method`,
        { client_id: client, code_challenge: CHALLENGE },
        'invalid_request',
        'code_challenge_method must be provided',
      ],
      [
        `a method of ${client} without a challenge`,
        { client_id: client, code_challenge_method: 'S256' },
        'invalid_request',
        'code_challenge must be provided with code_challenge_method',
      ],
      [
        `a challenge of ${client} that is too short`,
        { client_id: client, code_challenge: 'short', code_challenge_method: 'S256' },
        'invalid_request',
        'code_challenge must be a string with a minimum length of 43 characters',
      ],
    ]),
  ];

  test.each(rows)('for %s', async (_, change, error, description) => {
    const answer = await authorize(change);
    const state = 'state' in change ? change.state : GOOD.state;

    expect(answer.status).toBe(302);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(`${answer.location?.origin}${answer.location?.pathname}`).toBe(CALLBACK);
    expect(answer.location?.hash).toBe('');
    expect(Object.entries(errorFieldsIn(answer.location))).toEqual([
      ['error', error],
      ...(description === undefined ? [] : [['error_description', description]]),
      ...(state === undefined ? [] : [['state', state]]),
      ['iss', broker.issuer],
    ]);
    expect(description ?? '').toMatch(ASCII);
  });

  test('without its state when the state is repeated', async () => {
    const { location } = await authorize({ state: ['one', 'two'] });
    expect(Object.entries(errorFieldsIn(location))).toEqual([
      ['error', 'invalid_request'],
      ['error_description', "'state' parameter must not be provided twice"],
      ['iss', broker.issuer],
    ]);
  });

  test('without a state of more than 4 kB', async () => {
    const { status, location } = await authorize({ state: 's'.repeat(4097) });
    expect(status).toBe(302);
    expect(Object.entries(errorFieldsIn(location))).toEqual([
      ['error', 'invalid_request'],
      ['error_description', 'state is longer than 4096 characters'],
      ['iss', broker.issuer],
    ]);
  });

  test('without a long state when another error comes first', async () => {
    const { location } = await authorize({ state: 's'.repeat(100_000), response_type: 'bogus' });
    expect(Object.keys(errorFieldsIn(location))).toEqual(['error', 'error_description', 'iss']);
  });

  const UNSUPPORTED = ['unsupported_response_type', 'unsupported response_type requested'];
  const FOREIGN = ['unauthorized_client', 'this application may not use the implicit flow'];
  test.each([
    ['token', UNSUPPORTED],
    ['id_token token', UNSUPPORTED],
    ['code token', UNSUPPORTED],
    ['id_token', FOREIGN],
    ['id_token id_token', FOREIGN],
  ])(
    'in the fragment for response_type %s, where its tokens would be',
    async (type, [error, description]) => {
      const { status, location } = await authorize({ response_type: type });
      expect(status).toBe(302);
      expect(location?.search).toBe('');
      expect(Object.entries(errorFieldsIn(location))).toEqual([
        ['error', error],
        ['error_description', description],
        ['state', 'st'],
        ['iss', broker.issuer],
      ]);
    },
  );

  test('in the fragment for response_mode fragment', async () => {
    const { location } = await authorize({ response_mode: 'fragment', prompt: 'none' });
    expect(location?.search).toBe('');
    expect(location?.hash).toMatch(/^#error=login_required&/);
  });
});

// spec: authorize.client-id, authorize.redirect-uri
describe('an invalid request gets an error page', () => {
  const NOT_REGISTERED = {
    code: 'invalid_redirect_uri',
    message: "redirect_uri did not match any of the client's registered redirect_uris",
  };
  const UNKNOWN = { code: 'invalid_client', message: 'client is invalid' };

  // spec: setting.redirect-uri, authorize.redirect-uri
  test.each([
    `${CALLBACK}/`,
    `${CALLBACK}?x=1`,
    `${CALLBACK}?`,
    `${CALLBACK}#x`,
    `${CALLBACK}#`,
    `${CALLBACK}/more`,
    `${CALLBACK};x`,
    `${CALLBACK}\t`,
    `${CALLBACK}\n`,
    `${CALLBACK} `,
    ` ${CALLBACK}`,
    `${CALLBACK}\0`,
    'https://APP.example.com/cb',
    'HTTPS://app.example.com/cb',
    'https://app.example.com/CB',
    'https://app.example.com:443/cb',
    'https://app.example.com:8443/cb',
    'http://app.example.com/cb',
    'https://app.example.com/x/../cb',
    'https://app.example.com/x/%2e%2e/cb',
    'https://app.example.com/%63b',
    'https://app.example.com//cb',
    'https://app.example.com/cb/..',
    'https://app.example.com@evil.example/cb',
    'https://app.example.com%25@evil.example/cb',
    'https://app.example.com\\@evil.example/cb',
    'https://app.example.com\\cb',
    'https://app.example.com.evil.example/cb',
    'https://app.example.com./cb',
    'https://app\uff0eexample\uff0ecom/cb',
    '//app.example.com/cb',
    '//evil.example',
    '/cb',
    'https://[::1]/cb',
    'https://2130706433/cb',
    'javascript:alert(1)',
    'data:text/html,x',
    'com.example.app:/cb',
    'x',
  ])('for the redirect_uri %j', async (redirect_uri) => {
    expectPage(await authorize({ redirect_uri }), NOT_REGISTERED);
  });

  test.each([
    ['loopback', 'another port', 'http://127.0.0.1:7778/cb'],
    ['loopback', 'no port', 'http://127.0.0.1/cb'],
    ['loopback', 'another name of the machine', 'http://[::1]:7777/cb'],
    ['loopback', 'a name of the machine and another port', 'http://localhost:7778/cb'],
    ['native', 'another port', 'http://127.0.0.1:7778/cb'],
    ['native', 'no port', 'http://127.0.0.1/cb'],
    ['native', 'another scheme', 'com.example.app2:/cb'],
    ['native', 'another path', 'com.example.app:/cb/x'],
  ])('for a native application (%s) with %s', async (client_id, _, redirect_uri) => {
    expectPage(await authorize({ client_id, redirect_uri }), NOT_REGISTERED);
  });

  test.each([
    [
      'a missing redirect_uri with a single registered one',
      { redirect_uri: undefined },
      'invalid_request',
      "missing required parameter 'redirect_uri'",
    ],
    [
      'an empty redirect_uri',
      { redirect_uri: '' },
      'invalid_request',
      "missing required parameter 'redirect_uri'",
    ],
    [
      'a repeated redirect_uri',
      { redirect_uri: [CALLBACK, CALLBACK] },
      'invalid_request',
      "'redirect_uri' parameter must not be provided twice",
    ],
    [
      'a repeated redirect_uri with a foreign value',
      { redirect_uri: [CALLBACK, 'https://evil.example'] },
      'invalid_request',
      "'redirect_uri' parameter must not be provided twice",
    ],
    [
      'a missing client_id',
      { client_id: undefined },
      'invalid_request',
      "missing required parameter 'client_id'",
    ],
    [
      'a repeated client_id',
      { client_id: ['web', 'web'] },
      'invalid_request',
      "'client_id' parameter must not be provided twice",
    ],
    ['an unknown client_id', { client_id: 'nobody' }, UNKNOWN.code, UNKNOWN.message],
    ['a client_id in another case', { client_id: 'WEB' }, UNKNOWN.code, UNKNOWN.message],
    ['the client_id __proto__', { client_id: '__proto__' }, UNKNOWN.code, UNKNOWN.message],
    [
      'a bad redirect_uri beside another fault',
      { redirect_uri: 'https://evil.example/', scope: 'email', prompt: 'none' },
      NOT_REGISTERED.code,
      NOT_REGISTERED.message,
    ],
  ] as const)('for %s', async (_, change, code, message) => {
    expectPage(await authorize(change), { code, message });
  });

  // spec: setting.client-id
  test("for another tenant's client, with the text for an unknown client", async () => {
    const foreign = await authorize({ client_id: 'only-second' });
    const unknown = await authorize({ client_id: 'nobody' });
    expectPage(foreign, UNKNOWN);
    expect(withoutReference(foreign.text)).toBe(withoutReference(unknown.text));
    const { status } = await authorize({ client_id: 'only-second' }, broker.secondIssuer);
    expect(status).toBe(302);
  });

  test.each([
    ['client_id', { client_id: '"><script>alert(1)</script>' }],
    ['redirect_uri', { redirect_uri: '"><script>alert(1)</script>' }],
    ['state', { redirect_uri: 'x', state: '<script>alert(1)</script>' }],
    ['ui_locales', { client_id: 'nobody', ui_locales: '"><script>alert(1)</script>' }],
    ['an unknown parameter', { client_id: 'nobody', error_description: '<script>alert(1)' }],
  ])('without the script in %s', async (_, change) => {
    const { text, status } = await authorize(change);
    expect(status).toBe(400);
    expect(text).not.toMatch(/<script>/i);
    expect(text).not.toContain('alert(1)');
  });

  test('for clients that accept JSON too', async () => {
    const answer = await authorize({ client_id: 'nobody' }, broker.issuer, {
      accept: 'application/json',
    });
    expectPage(answer, UNKNOWN);
  });
});

describe('a valid request', () => {
  test.each<[string, Change]>([
    ['without changes', {}],
    ['without a state', { state: undefined }],
    ['with a state of 4 kB', { state: 's'.repeat(4096) }],
    ['with a nonce of 1 kB', { nonce: 'n'.repeat(1024) }],
    ['with an unknown login_hint', { login_hint: 'buffy@localhost' }],
    ['with a login_hint of the greatest length', { login_hint: 'x'.repeat(56 * 1024) }],
    ['with response_type=code id_token', { response_type: 'code id_token' }],
    ['with its response types in reverse order', { response_type: 'id_token code' }],
    ['with claims_locales', { claims_locales: 'se' }],
    ['with display=popup', { display: 'popup' }],
    ['with display=bogus', { display: 'bogus' }],
    ['with an unknown parameter', { extra: 'foobar' }],
    ['with an unknown parameter twice', { extra: ['foo', 'bar'] }],
    ['with parameters named like object members', { ['__proto__']: 'x', constructor: 'y' }],
    ['with claims', { claims: '{"userinfo":{"name":{"essential":true}}}' }],
    ['with invalid ui_locales', { ui_locales: '../../x \0 \u00e5' }],
    ['with very long ui_locales', { ui_locales: 'xx-yy '.repeat(5000) }],
    ['with an unknown scope', { scope: 'openid profile offline_access' }],
    ['with prompt=login', { prompt: 'login' }],
    ['with max_age=0', { max_age: '0' }],
    ['with response_mode=query', { response_mode: 'query' }],
    ['of a client with a default eID', { client_id: 'default-eid', acr_values: undefined }],
    [
      'of a public client with PKCE',
      { client_id: 'spa', code_challenge: CHALLENGE, code_challenge_method: 'S256' },
    ],
    [
      'of a native application',
      {
        client_id: 'native',
        redirect_uri: 'com.example.app:/cb',
        code_challenge: CHALLENGE,
        code_challenge_method: 'S256',
      },
    ],
    ['of a client whose id has colons', { client_id: 'urn:example:app:1+2%' }],
  ])('%s redirects to the login page', async (_, change) => {
    const userAgent = newUserAgent(broker.port);
    const { status, location } = await userAgent.get(urlOf(change));
    expect(status).toBe(302);
    expect(location?.href).toMatch(new RegExp(`^${broker.issuer}/login/[\\w-]{43}$`));

    const page = await userAgent.get(location!);
    expect(page.status).toBe(200);
    expectGuardedHtml(page);
  });

  test.each([
    ['https origin', {}, "'self' https://app.example.com"],
    [
      'scheme of a native application',
      {
        client_id: 'native',
        redirect_uri: 'com.example.app:/cb',
        code_challenge: CHALLENGE,
        code_challenge_method: 'S256',
      },
      "'self' com.example.app:",
    ],
  ])('allows forms to redirect to the application: %s', async (_, change, formAction) => {
    const userAgent = newUserAgent(broker.port);
    const { location } = await userAgent.get(urlOf(change));
    const { headers } = await userAgent.get(location!);
    expect(policyOf(headers['content-security-policy'])['form-action']).toBe(formAction);
  });

  test('that is cancelled redirects by 303 to our origin and by 302 to the application', async () => {
    const userAgent = newUserAgent(broker.port);
    const { location: page } = await userAgent.get(urlOf({}));
    const cancelled = await userAgent.post(`${page}/cancel`, {});
    expect(cancelled.status).toBe(303);
    expect(cancelled.location?.origin).toBe(broker.issuer);
    const { status, location } = await userAgent.get(cancelled.location!);
    expect(status).toBe(302);
    expect(`${location?.origin}${location?.pathname}`).toBe(CALLBACK);
    expect(Object.entries(errorFieldsIn(location))).toEqual([
      ['error', 'access_denied'],
      ['error_description', 'user declined'],
      ['state', 'st'],
      ['iss', broker.issuer],
    ]);
  });

  test.each([{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])(
    'is neither started nor cancelled by a form of another site: %j',
    async (headers) => {
      const userAgent = newUserAgent(broker.port, headers);
      const { location: page } = await userAgent.get(urlOf({}));
      for (const action of ['start', 'cancel']) {
        const { status, location } = await userAgent.post(`${page}/${action}`, { device: 'other' });
        expect(status).toBe(403);
        expect(location).toBeUndefined();
      }
    },
  );

  test('starts no order for a prefetch of a page that starts by itself', async () => {
    const userAgent = newUserAgent(broker.port);
    const { location } = await userAgent.get(urlOf({ acr_values: `${ACR}:another-device:qr` }));
    const { status } = await userAgent.get(location!, { 'sec-purpose': 'prefetch' });
    expect(status).toBe(200);
  });

  test("leads to a page with the application's name escaped", async () => {
    const userAgent = newUserAgent(broker.port);
    const { location } = await userAgent.get(urlOf({}));
    const { text } = await userAgent.get(location!);
    expect(text).toContain('Web &lt;b&gt;&amp; shop&lt;/b&gt;');
    expect(text).not.toContain('<b>&');
  });

  test('with invalid ui_locales leads to a page in a supported language', async () => {
    const userAgent = newUserAgent(broker.port);
    const ui_locales = '../../etc/passwd <script> fi';
    const { location } = await userAgent.get(urlOf({ ui_locales }));
    const { text } = await userAgent.get(location!);
    expect(text).toMatch(/<html lang="fi">/);
    expect(text).not.toContain('passwd');
  });

  test('sets HttpOnly cookies for the login without parameters', async () => {
    const { headers } = await authorize({ state: 'secret-state' });
    const cookies = headers['set-cookie'] ?? [];
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; samesite=lax/i);
      expect(cookie).toMatch(/; httponly/i);
      expect(cookie).not.toContain('secret-state');
      expect(cookie.length).toBeLessThan(4096);
    }
  });

  test('is not accessible to another browser', async () => {
    const { location } = await authorize({});
    const answer = await newUserAgent(broker.port).get(location!);
    expectPage(answer, { code: 'login-not-found', status: 404 });
  });

  test('with preferences of excessive length is stored without them', async () => {
    const bigRows = 'select count(*)::int as count from artifact where length(payload) > 5000';
    const before = await broker.sql(bigRows);
    const long = { ui_locales: 'xx-yy '.repeat(5000), display: 'd'.repeat(5000) };
    const { location } = await authorize({ ...long, claims_locales: 'l'.repeat(5000) });
    expect(location?.pathname).toMatch(/^\/login\//);
    expect(await broker.sql(bigRows)).toEqual(before);
  });

  test('with a query of 120 kB of parameters is refused before parsing', async () => {
    const path = `/oauth2/authorize?${'a&'.repeat(60_000)}`;
    const answer = await send(broker.port, {
      path,
      headers: { host: new URL(broker.issuer).host },
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toBe('The query has too many parameters.\n');
  });

  test('with a posted form of 56 kB of parameters is refused before parsing', async () => {
    const answer = await send(broker.port, {
      method: 'POST',
      path: '/oauth2/authorize',
      headers: { ...form({}).headers, host: new URL(broker.issuer).host },
      body: 'a&'.repeat(28_000),
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toBe('The form has too many fields.\n');
  });

  test('that is aborted during a post is logged and is no error', async () => {
    const { host } = new URL(broker.issuer);
    const socket = connect(broker.port, '127.0.0.1');
    const type = 'Content-Type: application/x-www-form-urlencoded';
    const head = ['POST /oauth2/authorize HTTP/1.1', `Host: ${host}`, type, 'Content-Length: 9'];
    socket.write([...head, '', 'stat'].join('\r\n'), () => socket.destroy());

    const noted = () => broker.logged.filter(({ event }) => event === 'request.aborted');
    for (let tries = 0; tries < 200 && noted().length === 0; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    // The code depends on the first event of the operating system.
    const codes = /^(ECONNRESET|HPE_INVALID_EOF_STATE)$/;
    expect(noted().length).toBeGreaterThan(0);
    for (const { level, facts } of noted()) {
      expect(level).toBe('info');
      expect(facts.code).toMatch(codes);
    }
  });

  test('may be posted', async () => {
    const posted = form({ ...GOOD });
    const { status, location } = await send(broker.port, {
      ...posted,
      path: '/oauth2/authorize',
      headers: { ...posted.headers, host: new URL(broker.issuer).host },
    });
    expect(status).toBe(302);
    expect(location?.pathname).toMatch(/^\/login\//);
  });

  test.each([
    ['JSON', 415, { 'content-type': 'application/json' }, '{}'],
    ['no content type', 415, {}, 'client_id=web'],
    [
      'a body that is too long',
      413,
      { 'content-type': 'application/x-www-form-urlencoded' },
      `state=${'x'.repeat(128 * 1024)}`,
    ],
  ])('cannot be posted with %s', async (_, status, headers, body) => {
    const answer = await send(broker.port, {
      method: 'POST',
      path: '/oauth2/authorize',
      headers: { ...headers, host: new URL(broker.issuer).host },
      body,
    });
    expect(answer.status).toBe(status);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('the form_post page', () => {
  const page = () =>
    authorize({ response_mode: 'form_post', prompt: 'none', state: '"><script>x' });

  test('posts to the redirect URI only, by a script whose hash is in the policy', async () => {
    const { status, headers, text } = await page();
    expect(status).toBe(400);
    expect(headers['cache-control']).toBe('no-store');
    const script = /<script>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    const policy = policyOf(headers['content-security-policy']);
    expect(policy['script-src']).toBe(`'self' 'sha256-${hash}'`);
    expect(policy['form-action']).toBe("'self' https://app.example.com");
    expect(policy['default-src']).toBe("'none'");
    expect(policy['frame-ancestors']).toBe("'none'");
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).toContain(`action="${CALLBACK}"`);
    expect(text).toContain('name="state" value="&quot;&gt;&lt;script&gt;x"');
    expect(text).not.toMatch(/(src|href)=/);
  });

  test('posts to the scheme of a native application', async () => {
    const { headers } = await authorize({
      client_id: 'native',
      redirect_uri: 'com.example.app:/cb',
      response_mode: 'form_post',
      prompt: 'none',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    });
    const policy = policyOf(headers['content-security-policy']);
    expect(policy['form-action']).toBe("'self' com.example.app:");
  });
});

/** Makes the rows of each case of a list. */
function each(cases: readonly string[], rows: (one: string) => Row[]): Row[] {
  return cases.flatMap(rows);
}

function presence(how: string): string | undefined {
  return how === 'empty' ? '' : undefined;
}

function urlOf(change: Change, issuer: string = broker.issuer): URL {
  const url = new URL('/oauth2/authorize', issuer);
  for (const [name, value] of Object.entries({ ...GOOD, ...change })) {
    for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, one);
  }
  return url;
}

function authorize(
  change: Change,
  issuer: string = broker.issuer,
  headers: Readonly<Record<string, string>> = {},
): Promise<WireAnswer> {
  return newUserAgent(broker.port).get(urlOf(change, issuer), headers);
}

function expectPage(
  answer: WireAnswer,
  { code, message, status = 400 }: { code: string; message?: string; status?: number },
): void {
  expect(answer.status).toBe(status);
  expect(answer.location).toBeUndefined();
  expectGuardedHtml(answer);
  expect(textOf(answer.text, 'error-code')).toBe(code);
  if (message !== undefined) expect(textOf(answer.text, 'message')).toBe(message);
  expect(textOf(answer.text, 'support-code')).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
}

/** Expects the headers of every HTML page. */
function expectGuardedHtml({ headers }: WireAnswer): void {
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['x-frame-options']).toBe('DENY');
  const policy = policyOf(headers['content-security-policy']);
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  });
  expect(policy['form-action']).toMatch(
    /^'self'( (https:\/\/app\.example\.com|com\.example\.app:))?$/,
  );
}

function policyOf(header: string | string[] | undefined): Record<string, string> {
  const directives = String(header).split(';');
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources.join(' ')];
    }),
  );
}

function textOf(html: string, testId: string): string | undefined {
  const text = new RegExp(`data-testid="${testId}"[^>]*>([^<]*)<`).exec(html)?.[1];
  return text?.replaceAll('&#39;', "'");
}

function withoutReference(html: string): string {
  return html.replace(/data-testid="(?:support-code">|copy-code" )[^<]*|data-copy="[^"]*"/g, '');
}
