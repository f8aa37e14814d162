import { generateKeyPairSync } from 'node:crypto';

import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import { type Answer, type Browser, newBrowser } from '@eid-broker/testing/browser';
import { QR_ACR } from '@eid-broker/testing/log-in';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { listen } from '../../../src/adapters/http/listen.ts';
import { pgAdministrators } from '../../../src/adapters/postgres/administration/administrators.ts';
import { randomId, sha256Id } from '../../../src/adapters/system/random.ts';
import { systemVault } from '../../../src/adapters/system/vault.ts';
import type { Grant } from '../../../src/domain/administrator.ts';
import { BY_COMMAND } from '../../../src/domain/management-event.ts';
import { makeInviteAdministrator } from '../../../src/management/administrators/invite-administrator.ts';
import { startBroker, TEST_KEY } from '../../support/broker.ts';
import { figure, samplesIn } from '../../support/exposition.ts';
import { type ForeignIssuer, startForeignIssuer } from '../../support/foreign-issuer.ts';
import { type ManagementApi, startManagement } from '../../support/management.ts';
import { openTestPool } from '../../support/pg-replicas.ts';
import { decide, scan, visitOf } from '../../support/visit.ts';

const OWNER: Grant = { tenant: '*', role: 'owner' };
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
/** As a browser sends the form of a page of ours, which has no referrer. */
const OWN_FORM = { ...OWN_PAGE, origin: 'null' };
const START = '/login?return=/audit&max_age=28800';

