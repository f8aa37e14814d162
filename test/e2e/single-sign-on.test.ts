import { newBrowser } from '@eid-broker/testing/browser';
import {
  allowCollectNow,
  approveLogin,
  authorizeUrl,
  finish,
  logIn,
  newUserAgent,
  type UserAgent,
} from '@eid-broker/testing/log-in';
import { testSigningKey } from '@eid-broker/testing/signing-keys';
import { basic, claimsIn, jsonOf, userinfo } from '@eid-broker/testing/token-endpoint';
import { form, send } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CookieJar } from 'tough-cookie';

import { listen } from '../../src/adapters/http/listen.ts';
import { randomId } from '../../src/adapters/system/random.ts';
import { composeService } from '../../src/compose/compose-service.ts';
import { readEnvironment } from '../../src/config/environment/environment.ts';
import { TEST_KEY } from '../support/broker.ts';
import {
  ANY_DEVICE,
  authorize,
  claimsAt,
  EVIDENCE,
  FORUM,
  loggedIn,
  outcomeOf,
  outcomes,
  SAME_DEVICE,
  SHOP,
  type SsoBroker,
  startSsoBroker,
} from '../support/single-sign-on.ts';
import { decide, scan, visit } from '../support/visit.ts';

const ASA = '199006022397';
const TOLVAN = '191212121212';
/** "I agree." */
const TEXT = 'SSBhZ3JlZS4=';
const LIFETIME = 3600;

let broker: SsoBroker;
beforeAll(async () => {
  broker = await startSsoBroker({ trustedProxies: '127.0.0.1/32' });
});
afterAll(() => broker.close());
beforeEach(async () => {
  await broker.sql('delete from rate_limit');
  await broker.sql('delete from authentication_event');
});

