import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  approveLogin,
  authorizeUrl,
  finish,
  logIn,
  newUserAgent,
  QR_ACR,
  type UserAgent,
} from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import {
  basic,
  claimsIn,
  codeFields,
  postToken,
  userinfo,
} from '@eid-broker/testing/token-endpoint';
import { form, send, type WireAnswer } from '@eid-broker/testing/wire';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { SignJWT } from 'jose';
import { applyFile, demoVariables } from '../support/broker.ts';
import { SECRETS, type SecurityBroker, startSecurityBroker } from '../support/security-broker.ts';
import {
  ANY_DEVICE,
  authorize,
  claimsAt,
  FORUM,
  loggedIn,
  outcomeOf,
  type Params,
  SHOP,
  type SsoBroker,
  startSsoBroker,
} from '../support/single-sign-on.ts';
import { decide, scan, visit } from '../support/visit.ts';

const CALLBACK = 'https://app.example.com/cb';
const FIXTURE = 'test/fixtures/single-sign-on.yaml';
const SHOP_SECRET = basic('shop', 'demo-web-secret');
/** 40,000 characters in base64. */
const LONGEST = Buffer.from(`${'Paragraph 12. '.repeat(2142)}The end..???`).toString('base64');

let broker: SecurityBroker;
let sso: SsoBroker;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'attacks-'));
  [broker, sso] = await Promise.all([startSecurityBroker(), startSsoBroker()]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all([broker.close(), sso.close()]);
});
afterEach(() => {
  sso.advance(21 * 60);
});

