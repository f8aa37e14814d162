import { askAtOnce } from '@eid-broker/testing/ask-at-once';
import { newBrowser } from '@eid-broker/testing/browser';
import {
  approveLogin,
  authorizeUrl,
  finish,
  logIn,
  newUserAgent,
  type UserAgent,
} from '@eid-broker/testing/log-in';
import { basic, claimsIn, jsonOf, userinfo } from '@eid-broker/testing/token-endpoint';
import { form, send } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CookieJar } from 'tough-cookie';

import { listen } from '../../src/adapters/http/listen.ts';
import { randomId } from '../../src/adapters/system/random.ts';
import { composeService } from '../../src/compose.ts';
import { readEnvironment } from '../../src/config/environment/environment.ts';
import { TEST_KEY } from '../support/broker.ts';
import {
  ANY_DEVICE,
  ask,
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
    const { userAgent, connection } = await loggedIn(broker, {}, { issuer });
    expect(connection.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    expect(outcomeOf(await ask({ issuer }, userAgent))).toBe('login');
    expect(outcomeOf(await ask({ issuer }, userAgent, { prompt: 'none' }))).toBe('login_required');
    const kept = await broker.sql("select kind from artifact where kind like '%off.%Session'");
    expect(kept).toEqual([]);
  });

  test('a session of another domain of the tenant says nothing', async () => {
    const { userAgent } = await loggedIn(broker);
    const issuer = broker.offIssuer;
    for (const cookie of await userAgent.jar.getCookies(broker.issuer)) {
      await userAgent.jar.setCookie(`${cookie.key}=${cookie.value}`, issuer);
    }
    expect(outcomeOf(await ask({ issuer }, userAgent))).toBe('login');
  });
});