describe('without single sign-on', () => {
  // spec: authorize.prompt
  test('every request needs its own login', async () => {
    const issuer = broker.offIssuer;
    const { userAgent, callback } = await loggedIn(broker, {}, { issuer });
    expect(callback.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    expect(outcomeOf(await authorize({ issuer }, userAgent))).toBe('login');
    expect(outcomeOf(await authorize({ issuer }, userAgent, { prompt: 'none' }))).toBe(
      'login_required',
    );
    const kept = await broker.sql("select kind from artifact where kind like '%off.%Session'");
    expect(kept).toEqual([]);
  });

  test('a session of another domain of the tenant has no effect', async () => {
    const { userAgent } = await loggedIn(broker);
    const issuer = broker.offIssuer;
    for (const cookie of await userAgent.jar.getCookies(broker.issuer)) {
      await userAgent.jar.setCookie(`${cookie.key}=${cookie.value}`, issuer);
    }
    expect(outcomeOf(await authorize({ issuer }, userAgent))).toBe('login');
  });
});

describe('with single sign-on for the same device only', () => {
  test('a login on this device is remembered, one on another device is not', async () => {
    const issuer = broker.hereIssuer;
    const { userAgent, callback } = await loggedIn(broker, {}, { issuer });
    expect(callback.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    expect(outcomeOf(await authorize({ issuer }, userAgent))).toBe('login');
    expect(outcomeOf(await authorize({ issuer }, userAgent, { prompt: 'none' }))).toBe(
      'login_required',
    );

    await loggedInHere(userAgent);
    const request = { acr_values: SAME_DEVICE };
    expect(outcomeOf(await authorize({ issuer }, userAgent, request))).toBe('code');
  });

  test("a login on another device ends the browser's session, even that of another person", async () => {
    const issuer = broker.hereIssuer;
    const userAgent = newUserAgent(broker.port);
    await loggedInHere(userAgent);
    const request = { acr_values: SAME_DEVICE, prompt: 'none' };
    expect(outcomeOf(await authorize({ issuer }, userAgent, request))).toBe('code');
    await loggedIn(broker, {}, { issuer, userAgent, personalNumber: ASA });
    expect(outcomeOf(await authorize({ issuer }, userAgent, request))).toBe('login_required');
    expect(outcomeOf(await authorize({ issuer }, userAgent, { prompt: 'none' }))).toBe(
      'login_required',
    );
  });

  /** Logs Tolvan in at the shop with the app on the browser's device. */
  async function loggedInHere(userAgent: UserAgent): Promise<void> {
    const params = { ...SHOP, acr_values: SAME_DEVICE, prompt: 'login' };
    const page = (await userAgent.get(authorizeUrl(broker.hereIssuer, params))).location;
    await userAgent.post(`${page}/start`, { device: 'same' });
    const [{ autoStartToken } = {}] = await broker.phone.orders();
    const { orderRef } = await broker.phone.open({ autoStartToken }, TOLVAN);
    const { returnUrl = '' } = await broker.phone.decide(orderRef, 'approve');
    await allowCollectNow(broker);
    await userAgent.get(returnUrl);
    const callback = await finish(userAgent, page ?? new URL(returnUrl));
    expect(outcomeOf(callback)).toBe('code');
  }
});

describe('with single sign-on', () => {
  test('the next request yields a code silently, for the same person and login time, with its own event', async () => {
    const { userAgent, callback } = await loggedIn(broker);
    const answer = await authorize(broker, userAgent, { ...FORUM, state: 'of-the-forum' });
    expect(answer.status).toBe(302);
    expect(answer.location?.origin).toBe('https://forum.example');
    expect(answer.location?.searchParams.get('state')).toBe('of-the-forum');
    const [first, second] = [
      await claimsAt(broker, callback),
      await claimsAt(broker, answer.location, FORUM),
    ];
    const { aud: _shop, exp, iat, nbf, ...person } = first;
    expect(second).toMatchObject({ ...person, aud: 'forum' });
    expect(Object.keys(second).sort()).toEqual(Object.keys(first).sort());
    expect(answer.location?.searchParams.get('code')).not.toBe(callback.searchParams.get('code'));
    expect(await outcomes(broker)).toEqual(['identified', 'remembered']);
  });

  test('the next request starts no order', async () => {
    const { userAgent } = await loggedIn(broker);
    const before = broker.simulator.statistics().calls;
    expect(outcomeOf(await authorize(broker, userAgent))).toBe('code');
    expect(broker.simulator.statistics().calls).toEqual(before);
  });

  test('each response is a separate grant: a code used twice revokes its own tokens only', async () => {
    const { userAgent } = await loggedIn(broker);
    const [one, other] = [await authorize(broker, userAgent), await authorize(broker, userAgent)];
    const exchangeCode = async (at: URL | undefined) => {
      const code = at?.searchParams.get('code') ?? '';
      const redirect_uri = String(SHOP.redirect_uri);
      const posted = form({ grant_type: 'authorization_code', code, redirect_uri });
      const headers = { ...posted.headers, host: new URL(broker.issuer).host };
      const as = basic('shop', 'demo-web-secret');
      const sent = { ...posted, path: '/oauth2/token', headers: { ...headers, ...as } };
      return jsonOf(await send(broker.port, sent));
    };
    const tokens = [await exchangeCode(one.location), await exchangeCode(other.location)];
    expect((await exchangeCode(one.location)).body.error).toBe('invalid_grant');
    const statuses = await Promise.all(
      tokens.map(async ({ body }) => (await userinfo(broker, String(body.access_token))).status),
    );
    expect(statuses).toEqual([401, 200]);
  });

  test('an ID token is issued silently too, on the redirect and with a code', async () => {
    const { userAgent, callback } = await loggedIn(broker);
    const { sub, auth_time } = await claimsAt(broker, callback);
    const nonce = 'n-0S6_WzA2Mj';
    const implicit = await authorize(broker, userAgent, { response_type: 'id_token', nonce });
    const both = await authorize(broker, userAgent, { response_type: 'code id_token', nonce });
    const tokenIn = (at: URL | undefined) =>
      claimsIn(new URLSearchParams(at?.hash.slice(1)).get('id_token'));
    expect(tokenIn(implicit.location)).toMatchObject({ sub, auth_time, nonce, ssn: TOLVAN });
    expect(tokenIn(both.location)).toMatchObject({ sub, nonce });
    expect(tokenIn(both.location)).not.toHaveProperty('ssn');
    expect(tokenIn(both.location)).not.toHaveProperty('acr');
  });

  test('a pushed request yields one code, even for parallel requests', async () => {
    const { userAgent } = await loggedIn(broker);
    const posted = form(SHOP as Record<string, string>);
    const host = new URL(broker.issuer).host;
    const headers = { ...posted.headers, host, ...basic('shop', 'demo-web-secret') };
    const pushed = jsonOf(await send(broker.port, { ...posted, path: '/oauth2/par', headers }));
    const url = authorizeUrl(broker.issuer, {
      client_id: 'shop',
      request_uri: String(pushed.body.request_uri),
    });
    const answers = await Promise.all([userAgent.get(url), userAgent.get(url)]);
    expect(answers.map(outcomeOf).filter((outcome) => outcome === 'code')).toHaveLength(1);
  });

  test('a session expires a fixed time after the use of the eID, regardless of later requests', async () => {
    const { userAgent } = await loggedIn(broker);
    broker.advance(LIFETIME - 10);
    expect(outcomeOf(await authorize(broker, userAgent))).toBe('code');
    broker.advance(11);
    expect(outcomeOf(await authorize(broker, userAgent, { prompt: 'none' }))).toBe(
      'login_required',
    );
    expect(outcomeOf(await authorize(broker, userAgent))).toBe('login');
  });

  test('a session without its remembered login has no effect', async () => {
    const { userAgent } = await loggedIn(broker);
    await broker.sql("delete from artifact where kind = 'remembered-login'");
    expect(outcomeOf(await authorize(broker, userAgent))).toBe('login');
  });

  test("a session's data is encrypted in the database", async () => {
    await loggedIn(broker);
    const rows = await broker.sql("select payload from artifact where kind like '%emember%'");
    expect(rows.length).toBeGreaterThan(0);
    for (const { payload } of rows)
      expect((payload as Buffer).toString('latin1')).not.toMatch(/1912|Tolvan|identity/);
  });
});

describe('the eID of the session', () => {
  test('is used for the acr value without a variant, which the token repeats', async () => {
    const { userAgent } = await loggedIn(broker);
    const answer = await authorize(broker, userAgent, { acr_values: ANY_DEVICE });
    expect(await claimsAt(broker, answer.location)).toMatchObject({
      acr: ANY_DEVICE,
      authenticationtype: ANY_DEVICE,
    });
  });

  test('is not used for other acr values', async () => {
    const { userAgent } = await loggedIn(broker);
    const other = { acr_values: SAME_DEVICE };
    expect(outcomeOf(await authorize(broker, userAgent, other))).toBe('login');
    expect(outcomeOf(await authorize(broker, userAgent, { ...other, prompt: 'none' }))).toBe(
      'login_required',
    );
    expect(outcomeOf(await authorize(broker, userAgent))).toBe('code');
  });
});

describe('a session is not used', () => {
  test.each([
    ['for a signature', { acr_values: ANY_DEVICE, login_hint: `action:sign message:${TEXT}` }],
    ['for a text', { login_hint: `message:${TEXT}` }],
    ['for non-visible data', { login_hint: 'nonVisibleData:aGlkZGVu' }],
    ['for an approval', { login_hint: 'action:approve' }],
    ['for another person', { login_hint: `sub:ssn:${ASA}` }],
    ['with evidence', { scope: 'openid evidence' }],
    ['with evidence from the hint', { login_hint: 'scope:evidence' }],
    ["with evidence from the application's settings", EVIDENCE],
  ])('%s', async (_what, params) => {
    const { userAgent } = await loggedIn(broker);
    expect(outcomeOf(await authorize(broker, userAgent, params))).toBe('login');
    expect(outcomeOf(await authorize(broker, userAgent, { ...params, prompt: 'none' }))).toBe(
      'login_required',
    );
  });

  test('except for the person of the request', async () => {
    const { userAgent } = await loggedIn(broker);
    expect(outcomeOf(await authorize(broker, userAgent, { login_hint: `sub:ssn:${TOLVAN}` }))).toBe(
      'code',
    );
    expect(outcomeOf(await authorize(broker, userAgent, { login_hint: 'action:login' }))).toBe(
      'code',
    );
  });

  test('to issue evidence again', async () => {
    const { userAgent, callback } = await loggedIn(broker, { scope: 'openid evidence' });
    expect(await claimsAt(broker, callback)).toHaveProperty('evidence');
    const answer = await authorize(broker, userAgent);
    expect(await claimsAt(broker, answer.location)).not.toHaveProperty('evidence');
  });
});

describe('a signature', () => {
  test('creates no session', async () => {
    const userAgent = newUserAgent(broker.port);
    expect(await sign(userAgent)).toBe('code');
    expect(outcomeOf(await authorize(broker, userAgent, { acr_values: ANY_DEVICE }))).toBe('login');
  });

  test.each([
    ['the same person', TOLVAN],
    ['another person', ASA],
  ])("of %s does not change the browser's session", async (_who, personalNumber) => {
    const { userAgent, callback } = await loggedIn(broker);
    const cookie = await sessionCookie(userAgent);
    expect(await sign(userAgent, personalNumber)).toBe('code');
    expect(await sessionCookie(userAgent)).toBe(cookie);
    const answer = await authorize(broker, userAgent);
    const [before, after] = [
      await claimsAt(broker, callback),
      await claimsAt(broker, answer.location),
    ];
    expect([after.sub, after.auth_time]).toEqual([before.sub, before.auth_time]);
  });
});

describe('a browser with a session', () => {
  test('gets a new session id at each login, and the old id is invalid', async () => {
    const { userAgent } = await loggedIn(broker);
    const first = await sessionCookie(userAgent);
    const old = copyOf(userAgent);
    await loggedIn(broker, { prompt: 'login' }, { userAgent });
    expect(await sessionCookie(userAgent)).not.toBe(first);
    expect(outcomeOf(await authorize(broker, userAgent))).toBe('code');
    expect(outcomeOf(await authorize(broker, old, { prompt: 'none' }))).toBe('login_required');
  });

  test("with an attacker's session id does not share its login", async () => {
    const attacker = (await loggedIn(broker, {}, { personalNumber: ASA })).userAgent;
    const victim = copyOf(attacker);
    await loggedIn(broker, { prompt: 'login' }, { userAgent: victim });
    const answer = await authorize(broker, attacker, { prompt: 'none' });
    expect(outcomeOf(answer)).toBe('login_required');
  });

  test('can log in a second person, which ends the session of the first', async () => {
    const { userAgent, callback } = await loggedIn(broker);
    const old = copyOf(userAgent);
    const second = await loggedIn(broker, { prompt: 'login' }, { userAgent, personalNumber: ASA });
    const [tolvan, asa] = [
      await claimsAt(broker, callback),
      await claimsAt(broker, second.callback),
    ];
    expect([tolvan.ssn, asa.ssn]).toEqual([TOLVAN, ASA]);
    const answer = await authorize(broker, userAgent);
    expect((await claimsAt(broker, answer.location)).sub).toBe(asa.sub);
    expect(outcomeOf(await authorize(broker, old))).toBe('login');
  });

  test('can log in in two tabs', async () => {
    const userAgent = newUserAgent(broker.port);
    const options = { userAgent };
    const one = await approveLogin(broker, SHOP, options);
    const other = await approveLogin(broker, FORUM, options);
    expect(outcomeOf(await finish(userAgent, one.page))).toBe('code');
    expect(outcomeOf(await finish(userAgent, other.page))).toBe('code');
    expect(outcomeOf(await authorize(broker, userAgent))).toBe('code');
  });

  test('can complete a login in one tab after a logout in another', async () => {
    const { userAgent } = await loggedIn(broker);
    const { page } = await approveLogin(broker, { ...SHOP, prompt: 'login' }, { userAgent });
    await userAgent.get(`${broker.issuer}/oauth2/logout`);
    expect(outcomeOf(await finish(userAgent, page))).toBe('code');
  });

  test('keeps the session when the person cancels a login', async () => {
    const { userAgent } = await loggedIn(broker);
    const pending = await authorize(broker, userAgent, { prompt: 'login' });
    const left = await userAgent.post(`${pending.location?.href}/cancel`, {});
    const back = await userAgent.get(left.location ?? '');
    expect(outcomeOf(back)).toBe('access_denied');
    expect(outcomeOf(await authorize(broker, userAgent))).toBe('code');
  });

  test('has no session without the cookie or with a changed one', async () => {
    const { userAgent } = await loggedIn(broker);
    expect(outcomeOf(await authorize(broker, newUserAgent(broker.port)))).toBe('login');
    await userAgent.jar.setCookie(`session=${'x'.repeat(43)}`, broker.issuer);
    expect(outcomeOf(await authorize(broker, userAgent))).toBe('login');
  });
});

describe('the cookie of a session', () => {
  const issuer = 'https://login.example.com';
  const overTls = () => newUserAgent(broker.port, { 'x-forwarded-proto': 'https' });

  test('is sent from other sites over https, so that a hidden frame can check the session', async () => {
    const userAgent = overTls();
    await logIn(broker, SHOP, { issuer, userAgent });
    const answer = await authorize({ issuer }, userAgent, { prompt: 'none' });
    expect(outcomeOf(answer)).toBe('code');
    const cookies = (answer.headers['set-cookie'] ?? []).filter((one) => one.includes('session'));
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-session(\.sig)?=[\w-]+; path=\/; /);
      expect(cookie).toMatch(/; samesite=none; secure; httponly; expires=/);
    }
  });

  test('is sent from our site only over http, like the cookies of a login', async () => {
    const plain = await loggedIn(broker);
    const answer = await authorize(broker, plain.userAgent);
    expect(answer.headers['set-cookie']?.join()).toMatch(/samesite=lax; httponly/);
    const { headers } = await authorize({ issuer }, overTls());
    for (const cookie of headers['set-cookie'] ?? []) expect(cookie).toMatch(/; samesite=lax/);
  });
});