describe('with a plain OpenID Provider as issuer', () => {
  let issuer: ForeignIssuer;
  let api: ManagementApi;
  beforeAll(async () => {
    const port = await findFreePort();
    issuer = await startForeignIssuer(`http://localhost:${port}/login/callback`);
    const environment = {
      MANAGEMENT_ISSUER: issuer.url,
      MANAGEMENT_CLIENT_SECRET: 'a-secret-of-the-console',
    };
    api = await startManagement(undefined, environment, port);
  });
  afterAll(async () => {
    await api.close();
    await issuer.close();
  });

  test('an invited person enters by the link, and the session says who it is', async () => {
    const browser = newBrowser();
    const arrived = await accept(browser, await invite(api, OWNER));
    expect(arrived.status).toBe(200);
    expect(arrived.text).toContain('<meta http-equiv="refresh" content="0;url=/">');
    const cookies = arrived.headers.getSetCookie();
    expect(cookies).toEqual([
      expect.stringMatching(/^management=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const session = await json(browser.get(`${api.url}/api/session`, OWN_PAGE));
    expect(session).toMatchObject({
      principal: {
        kind: 'administrator',
        name: 'anna of the foreign issuer',
        grants: [OWNER],
        authenticatedAt: expect.stringMatching(/Z$/),
      },
      permissions: expect.arrayContaining(['tenants.create']),
      expiresAt: expect.stringMatching(/Z$/),
    });
    expect((await logIn(newBrowser())).text).toContain('url=/audit"');
  });

  test('the invitation is open after its link was followed, and closed after the login', async () => {
    const secret = await invite(api, { tenant: 'shop', role: 'support' });
    const first = await follow(newBrowser(), secret);
    const browser = newBrowser();
    expect((await accept(browser, secret)).status).toBe(200);
    expect((await newBrowser().follow(first)).status).toBeLessThan(500);
    const late = await newBrowser().post(`${api.url}/invitation`, { secret }, OWN_PAGE);
    expect(late.status).toBe(410);
    expect(late.text).toContain('This invitation is closed');
  });

  test('a person without a role gets no session', async () => {
    issuer.account = 'stranger';
    const browser = newBrowser();
    const answer = await logIn(browser);
    issuer.account = 'anna';
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await browser.get(`${api.url}/api/session`, OWN_PAGE)).status).toBe(401);
  });

  test('each login is counted, and a refused one logged without the person', async () => {
    issuer.account = 'stranger';
    const before = await logins();
    const refused = await logIn(newBrowser());
    issuer.account = 'anna';
    await newBrowser().get(`${api.url}/login/callback?state=unknown&code=x`);
    await logIn(newBrowser());
    const after = await logins();
    const grown = Object.keys(after).map((name) => [
      name,
      (after[name] ?? 0) - (before[name] ?? 0),
    ]);
    expect(Object.fromEntries(grown)).toMatchObject({ entered: 1, failed: 1, 'not-invited': 1 });
    const lines = api.logged.filter(({ event }) => event === 'management.login_failed');
    expect(lines.slice(-2).map(({ facts }) => facts)).toEqual([
      {
        requestId: refused.headers.get('x-request-id'),
        outcome: 'not-invited',
        iss: issuer.url,
      },
      { requestId: expect.any(String), outcome: 'failed', cause: 'unknown or expired state' },
    ]);
  });

  test('a callback counts once, in the browser in which the login began', async () => {
    const browser = newBrowser();
    const callback = await callbackOf(browser);
    expect((await newBrowser().get(callback)).status).toBe(400);
    const entered = await browser.get(callback);
    expect(entered.status).toBe(200);
    const replayed = await browser.get(callback);
    expect(replayed.status).toBe(400);
    expect(replayed.text).toContain('This login is over');
  });

  test('an answer that names another issuer is refused (RFC 9207)', async () => {
    const browser = newBrowser();
    const callback = new URL(await callbackOf(browser));
    expect(callback.searchParams.get('iss')).toBe(issuer.url);
    callback.searchParams.set('iss', 'https://mixed-up.example');
    const answer = await browser.get(callback.href);
    expect(answer.status).toBe(400);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('a login that is older than was asked for is refused', async () => {
    Object.assign(issuer, { loggedInBefore: 3_600, ignoresMaxAge: true });
    const answer = await logIn(newBrowser(), '/login?max_age=300');
    const younger = await logIn(newBrowser(), '/login?max_age=7200');
    Object.assign(issuer, { loggedInBefore: 0, ignoresMaxAge: false });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('The login did not succeed');
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(younger.status).toBe(200);
  });

  test('a session id that an attacker planted is not used, and each login makes a new one', async () => {
    const browser = newBrowser();
    const planted = 'A'.repeat(43);
    await browser.jar.setCookie(`management=${planted}; Path=/`, api.url);
    await logIn(browser);
    const first = await sessionIn(browser);
    expect(first).not.toBe(planted);
    await logIn(browser);
    const second = await sessionIn(browser);
    expect(second).not.toBe(first);
    expect((await withSession(first)).status).toBe(401);
    expect((await withSession(second)).status).toBe(200);
  });

  test('a page of another site can neither read nor change anything with the session', async () => {
    const browser = newBrowser();
    await logIn(browser);
    const session = await sessionIn(browser);
    expect((await withSession(session, { 'sec-fetch-site': 'cross-site' })).status).toBe(401);
    expect((await withSession(session, { 'sec-fetch-site': 'same-site' })).status).toBe(401);
    const headers = { cookie: `management=${session}`, 'content-type': 'application/json' };
    const post = (own: Record<string, string>) =>
      fetch(`${api.url}/api/invitations`, {
        method: 'POST',
        body: '{"role":"owner"}',
        headers: { ...headers, ...own },
      });
    expect((await post({})).status).toBe(401);
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ 'sec-fetch-site': 'none' })).status).toBe(401);
    expect((await post(OWN_PAGE)).status).toBe(201);
  });

  test('a session of an older login is asked for a fresh one before a dangerous act', async () => {
    const browser = newBrowser();
    issuer.loggedInBefore = 600;
    await logIn(browser);
    issuer.loggedInBefore = 0;
    const invitation = { method: 'POST', body: '{"role":"support"}' };
    const call = async () =>
      fetch(`${api.url}/api/invitations`, {
        ...invitation,
        headers: {
          ...OWN_PAGE,
          cookie: `management=${await sessionIn(browser)}`,
          'content-type': 'application/json',
        },
      });
    const refused = await call();
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_user_authentication", max_age=300',
    );
    await logIn(newBrowser(browser.jar), '/login?fresh=1&return=/administrators');
    expect((await call()).status).toBe(201);
  });

  test('a removed administrator is out at once, and a logout ends the session', async () => {
    issuer.account = 'bo';
    const browser = newBrowser();
    await accept(browser, await invite(api, { tenant: 'shop', role: 'auditor' }));
    issuer.account = 'anna';
    const { principal } = await json(browser.get(`${api.url}/api/session`, OWN_PAGE));
    expect((await api.call(`DELETE /api/administrators/${principal.id}`)).status).toBe(204);
    expect((await browser.get(`${api.url}/api/session`, OWN_PAGE)).status).toBe(401);

    const other = newBrowser();
    await logIn(other);
    const session = await sessionIn(other);
    const out = await other.post(`${api.url}/logout`, {}, OWN_PAGE);
    expect([out.status, out.location]).toEqual([303, `${api.url}/login`]);
    expect((await withSession(session)).status).toBe(401);

    const third = newBrowser();
    await logIn(third);
    const cookie = `management=${await sessionIn(third)}`;
    const ended = await fetch(`${api.url}/api/session`, {
      method: 'DELETE',
      headers: { ...OWN_PAGE, cookie },
    });
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^management=; .*Max-Age=0$/),
    ]);
    expect((await withSession(await sessionIn(third))).status).toBe(401);
  });

  test.each([
    ['//evil.example/x', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['/x/..//evil.example', '/'],
    ['/logins?code=K7F2#steps', '/logins?code=K7F2#steps'],
  ])('the return path %s leads to %s', async (asked, path) => {
    const start = `/login?max_age=28800&return=${encodeURIComponent(asked)}`;
    const answer = await logIn(newBrowser(), start);
    expect(answer.text).toContain(`content="0;url=${path}"`);
  });

  test('the page of an invitation has no script but its own, and nothing is stored in a cache', async () => {
    const { headers, text } = await newBrowser().get(`${api.url}/invitation`);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/<script>|style=|onload/);
  });

  async function logins(): Promise<Record<string, number>> {
    const health = await listen(api.service.health, { port: 0, address: '127.0.0.1' });
    const text = await (await fetch(`http://127.0.0.1:${health.port}/metrics`)).text();
    await health.close(0);
    return figure(samplesIn(text), 'eid_broker_administrator_logins_total');
  }

  /** Begins a login and follows it to the callback at the issuer; returns the callback's URL. */
  async function callbackOf(browser: Browser, start = START): Promise<string> {
    const { location = '' } = await browser.get(api.url + start);
    const { location: callback = '' } = await browser.follow(location);
    return callback;
  }

  async function logIn(browser: Browser, start = START): Promise<Answer> {
    return browser.get(await callbackOf(browser, start));
  }

  /** Posts the form of the link; returns the issuer's URL to which the page goes on. */
  async function follow(browser: Browser, secret: string): Promise<string> {
    const { text } = await browser.post(`${api.url}/invitation`, { secret }, OWN_FORM);
    return targetIn(text);
  }

  async function accept(browser: Browser, secret: string): Promise<Answer> {
    const { location = '' } = await browser.follow(await follow(browser, secret));
    return browser.get(location);
  }

  async function sessionIn(browser: Browser): Promise<string> {
    const cookies = await browser.jar.getCookies(api.url);
    return cookies.find(({ key }) => key === 'management')?.value ?? '';
  }

  function withSession(session: string, headers: Record<string, string> = OWN_PAGE) {
    const cookie = `management=${session}`;
    return fetch(`${api.url}/api/session`, { headers: { ...headers, cookie } });
  }
});