interface Wire {
  readonly method: string;
  readonly path: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

function wire(at: Pick<SsoBroker, 'issuer' | 'port'>, { method, path, fields, headers }: Wire) {
  const posted = fields === undefined ? { headers: {} } : form(fields);
  const all = { host: new URL(at.issuer).host, ...posted.headers, ...headers };
  return send(at.port, { ...posted, method, path, headers: all });
}

function cookieOf({ jar }: UserAgent, url: URL): Promise<string> {
  return jar.getCookieString(url.href);
}

/** A parameter of the response, in the query or in the fragment. */
function parameterOf({ location }: WireAnswer, name: string): string | null {
  const inFragment = new URLSearchParams(location?.hash.slice(1));
  return inFragment.get(name) ?? location?.searchParams.get(name) ?? null;
}

/** Applies a changed configuration, as `npm run apply` does, and advances the clock until the service has read it. */
async function applyChanged(change: (yaml: string) => string): Promise<void> {
  const file = join(folder, 'configuration.yaml');
  writeFileSync(file, change(readFileSync(FIXTURE, 'utf8')));
  const variables = {
    ...demoVariables(sso),
    OFF_ISSUER: sso.offIssuer,
    HERE_ISSUER: sso.hereIssuer,
  };
  await applyFile(file, { databaseUrl: sso.databaseUrl, variables });
  sso.advance(3);
}

describe('a path that only resembles one of ours is not found', () => {
  const FIELDS = {
    client_id: 'all-ways',
    client_secret: SECRETS.web,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid',
    acr_values: ANY_DEVICE,
    login_hint: `sub:ssn:${TOLVAN}`,
    binding_message: 'Hi',
    callInitiator: 'RP',
    xsrf: 'x',
  };

  test.each([
    ['GET', '/oauth2/authorize/'],
    ['GET', '/OAuth2/Authorize'],
    ['POST', '/oauth2/token/'],
    ['POST', '/OAUTH2/token'],
    ['POST', '/oauth2/par/'],
    ['POST', '/oauth2/userinfo/'],
    ['POST', '/ciba/bc-authorize/'],
    ['POST', '/CIBA/bc-authorize'],
    // This path belongs to the library, behind a logout that is not ours.
    ['POST', '/session/end/confirm'],
  ])('%s %s gets 404', async (method, path) => {
    const query = method === 'GET' ? `?${new URLSearchParams(FIELDS)}` : '';
    const fields = method === 'GET' ? {} : { fields: FIELDS };
    const headers = { origin: 'https://evil.example' };
    const answer = await wire(broker, { method, path: path + query, headers, ...fields });
    expect([answer.status, answer.text]).toEqual([404, 'Not Found']);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(broker.simulator.statistics().calls['phone/auth'] ?? 0).toBe(0);
  });

  test('another spelling of a resume URL gets 404', async () => {
    const { userAgent, page } = await approveLogin(broker, { ...request('web') });
    const resume = (await userAgent.get(page)).location!;
    for (const path of [`${resume.pathname}/`, resume.pathname.replace('oauth2', 'OAuth2')]) {
      const headers = { cookie: await cookieOf(userAgent, resume) };
      expect((await wire(broker, { method: 'GET', path, headers })).status).toBe(404);
    }
    expect(parameterOf(await userAgent.get(resume), 'code')).toMatch(/^[\w-]{43}$/);
  });

  test('the resume URL of another login gets an error page', async () => {
    const [own, other] = await Promise.all([
      approveLogin(broker, { ...request('web') }),
      approveLogin(broker, { ...request('web') }),
    ]);
    const [resume, foreign] = await Promise.all(
      [own, other].map(async ({ userAgent, page }) => (await userAgent.get(page)).location!),
    );
    const headers = { cookie: await cookieOf(own.userAgent, resume!), accept: 'text/html' };
    for (const path of [foreign!.pathname, '/oauth2/authorize/unknown']) {
      const answer = await wire(broker, { method: 'GET', path, headers });
      expect([answer.status, answer.location]).toEqual([400, undefined]);
      expect(answer.text).toContain('authorization request has expired');
    }
    for (const { userAgent, at } of [
      { userAgent: own.userAgent, at: resume! },
      { userAgent: other.userAgent, at: foreign! },
    ]) {
      expect(parameterOf(await userAgent.get(at), 'code')).toMatch(/^[\w-]{43}$/);
    }
  });

  test('another method gets 404 in every response mode', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      for (const mode of ['query', 'json', 'post_message', 'form_post']) {
        const path = `/oauth2/authorize?response_mode=${mode}&client_id=web`;
        expect((await wire(broker, { method, path })).status).toBe(404);
      }
    }
    expect(broker.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('a HEAD request', () => {
  test('takes nothing from a session', async () => {
    const { userAgent } = await loggedIn(sso);
    const url = authorizeUrl(sso.issuer, SHOP);
    const headers = { cookie: await cookieOf(userAgent, url) };
    const before = await codes();
    for (let times = 0; times < 3; times += 1) {
      const answer = await wire(sso, { method: 'HEAD', path: url.pathname + url.search, headers });
      expect([answer.status, answer.location]).toEqual([204, undefined]);
    }
    expect(await codes()).toBe(before);
    expect(outcomeOf(await authorize(sso, userAgent))).toBe('code');
  });

  test('does not consume the result of a login', async () => {
    const { userAgent, page } = await approveLogin(sso, SHOP);
    const resume = (await userAgent.get(page)).location!;
    const headers = { cookie: await cookieOf(userAgent, resume) };
    const answer = await wire(sso, { method: 'HEAD', path: resume.pathname, headers });
    expect([answer.status, answer.location]).toEqual([204, undefined]);
    expect(parameterOf(await userAgent.get(resume), 'code')).toMatch(/^[\w-]{43}$/);
  });

  async function codes(): Promise<unknown> {
    const [row] = await sso.sql(
      "select count(*) as count from artifact where kind like '%AuthorizationCode'",
    );
    return row?.count;
  }
});

describe('a signed pushed request', () => {
  const now = () => Math.floor(Date.now() / 1000);

  test.each([
    ['without times', () => ({})],
    ['some minutes ago', () => ({ iat: now() - 300, exp: now() + 300 })],
    ['without iat', () => ({ exp: now() + 90 })],
    ['for the next seconds only', () => ({ iat: now(), exp: now() + 5 })],
  ])(
    'that was signed %s is valid for the whole lifetime of a pushed request',
    async (_what, times) => {
      const { status, text } = await push(await signed(times()));
      expect(status).toBe(201);
      const { request_uri, expires_in } = JSON.parse(text);
      expect(expires_in).toBe(120);
      expect((await openPushed(request_uri, 110)).location?.pathname).toMatch(/^\/login\//);
      expect((await openPushed(request_uri, 136)).status).toBe(400);
    },
  );

  test.each([
    ['has expired', () => ({ exp: now() - 60 })],
    ['is not valid yet', () => ({ nbf: now() + 120 })],
    ['is for another domain', () => ({ aud: broker.secondIssuer })],
    ['has another issuer', () => ({ iss: 'a' })],
    ['names another client_id', () => ({ client_id: 'a' })],
    ['has a foreign redirect_uri', () => ({ redirect_uri: 'https://evil.example/' })],
    ["is for a flow outside the application's settings", () => ({ response_type: 'id_token' })],
    [
      'requests a token in the query',
      () => ({ response_type: 'code id_token', response_mode: 'query' }),
    ],
    ['contains another signed request', () => ({ request: 'x.y.z' })],
    ['has two texts in login_hint', () => ({ login_hint: ['action:sign', 'message:SGVq'] })],
  ])('is refused when it %s', async (_what, claims) => {
    expect((await push(await signed(claims()))).status).toBe(400);
  });

  test('is refused with a foreign key or without a signature', async () => {
    expect((await push(await signed({}, broker.keys.foreign))).status).toBe(400);
    const [, payload] = (await signed({})).split('.');
    const header = Buffer.from('{"alg":"none"}').toString('base64url');
    expect((await push(`${header}.${payload}.`)).status).toBe(400);
  });

  function signed(claims: object, key = broker.keys.rsa): Promise<string> {
    const about = { iss: 'both-ways', aud: broker.issuer };
    return new SignJWT({ ...about, ...request('both-ways'), ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'rsa' })
      .sign(key);
  }

  function push(signedRequest: string): Promise<WireAnswer> {
    const fields = { client_id: 'both-ways', request: signedRequest };
    const headers = basic('both-ways', SECRETS.web);
    return wire(broker, { method: 'POST', path: '/oauth2/par', fields, headers });
  }

  /** Moves the machine's clock, which the library uses. */
  async function openPushed(request_uri: string, later: number): Promise<WireAnswer> {
    const realNow = Date.now;
    Date.now = () => realNow() + later * 1000;
    try {
      const url = authorizeUrl(broker.issuer, { client_id: 'both-ways', request_uri });
      return await newUserAgent(broker.port).get(url);
    } finally {
      Date.now = realNow;
    }
  }
});

describe('a pushed request is not changed by the URL', () => {
  test.each([
    'state=other',
    'redirect_uri=https://evil.example/',
    'response_mode=fragment',
    'acr_values=urn:grn:authn:se:bankid',
    'scope=openid+evidence',
    'nonce=other',
    'prompt=none',
    `login_hint=sub:ssn:${TOLVAN}`,
    'code_challenge=x',
  ])('%s in the URL has no effect', async (beside) => {
    const fields = request('web');
    const pushed = await wire(broker, {
      method: 'POST',
      path: '/oauth2/par',
      fields,
      headers: basic('web', SECRETS.web),
    });
    const { request_uri } = JSON.parse(pushed.text);
    const userAgent = newUserAgent(broker.port);
    const query = `${new URLSearchParams({ client_id: 'web', request_uri })}&${beside}`;
    const { location: page } = await userAgent.get(`${broker.issuer}/oauth2/authorize?${query}`);
    const { location: resume } = await userAgent.post(`${page}/cancel`, {});
    const { location } = await userAgent.get(resume!);
    expect(`${location?.origin}${location?.pathname}`).toBe(CALLBACK);
    expect(location?.searchParams.get('state')).toBe('st');
    expect(location?.searchParams.get('error')).toBe('access_denied');
  });
});

describe('prompt=none with max_age=0 is refused', () => {
  const SILENT = { prompt: 'none', max_age: '0' };

  test.each(['with', 'without'])('%s a session, in the URL or pushed', async (how) => {
    const { userAgent } =
      how === 'with' ? await loggedIn(sso) : { userAgent: newUserAgent(sso.port) };
    const fields = { ...SHOP, ...SILENT } as Record<string, string>;
    const headers = SHOP_SECRET;
    const pushed = await wire(sso, { method: 'POST', path: '/oauth2/par', fields, headers });
    expect(pushed.status).toBe(201);
    const { request_uri } = JSON.parse(pushed.text);
    const named = authorizeUrl(sso.issuer, { client_id: 'shop', request_uri });
    for (const answer of [await authorize(sso, userAgent, SILENT), await userAgent.get(named)]) {
      expect(parameterOf(answer, 'error')).toBe('login_required');
      expect(parameterOf(answer, 'error_description')).toBe('End-User authentication is required');
      expect(parameterOf(answer, 'state')).toBe('a-state');
    }
  });
});

describe('the removal during a login', () => {
  const withoutAcr = (yaml: string) =>
    yaml.replace('- clientId: shop\n', `- clientId: shop\n        acrValues: [${ANY_DEVICE}]\n`);

  afterEach(() => applyChanged((yaml) => yaml));

  test('of a return URL prevents the code and the denial', async () => {
    const approved = await approveLogin(sso, SHOP);
    const resume = (await approved.userAgent.get(approved.page)).location!;
    const cancelled = await approveLogin(sso, SHOP);
    const denial = (await cancelled.userAgent.post(`${cancelled.page}/cancel`, {})).location!;
    const waiting = await approveLogin(sso, SHOP);
    await applyChanged((yaml) =>
      yaml.replace('https://shop.example/cb', 'https://shop.example/new'),
    );

    const answers = [
      await approved.userAgent.get(resume),
      await cancelled.userAgent.get(denial),
      await waiting.userAgent.get(waiting.page),
    ];
    expect(answers.map(({ status, location }) => [status, location])).toEqual([
      [400, undefined],
      [400, undefined],
      [404, undefined],
    ]);
  });

  test('of a flow prevents the token', async () => {
    const { userAgent, page } = await approveLogin(sso, { ...SHOP, response_type: 'id_token' });
    const resume = (await userAgent.get(page)).location!;
    await applyChanged((yaml) =>
      yaml.replace('[authorization-code, implicit]', '[authorization-code]'),
    );
    const { status, location } = await userAgent.get(resume);
    expect([status, location]).toEqual([400, undefined]);
  });

  test('of an eID prevents the code, the exchange of a code and userinfo', async () => {
    const { userAgent, page } = await approveLogin(sso, SHOP);
    const resume = (await userAgent.get(page)).location!;
    const unspent = (await logIn(sso, SHOP)).searchParams.get('code') ?? '';
    const spent = (await logIn(sso, SHOP)).searchParams.get('code') ?? '';
    const { body } = await exchangeCode(spent);
    await applyChanged(withoutAcr);

    const answer = await userAgent.get(resume);
    expect(parameterOf(answer, 'error')).toBe('invalid_request');
    expect(parameterOf(answer, 'code')).toBeNull();
    expect(await exchangeCode(unspent)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect((await userinfo(sso, String(body.access_token))).status).toBe(401);
  });

  test('of an application invalidates its codes and tokens', async () => {
    const unspent = (await logIn(sso, SHOP)).searchParams.get('code') ?? '';
    const { body } = await exchangeCode((await logIn(sso, SHOP)).searchParams.get('code') ?? '');
    await applyChanged((yaml) => yaml.replace('clientId: shop', 'clientId: another'));
    expect(await exchangeCode(unspent)).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    expect((await userinfo(sso, String(body.access_token))).status).toBe(401);
  });

  function exchangeCode(code: string) {
    return postToken(sso, codeFields(code, SHOP.redirect_uri), SHOP_SECRET);
  }
});

describe('a secret of one kind is refused as another kind', () => {
  test('this holds for login, session, pushed request, code, access token and ID token', async () => {
    const { userAgent, page } = await approveLogin(sso, SHOP);
    const login = page.pathname.split('/').at(-1) ?? '';
    const { location } = await finish(userAgent, page);
    const code = location?.searchParams.get('code') ?? '';
    const pushed = await wire(sso, {
      method: 'POST',
      path: '/oauth2/par',
      fields: SHOP as Record<string, string>,
      headers: SHOP_SECRET,
    });
    const request_uri: string = JSON.parse(pushed.text).request_uri;
    const fresh = (await logIn(sso, { ...SHOP, prompt: 'login' })).searchParams.get('code') ?? '';
    const tokens = await postToken(sso, codeFields(fresh, SHOP.redirect_uri), SHOP_SECRET);
    const cookies = await userAgent.jar.getCookies(sso.issuer);
    const session = cookies.find(({ key }) => key === 'session')?.value ?? '';
    const ids = {
      login,
      session,
      'pushed request': request_uri.split(':').at(-1) ?? '',
      'access token': String(tokens.body.access_token),
      'ID token': String(tokens.body.id_token),
    };
    expect(Object.values(ids).every((id) => id.length >= 43)).toBe(true);

    for (const [kind, id] of Object.entries({ ...ids, code })) {
      const asCode = await postToken(sso, codeFields(id, SHOP.redirect_uri), SHOP_SECRET);
      expect([kind, asCode.status]).toEqual([kind, kind === 'code' ? 200 : 400]);
    }
    for (const [kind, id] of Object.entries({ ...ids, code })) {
      const { status } = await userinfo(sso, id);
      expect([kind, status]).toEqual([kind, kind === 'access token' ? 200 : 401]);
    }
    for (const [kind, id] of Object.entries({ ...ids, code })) {
      const name = `${request_uri.slice(0, request_uri.lastIndexOf(':'))}:${id}`;
      const url = authorizeUrl(sso.issuer, { client_id: 'shop', request_uri: name });
      const { status } = await newUserAgent(sso.port).get(url);
      expect([kind, status]).toEqual([kind, kind === 'pushed request' ? 302 : 400]);
    }
    for (const [kind, id] of Object.entries({ ...ids, code })) {
      for (const path of [`/login/${id}`, `/oauth2/authorize/${id}`]) {
        const { status, location } = await newUserAgent(sso.port).get(`${sso.issuer}${path}`);
        expect([kind, Math.floor(status / 100), location]).toEqual([kind, 4, undefined]);
      }
    }
  });
});

describe('the scope', () => {
  test.each(['address', 'email', 'phone', 'birthdate', 'ssn'])(
    '%s without data from the eID is granted and adds no claim',
    async (scope) => {
      const plain = await claimsFor({ scope: 'openid' });
      const withScope = await claimsFor({ scope: `openid ${scope}` });
      expect(Object.keys(withScope)).toEqual(Object.keys(plain));
    },
  );

  test('of one application does not apply to the next one with single sign-on', async () => {
    const { userAgent } = await loggedIn(sso, { scope: 'openid evidence' });
    const { location } = await authorize(sso, userAgent, {
      ...FORUM,
      scope: 'openid evidence ssn',
    });
    expect(await claimsAt(sso, location, FORUM)).not.toHaveProperty('evidence');
    expect(outcomeOf(await authorize(sso, userAgent, { scope: 'openid evidence' }))).toBe('login');
  });

  async function claimsFor(params: Params) {
    const code = (await logIn(sso, { ...SHOP, ...params })).searchParams.get('code') ?? '';
    const fields = codeFields(code, SHOP.redirect_uri);
    return claimsIn((await postToken(sso, fields, SHOP_SECRET)).body.id_token);
  }
});

describe('no page can be framed', () => {
  test('this holds for pages of a login, an error, a logout and the return', async () => {
    const { userAgent, page } = await approveLogin(sso, { ...SHOP, response_mode: 'form_post' });
    const posted = await finish(userAgent, page);
    const waiting = newUserAgent(sso.port);
    const { location: login } = await waiting.get(authorizeUrl(sso.issuer, { ...SHOP }));
    const answers = [
      posted,
      await waiting.get(login!),
      await waiting.get(`${login}/text`),
      await newUserAgent(sso.port).get(login!),
      await waiting.get(`${sso.issuer}/oauth2/authorize?client_id=nobody`),
      await waiting.get(`${sso.issuer}/oauth2/logout`),
      await waiting.get(`${login}/return?nonce=x`),
    ];
    expect(posted.text).toContain('action="https://shop.example/cb"');
    for (const { headers } of answers) {
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
  });
});

describe('without single sign-on', () => {
  test('the browser gets no session cookie', async () => {
    const { userAgent, page } = await approveLogin(broker, request('web'));
    expect((await finish(userAgent, page)).status).toBe(302);
    const { cookies = [] } = (await userAgent.jar.serialize()) ?? {};
    expect(cookies.map(({ key }) => key).filter((key) => key?.includes('session'))).toEqual([]);
  });
});

describe('the number of a named person', () => {
  test('is in no page, cookie, URL or log, and is encrypted in the database', async () => {
    const from = broker.logged.length;
    const login_hint = `sub:ssn:${TOLVAN} message:SGVq`;
    const fields = { ...request('web'), acr_values: ANY_DEVICE, login_hint };
    const headers = basic('web', SECRETS.web);
    const pushed = await wire(broker, { method: 'POST', path: '/oauth2/par', fields, headers });
    const { request_uri } = JSON.parse(pushed.text);
    const login = await visit(broker, { client_id: 'web', request_uri });
    const seen = [pushed.text, login.url, (await login.load()).html];
    seen.push((await login.press('other-device')).text);
    const orderRef = await scan(broker, login);
    seen.push((await login.browser.get(`${login.url}/status`)).text);
    seen.push(JSON.stringify(await login.browser.jar.serialize()));
    for (const table of ['authentication', 'artifact', 'authentication_event']) {
      seen.push(JSON.stringify(await broker.sql(`select * from ${table}`)));
    }
    await decide(broker, orderRef);
    seen.push((await login.arrive()).href, JSON.stringify(broker.logged.slice(from)));
    for (const text of seen) expect(text).not.toContain(TOLVAN.slice(2));
  });
});

describe('a text to sign with invisible characters is refused', () => {
  test.each([
    ['a zero-width space', 'Pay 1\u200B000', 'U+200B at character 6'],
    ['a soft hyphen', 'Pay\u00AD', 'U+00AD at character 4'],
    ['a left-to-right mark', 'Pay \u200E', 'U+200E at character 5'],
    ['an Arabic letter mark', 'Pay \u061C', 'U+061C at character 5'],
    ['an interlinear annotation', 'Pay \uFFF9', 'U+FFF9 at character 5'],
    ['a line separator', 'Pay \u2028', 'U+2028 at character 5'],
    ['a Hangul filler', '\u3164', 'U+3164 at character 1'],
    ['an emoji tag', '👍 \u{E0041}', 'U+E0041 at character 3'],
  ])('with %s', async (_what, text, place) => {
    expect(await descriptionOf(text)).toBe(
      `message holds a character that is not allowed: ${place}`,
    );
  });

  test('with text far below the visible part', async () => {
    expect(await descriptionOf(`Pay 1${'\n'.repeat(4000)}000`)).toBe(
      'message has more than 10 line breaks or 200 characters of white space in a row at character 6',
    );
  });

  async function descriptionOf(text: string) {
    const login_hint = `action:sign message:${Buffer.from(text).toString('base64url')}`;
    const url = authorizeUrl(broker.issuer, { ...request('web'), login_hint });
    return parameterOf(await newUserAgent(broker.port).get(url), 'error_description');
  }
});

describe('a token with the evidence of the longest text', () => {
  // A new service, whose clock equals the machine's, because the ID token hint holds times.
  let punctual: SsoBroker;
  beforeAll(async () => {
    punctual = await startSsoBroker();
  });
  afterAll(() => punctual.close());

  const SIGN = { scope: 'openid evidence', login_hint: `action:sign message:${LONGEST}` };

  test('comes in a form and is accepted as a hint', async () => {
    const params = { ...SHOP, ...SIGN, response_type: 'id_token', response_mode: 'form_post' };
    const token = postedToken(await signedBy(params));
    expect(token.length).toBeGreaterThan(60_000);
    const { userAgent } = await loggedIn(punctual);
    expect(outcomeOf(await authorize(punctual, userAgent, { prompt: 'none' }))).toBe('code');
    const hinted = await authorize(punctual, userAgent, { prompt: 'none', id_token_hint: token });
    expect(outcomeOf(hinted)).toBe('code');
    const leave = new URLSearchParams({
      id_token_hint: token,
      post_logout_redirect_uri: 'https://shop.example/cb',
    });
    const left = await userAgent.get(`${punctual.issuer}/oauth2/logout?${leave}`);
    expect(left.location?.href).toBe('https://shop.example/cb');
    expect(outcomeOf(await authorize(punctual, userAgent, { prompt: 'none' }))).toBe(
      'login_required',
    );
  });

  test('is at userinfo when it would come with a code', async () => {
    const { location } = await signedBy({ ...SHOP, ...SIGN, response_type: 'code id_token' });
    const answer = new URLSearchParams(location?.hash.slice(1));
    expect(Object.keys(claimsIn(answer.get('id_token')))).not.toContain('evidence');
    const fields = codeFields(answer.get('code') ?? '', SHOP.redirect_uri);
    const { body } = await postToken(punctual, fields, SHOP_SECRET);
    expect(Object.keys(claimsIn(body.id_token))).not.toContain('evidence');
    const claims = await userinfo(punctual, String(body.access_token));
    expect(String(claims.body.evidence).length).toBeGreaterThan(60_000);
  });

  async function signedBy(params: Params): Promise<WireAnswer> {
    const userAgent = newUserAgent(punctual.port);
    const { location: page } = await userAgent.get(authorizeUrl(punctual.issuer, params));
    await userAgent.post(`${page}/start`, { device: 'other' });
    const shown = await userAgent.get(page!);
    const qr = /data-qr="([^"]+)"/.exec(shown.text)?.[1] ?? '';
    const { orderRef } = await punctual.phone.scan(qr, TOLVAN);
    await punctual.phone.decide(orderRef, 'approve');
    punctual.advance(3);
    return finish(userAgent, page!);
  }

  function postedToken({ text }: WireAnswer): string {
    return /name="id_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
  }
});

function request(client_id: string) {
  return {
    client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid',
    acr_values: QR_ACR,
    state: 'st',
  };
}