describe('the limit of silent logins', () => {
  test('is two in five seconds for one person, even in parallel', async () => {
    const { userAgent } = await loggedIn(broker);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => authorize(broker, userAgent)),
    );
    expect(answers.map(outcomeOf).sort()).toEqual(['code', 'code', 'login', 'login', 'login']);
    const codes = answers.flatMap(({ location }) => location?.searchParams.get('code') ?? []);
    expect(new Set(codes).size).toBe(2);
  });

  test('is reported by a redirect for prompt=none, and the session stays', async () => {
    const { userAgent } = await loggedIn(broker);
    for (const expected of ['code', 'code', 'login_required']) {
      const answer = await authorize(broker, userAgent, { prompt: 'none' });
      expect([answer.status, outcomeOf(answer)]).toEqual([302, expected]);
      expect(answer.location?.searchParams.get('state')).toBe('a-state');
    }
    broker.advance(5);
    expect(outcomeOf(await authorize(broker, userAgent, { prompt: 'none' }))).toBe('code');
  });

  test('is six in twenty minutes, without refused ones', async () => {
    const { userAgent } = await loggedIn(broker);
    for (let burst = 0; burst < 3; burst += 1) {
      const answers = [1, 2, 3].map(() => authorize(broker, userAgent));
      const outcome = (await Promise.all(answers)).map(outcomeOf).sort();
      expect(outcome).toEqual(['code', 'code', 'login']);
      broker.advance(6);
    }
    expect(outcomeOf(await authorize(broker, userAgent))).toBe('login');
    broker.advance(20 * 60);
    expect(outcomeOf(await authorize(broker, userAgent))).toBe('code');
  });

  test('requires a login with the eID afterwards, in each browser', async () => {
    const { userAgent } = await loggedIn(broker);
    for (let minute = 0; minute < 7; minute += 1) {
      await authorize(broker, userAgent, { prompt: 'none' });
      broker.advance(60);
    }
    for (const where of [userAgent, newUserAgent(broker.port)]) {
      const { callback } = await loggedIn(broker, FORUM, { userAgent: where });
      expect(callback.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    }
  });

  test('counts for one person over all browsers', async () => {
    const [one, other] = [await loggedIn(broker), await loggedIn(broker)];
    const third = await loggedIn(broker, {}, { personalNumber: ASA });
    expect(outcomeOf(await authorize(broker, one.userAgent))).toBe('code');
    expect(outcomeOf(await authorize(broker, other.userAgent))).toBe('code');
    expect(outcomeOf(await authorize(broker, one.userAgent))).toBe('login');
    expect(outcomeOf(await authorize(broker, third.userAgent))).toBe('code');
  });

  test('does not prevent a login with the eID', async () => {
    const { userAgent } = await loggedIn(broker);
    for (let times = 0; times < 3; times += 1) await authorize(broker, userAgent);
    const { callback } = await loggedIn(broker, { prompt: 'login' }, { userAgent });
    expect(callback.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });
});