describe('with single sign-on for the same device alone', () => {
  test('a login on another device is asked for again, a login on this one is not', async () => {
    const issuer = broker.hereIssuer;
    const { userAgent, connection } = await loggedIn(broker, {}, { issuer });
    expect(connection.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    expect(outcomeOf(await ask({ issuer }, userAgent))).toBe('login');
    expect(outcomeOf(await ask({ issuer }, userAgent, { prompt: 'none' }))).toBe('login_required');

    await loggedInHere(userAgent);
    const request = { acr_values: SAME_DEVICE };
    expect(outcomeOf(await ask({ issuer }, userAgent, request))).toBe('code');
  });

  test("a login on another device ends the session that the browser had, another person's too", async () => {
    const issuer = broker.hereIssuer;
    const userAgent = newUserAgent(broker.port);
    await loggedInHere(userAgent);
    const request = { acr_values: SAME_DEVICE, prompt: 'none' };
    expect(outcomeOf(await ask({ issuer }, userAgent, request))).toBe('code');
    await loggedIn(broker, {}, { issuer, userAgent, personalNumber: ASA });
    expect(outcomeOf(await ask({ issuer }, userAgent, request))).toBe('login_required');
    expect(outcomeOf(await ask({ issuer }, userAgent, { prompt: 'none' }))).toBe('login_required');
  });

  /** Tolvan logs in at the shop with the app on the device of the browser. */
  async function loggedInHere(userAgent: UserAgent): Promise<void> {
    const params = { ...SHOP, acr_values: SAME_DEVICE, prompt: 'login' };
    const page = (await userAgent.get(authorizeUrl(broker.hereIssuer, params))).location;
    await userAgent.post(`${page}/start`, { device: 'same' });
    const [{ autoStartToken } = {}] = await broker.phone.orders();
    const { orderRef } = await broker.phone.open({ autoStartToken }, TOLVAN);
    const { returnUrl = '' } = await broker.phone.decide(orderRef, 'approve');
    await askAtOnce(broker);
    await userAgent.get(returnUrl);
    const connection = await finish(userAgent, page ?? new URL(returnUrl));
    expect(outcomeOf(connection)).toBe('code');
  }
});

describe('with single sign-on', () => {
  test('the next request is answered silently: same person, same moment, its own code and event', async () => {
    const { userAgent, connection } = await loggedIn(broker);
    const answer = await ask(broker, userAgent, { ...FORUM, state: 'of-the-forum' });
    expect(answer.status).toBe(302);
    expect(answer.location?.origin).toBe('https://forum.example');
    expect(answer.location?.searchParams.get('state')).toBe('of-the-forum');
    const [first, second] = [
      await claimsAt(broker, connection),
      await claimsAt(broker, answer.location, FORUM),
    ];
    const { aud: _shop, exp, iat, nbf, ...person } = first;
    expect(second).toMatchObject({ ...person, aud: 'forum' });
    expect(Object.keys(second).sort()).toEqual(Object.keys(first).sort());
    expect(answer.location?.searchParams.get('code')).not.toBe(connection.searchParams.get('code'));
    expect(await outcomes(broker)).toEqual(['identified', 'remembered']);
  });

  test('no order is started for it', async () => {
    const { userAgent } = await loggedIn(broker);
    const before = broker.simulator.statistics().calls;
    expect(outcomeOf(await ask(broker, userAgent))).toBe('code');
    expect(broker.simulator.statistics().calls).toEqual(before);
  });

  test('each answer is a grant of its own: a code used twice takes back its own tokens only', async () => {
    const { userAgent } = await loggedIn(broker);
    const [one, other] = [await ask(broker, userAgent), await ask(broker, userAgent)];
    const redeem = async (at: URL | undefined) => {
      const code = at?.searchParams.get('code') ?? '';
      const redirect_uri = String(SHOP.redirect_uri);
      const posted = form({ grant_type: 'authorization_code', code, redirect_uri });
      const headers = { ...posted.headers, host: new URL(broker.issuer).host };
      const as = basic('shop', 'demo-web-secret');
      const sent = { ...posted, path: '/oauth2/token', headers: { ...headers, ...as } };
      return jsonOf(await send(broker.port, sent));
    };
    const tokens = [await redeem(one.location), await redeem(other.location)];
    expect((await redeem(one.location)).body.error).toBe('invalid_grant');
    const statuses = await Promise.all(
      tokens.map(async ({ body }) => (await userinfo(broker, String(body.access_token))).status),
    );
    expect(statuses).toEqual([401, 200]);
  });

  test('an ID token comes silently as well, on the redirect and beside a code', async () => {
    const { userAgent, connection } = await loggedIn(broker);
    const { sub, auth_time } = await claimsAt(broker, connection);
    const nonce = 'n-0S6_WzA2Mj';
    const implicit = await ask(broker, userAgent, { response_type: 'id_token', nonce });
    const both = await ask(broker, userAgent, { response_type: 'code id_token', nonce });
    const tokenIn = (at: URL | undefined) =>
      claimsIn(new URLSearchParams(at?.hash.slice(1)).get('id_token'));
    expect(tokenIn(implicit.location)).toMatchObject({ sub, auth_time, nonce, ssn: TOLVAN });
    expect(tokenIn(both.location)).toMatchObject({ sub, nonce });
    expect(tokenIn(both.location)).not.toHaveProperty('ssn');
    expect(tokenIn(both.location)).not.toHaveProperty('acr');
  });

  test('a pushed request is answered once, also when it comes twice at the same moment', async () => {
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

  test('it ends when it has lasted, counted from the use of the eID and not from the last request', async () => {
    const { userAgent } = await loggedIn(broker);
    broker.advance(LIFETIME - 10);
    expect(outcomeOf(await ask(broker, userAgent))).toBe('code');
    broker.advance(11);
    expect(outcomeOf(await ask(broker, userAgent, { prompt: 'none' }))).toBe('login_required');
    expect(outcomeOf(await ask(broker, userAgent))).toBe('login');
  });

  test('it answers nothing once what it remembers is gone', async () => {
    const { userAgent } = await loggedIn(broker);
    await broker.sql("delete from artifact where kind = 'remembered-login'");
    expect(outcomeOf(await ask(broker, userAgent))).toBe('login');
  });

  test('nothing of the person stands readable in the database', async () => {
    await loggedIn(broker);
    const rows = await broker.sql("select payload from artifact where kind like '%emember%'");
    expect(rows.length).toBeGreaterThan(0);
    for (const { payload } of rows)
      expect((payload as Buffer).toString('latin1')).not.toMatch(/1912|Tolvan|identity/);
  });
});

describe('the eID of the session', () => {
  test('answers for the service that leaves its variants open, in the words of the request', async () => {
    const { userAgent } = await loggedIn(broker);
    const answer = await ask(broker, userAgent, { acr_values: ANY_DEVICE });
    expect(await claimsAt(broker, answer.location)).toMatchObject({
      acr: ANY_DEVICE,
      authenticationtype: ANY_DEVICE,
    });
  });

  test('answers for no other', async () => {
    const { userAgent } = await loggedIn(broker);
    const other = { acr_values: SAME_DEVICE };
    expect(outcomeOf(await ask(broker, userAgent, other))).toBe('login');
    expect(outcomeOf(await ask(broker, userAgent, { ...other, prompt: 'none' }))).toBe(
      'login_required',
    );
    expect(outcomeOf(await ask(broker, userAgent))).toBe('code');
  });
});

describe('a session never answers', () => {
  test.each([
    ['a signature', { acr_values: ANY_DEVICE, login_hint: `action:sign message:${TEXT}` }],
    ['a text', { login_hint: `message:${TEXT}` }],
    ['hidden data', { login_hint: 'nonVisibleData:aGlkZGVu' }],
    ['an approval', { login_hint: 'action:approve' }],
    ['for another person', { login_hint: `sub:ssn:${ASA}` }],
    ['with evidence', { scope: 'openid evidence' }],
    ['with evidence that the hint asks for', { login_hint: 'scope:evidence' }],
    ['with evidence that the application always gets', EVIDENCE],
  ])('%s', async (_what, params) => {
    const { userAgent } = await loggedIn(broker);
    expect(outcomeOf(await ask(broker, userAgent, params))).toBe('login');
    expect(outcomeOf(await ask(broker, userAgent, { ...params, prompt: 'none' }))).toBe(
      'login_required',
    );
  });

  test('but it does for the person whom the request names', async () => {
    const { userAgent } = await loggedIn(broker);
    expect(outcomeOf(await ask(broker, userAgent, { login_hint: `sub:ssn:${TOLVAN}` }))).toBe(
      'code',
    );
    expect(outcomeOf(await ask(broker, userAgent, { login_hint: 'action:login' }))).toBe('code');
  });

  test('evidence of the login that began it does not go on', async () => {
    const { userAgent, connection } = await loggedIn(broker, { scope: 'openid evidence' });
    expect(await claimsAt(broker, connection)).toHaveProperty('evidence');
    const answer = await ask(broker, userAgent);
    expect(await claimsAt(broker, answer.location)).not.toHaveProperty('evidence');
  });
});

describe('a signature', () => {
  test('begins no session', async () => {
    const userAgent = newUserAgent(broker.port);
    expect(await sign(userAgent)).toBe('code');
    expect(outcomeOf(await ask(broker, userAgent, { acr_values: ANY_DEVICE }))).toBe('login');
  });

  test.each([
    ['the same person', TOLVAN],
    ['another person', ASA],
  ])('of %s leaves the session of the browser as it is', async (_who, personalNumber) => {
    const { userAgent, connection } = await loggedIn(broker);
    const cookie = await sessionCookie(userAgent);
    expect(await sign(userAgent, personalNumber)).toBe('code');
    expect(await sessionCookie(userAgent)).toBe(cookie);
    const answer = await ask(broker, userAgent);
    const [before, after] = [
      await claimsAt(broker, connection),
      await claimsAt(broker, answer.location),
    ];
    expect([after.sub, after.auth_time]).toEqual([before.sub, before.auth_time]);
  });
});

describe('a browser', () => {
  test('gets a new session id at each login, and the old one is over', async () => {
    const { userAgent } = await loggedIn(broker);
    const first = await sessionCookie(userAgent);
    const old = copyOf(userAgent);
    await loggedIn(broker, { prompt: 'login' }, { userAgent });
    expect(await sessionCookie(userAgent)).not.toBe(first);
    expect(outcomeOf(await ask(broker, userAgent))).toBe('code');
    expect(outcomeOf(await ask(broker, old, { prompt: 'none' }))).toBe('login_required');
  });

  test('that brings the session id of an attacker does not give it the login', async () => {
    const attacker = (await loggedIn(broker, {}, { personalNumber: ASA })).userAgent;
    const victim = copyOf(attacker);
    await loggedIn(broker, { prompt: 'login' }, { userAgent: victim });
    const answer = await ask(broker, attacker, { prompt: 'none' });
    expect(outcomeOf(answer)).toBe('login_required');
  });

  test('serves a second person without a word about the first, whose session ends', async () => {
    const { userAgent, connection } = await loggedIn(broker);
    const old = copyOf(userAgent);
    const second = await loggedIn(broker, { prompt: 'login' }, { userAgent, personalNumber: ASA });
    const [tolvan, asa] = [
      await claimsAt(broker, connection),
      await claimsAt(broker, second.connection),
    ];
    expect([tolvan.ssn, asa.ssn]).toEqual([TOLVAN, ASA]);
    const answer = await ask(broker, userAgent);
    expect((await claimsAt(broker, answer.location)).sub).toBe(asa.sub);
    expect(outcomeOf(await ask(broker, old))).toBe('login');
  });

  test('with two tabs may log in in both, one after the other', async () => {
    const userAgent = newUserAgent(broker.port);
    const options = { userAgent };
    const one = await approveLogin(broker, SHOP, options);
    const other = await approveLogin(broker, FORUM, options);
    expect(outcomeOf(await finish(userAgent, one.page))).toBe('code');
    expect(outcomeOf(await finish(userAgent, other.page))).toBe('code');
    expect(outcomeOf(await ask(broker, userAgent))).toBe('code');
  });

  test('finishes a login in one tab after a logout in another', async () => {
    const { userAgent } = await loggedIn(broker);
    const { page } = await approveLogin(broker, { ...SHOP, prompt: 'login' }, { userAgent });
    await userAgent.get(`${broker.issuer}/oauth2/logout`);
    expect(outcomeOf(await finish(userAgent, page))).toBe('code');
  });

  test('keeps its session when the person cancels a login', async () => {
    const { userAgent } = await loggedIn(broker);
    const requested = await ask(broker, userAgent, { prompt: 'login' });
    const left = await userAgent.post(`${requested.location?.href}/cancel`, {});
    const back = await userAgent.get(left.location ?? '');
    expect(outcomeOf(back)).toBe('access_denied');
    expect(outcomeOf(await ask(broker, userAgent))).toBe('code');
  });

  test('without its cookie, or with one that was changed, is nobody', async () => {
    const { userAgent } = await loggedIn(broker);
    expect(outcomeOf(await ask(broker, newUserAgent(broker.port)))).toBe('login');
    await userAgent.jar.setCookie(`session=${'x'.repeat(43)}`, broker.issuer);
    expect(outcomeOf(await ask(broker, userAgent))).toBe('login');
  });
});

describe('the cookie of a session', () => {
  const issuer = 'https://login.example.com';
  const overTls = () => newUserAgent(broker.port, { 'x-forwarded-proto': 'https' });

  test('goes along from other sites over https, so that a hidden frame can ask', async () => {
    const userAgent = overTls();
    await logIn(broker, SHOP, { issuer, userAgent });
    const answer = await ask({ issuer }, userAgent, { prompt: 'none' });
    expect(outcomeOf(answer)).toBe('code');
    const cookies = (answer.headers['set-cookie'] ?? []).filter((one) => one.includes('session'));
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-session(\.sig)?=[\w-]+; path=\/; /);
      expect(cookie).toMatch(/; samesite=none; secure; httponly; expires=/);
    }
  });

  test('stays at home over http, and so do the cookies of a login', async () => {
    const plain = await loggedIn(broker);
    const answer = await ask(broker, plain.userAgent);
    expect(answer.headers['set-cookie']?.join()).toMatch(/samesite=lax; httponly/);
    const { headers } = await ask({ issuer }, overTls());
    for (const cookie of headers['set-cookie'] ?? []) expect(cookie).toMatch(/; samesite=lax/);
  });
});

describe('the limits', () => {
  test('are two answers in five seconds for one person, parallel ones too', async () => {
    const { userAgent } = await loggedIn(broker);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(broker, userAgent)));
    expect(answers.map(outcomeOf).sort()).toEqual(['code', 'code', 'login', 'login', 'login']);
    const codes = answers.flatMap(({ location }) => location?.searchParams.get('code') ?? []);
    expect(new Set(codes).size).toBe(2);
  });

  test('are told by a redirect to a request that wants no page; the session stays', async () => {
    const { userAgent } = await loggedIn(broker);
    for (const expected of ['code', 'code', 'login_required']) {
      const answer = await ask(broker, userAgent, { prompt: 'none' });
      expect([answer.status, outcomeOf(answer)]).toEqual([302, expected]);
      expect(answer.location?.searchParams.get('state')).toBe('a-state');
    }
    broker.advance(5);
    expect(outcomeOf(await ask(broker, userAgent, { prompt: 'none' }))).toBe('code');
  });

  test('are six answers in twenty minutes; what was refused does not count', async () => {
    const { userAgent } = await loggedIn(broker);
    for (let burst = 0; burst < 3; burst += 1) {
      const answers = [1, 2, 3].map(() => ask(broker, userAgent));
      const outcome = (await Promise.all(answers)).map(outcomeOf).sort();
      expect(outcome).toEqual(['code', 'code', 'login']);
      broker.advance(6);
    }
    expect(outcomeOf(await ask(broker, userAgent))).toBe('login');
    broker.advance(20 * 60);
    expect(outcomeOf(await ask(broker, userAgent))).toBe('code');
  });

  test('beyond them the person logs in with the eID, in the same browser and elsewhere', async () => {
    const { userAgent } = await loggedIn(broker);
    for (let minute = 0; minute < 7; minute += 1) {
      await ask(broker, userAgent, { prompt: 'none' });
      broker.advance(60);
    }
    for (const where of [userAgent, newUserAgent(broker.port)]) {
      const { connection } = await loggedIn(broker, FORUM, { userAgent: where });
      expect(connection.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    }
  });

  test('count for the person over all browsers, and for nobody else', async () => {
    const [one, other] = [await loggedIn(broker), await loggedIn(broker)];
    const third = await loggedIn(broker, {}, { personalNumber: ASA });
    expect(outcomeOf(await ask(broker, one.userAgent))).toBe('code');
    expect(outcomeOf(await ask(broker, other.userAgent))).toBe('code');
    expect(outcomeOf(await ask(broker, one.userAgent))).toBe('login');
    expect(outcomeOf(await ask(broker, third.userAgent))).toBe('code');
  });

  test('do not hinder a login with the eID', async () => {
    const { userAgent } = await loggedIn(broker);
    for (let times = 0; times < 3; times += 1) await ask(broker, userAgent);
    const { connection } = await loggedIn(broker, { prompt: 'login' }, { userAgent });
    expect(connection.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });
});

test('a session that ends on one replica is over on the other at once', async () => {
  const environment = readEnvironment({
    DATABASE_URL: broker.databaseUrl,
    KEY_ENCRYPTION_KEY: TEST_KEY,
  });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const service = await composeService({ environment, clock: broker.now, newId: randomId, log });
  const server = await listen(service.handle, { port: 0, address: '127.0.0.1' });

  const { userAgent } = await loggedIn(broker);
  const there = newUserAgent(server.port, {}, copyOf(userAgent).jar);
  expect(outcomeOf(await ask(broker, there, { prompt: 'none' }))).toBe('code');
  await userAgent.get(`${broker.issuer}/oauth2/logout`);
  expect(outcomeOf(await ask(broker, there, { prompt: 'none' }))).toBe('login_required');

  await server.close(0);
  await service.close();
});

/** Signs in this browser; answers how that ended. */
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

/** The browser as it is now. */
function copyOf({ jar }: UserAgent): UserAgent {
  return newUserAgent(broker.port, {}, CookieJar.deserializeSync(jar.serializeSync()!));
}