describe('with this service itself as issuer', () => {
  test('a person enters the console with BankID and a key of the console', async () => {
    const port = await findFreePort();
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const url = `http://localhost:${port}`;
    const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] };
    const broker = await startBroker('test/fixtures/console.yaml', {
      variables: () => ({ CONSOLE_URL: url, CONSOLE_JWKS: JSON.stringify(jwks) }),
    });
    const environment = {
      MANAGEMENT_ISSUER: broker.issuer,
      MANAGEMENT_CLIENT_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
      MANAGEMENT_ACR_VALUES: QR_ACR,
    };
    const api = await startManagement(undefined, environment, port);

    const browser = newBrowser();
    const secret = await invite(api, { tenant: 'shop', role: 'operator' });
    const { text } = await browser.post(`${url}/invitation`, { secret }, OWN_PAGE);
    const { location = '' } = await browser.get(targetIn(text));
    const login = visitOf(browser, location);
    await decide(broker, await scan(broker, login));
    await browser.get(`${login.url}/status`, { accept: 'application/json' });
    const callback = (await login.arrive()).href;
    expect((await browser.get(callback)).status).toBe(200);
    const session = await json(browser.get(`${url}/api/session`, OWN_PAGE));
    expect(session.principal.grants).toEqual([{ tenant: 'shop', role: 'operator' }]);
    expect(session.tenants[0].permissions).toContain('keys.rotate');

    await api.close();
    await broker.close();
  });
});

async function invite(api: ManagementApi, grant: Grant): Promise<string> {
  const pool = openTestPool({ url: api.databaseUrl });
  const vault = systemVault([Buffer.from(TEST_KEY, 'base64url')]);
  const administrators = pgAdministrators({ pool, vault });
  const parts = { newId: randomId, hashOf: sha256Id, clock: () => new Date() };
  const { secret } = await makeInviteAdministrator({ administrators, ...parts })(grant, BY_COMMAND);
  await pool.end();
  return secret;
}

function targetIn(page: string): string {
  const [, target = ''] = /content="0;url=([^"]+)"/.exec(page) ?? [];
  return target.replaceAll('&#38;', '&');
}

// biome-ignore lint/suspicious/noExplicitAny: tests read any member of an answer
async function json(answer: Promise<Answer>): Promise<any> {
  const { status, text } = await answer;
  expect(status).toBe(200);
  return JSON.parse(text);
}