test('a session that ends on one replica ends on the others immediately', async () => {
  const environment = readEnvironment({
    DATABASE_URL: broker.databaseUrl,
    KEY_ENCRYPTION_KEY: TEST_KEY,
  });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const service = await composeService({
    environment,
    clock: broker.now,
    newId: randomId,
    newSigningKey: testSigningKey,
    log,
  });
  const server = await listen(service.handle, { port: 0, address: '127.0.0.1' });

  const { userAgent } = await loggedIn(broker);
  const there = newUserAgent(server.port, {}, copyOf(userAgent).jar);
  expect(outcomeOf(await authorize(broker, there, { prompt: 'none' }))).toBe('code');
  await userAgent.get(`${broker.issuer}/oauth2/logout`);
  expect(outcomeOf(await authorize(broker, there, { prompt: 'none' }))).toBe('login_required');

  await server.close(0);
  await service.close();
});

/** Signs in this browser and returns the outcome. */
async function sign(userAgent: UserAgent, personalNumber = TOLVAN): Promise<string> {
  const { client_id = '', redirect_uri = '' } = SHOP;
  const login = await visit(
    broker,
    {
      client_id,
      redirect_uri,
      acr_values: ANY_DEVICE,
      login_hint: `action:sign message:${TEXT}`,
    },
    newBrowser(userAgent.jar),
  );
  await login.press('other-device');
  await decide(broker, await scan(broker, login, personalNumber));
  return (await login.arrive()).searchParams.has('code') ? 'code' : 'none';
}

async function sessionCookie({ jar }: UserAgent): Promise<string | undefined> {
  const cookies = await jar.getCookies(broker.issuer);
  return cookies.find(({ key }) => key === 'session')?.value;
}

/** A copy of the browser's present state. */
function copyOf({ jar }: UserAgent): UserAgent {
  return newUserAgent(broker.port, {}, CookieJar.deserializeSync(jar.serializeSync()!));
}
