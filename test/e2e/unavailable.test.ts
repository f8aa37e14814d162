import type { Answer } from '@eid-broker/testing/browser';
import { TOLVAN } from '@eid-broker/testing/phone';
import { basic, jsonOf } from '@eid-broker/testing/token-endpoint';
import { form, send } from '@eid-broker/testing/wire';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { CIBA, HEADLESS, HEADLESS_REQUEST, PHONE_REQUEST } from '../support/backchannel-broker.ts';
import { type Broker, startBroker } from '../support/broker.ts';
import { errorFieldsIn } from '../support/error-fields.ts';
import { fetchFromPage, jsonRequest, newPkce } from '../support/page-script.ts';
import { type StallingProxy, startStallingProxy } from '../support/stalling-proxy.ts';
import { exchangeCode } from '../support/tokens.ts';
import {
  arrivalOf,
  authorizationUrl,
  decide,
  REDIRECT_URI,
  scan,
  visit,
} from '../support/visit.ts';

/** The JSON responses to a script. */
type ScriptResponse = Readonly<
  Record<'pollUrl' | 'completeUrl' | 'initialQrCode' | 'location', string>
>;

const ANY = 'urn:grn:authn:se:bankid';
const RETURNED = {
  error: 'temporarily_unavailable',
  error_description: 'the service cannot answer now: try again later',
};
const BACKEND = basic('demo-backend', 'demo-backend-secret');
const HTML = { accept: 'text/html' };

let broker: Broker;
let proxy: StallingProxy;
beforeAll(async () => {
  broker = await startBroker(undefined, {
    async databaseVia(address) {
      const url = new URL(address);
      proxy = await startStallingProxy({ host: url.hostname, port: Number(url.port) });
      url.hostname = '127.0.0.1';
      url.port = String(proxy.port);
      return url.href;
    },
  });
  // Fills the caches, which needs the database.
  await completedLogin();
});
afterEach(() => proxy.resume());
afterAll(async () => {
  await broker.close();
  await proxy.close();
});

describe('an outage of the database', () => {
  test.each(['query', 'form_post'])(
    'redirects a valid authorization request with an error by %s',
    async (response_mode) => {
      proxy.cut();
      const answer = await fetch(authorizationUrl(broker.issuer, { state: 'xyz', response_mode }), {
        redirect: 'manual',
        headers: HTML,
      });
      const text = await answer.text();
      if (response_mode === 'query') {
        expect(answer.status).toBe(302);
        const callback = new URL(answer.headers.get('location') ?? '');
        expect(errorFieldsIn(callback)).toEqual({
          ...RETURNED,
          state: 'xyz',
          iss: broker.issuer,
        });
        const explained = new URL(callback.searchParams.get('error_uri') ?? '');
        expect(explained.pathname).toBe('/errors/service-unavailable');
      } else {
        expect(text).toContain('name="error" value="temporarily_unavailable"');
      }
      expect(answer.headers.getSetCookie()).toEqual([]);
    },
  );

  test('leads an unknown client to an error page', async () => {
    proxy.cut();
    const answer = await fetch(authorizationUrl(broker.issuer, { client_id: 'nobody' }), {
      headers: { accept: 'application/json' },
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('invalid_client');
  });

  test.each([
    ['get', 'this page tries again by itself'],
    ['post', 'reload this page'],
  ])('shows a page for a pushed request that it cannot read, by %s', async (method, advice) => {
    const url = new URL('/oauth2/authorize', broker.issuer);
    const request_uri = 'urn:ietf:params:oauth:request_uri:x';
    const fields = new URLSearchParams({ client_id: 'demo-web', request_uri });
    proxy.cut();
    const answer =
      method === 'get'
        ? await fetch(`${url}?${fields}`, { headers: HTML })
        : await fetch(url, { method, headers: HTML, body: fields });
    expect([answer.status, answer.headers.get('refresh')]).toEqual([
      503,
      method === 'get' ? '3' : null,
    ]);
    expect(await answer.text()).toContain(advice);
  });

  test.each([
    ['/oauth2/token', { grant_type: 'authorization_code', code: 'x'.repeat(43) }],
    ['/oauth2/token', { grant_type: CIBA, auth_req_id: 'x' }],
    ['/oauth2/token', { grant_type: HEADLESS, headless_req_id: 'x' }],
    ['/oauth2/par', { response_type: 'code' }],
    ['/ciba/bc-authorize', PHONE_REQUEST],
    ['/ciba/cancel', { auth_req_id: 'x' }],
    ['/headless/authorize', HEADLESS_REQUEST],
    ['/headless/cancel', { headless_req_id: 'x' }],
    ['/headless/events', { headless_req_id: 'x' }],
  ])('yields 503 at %s', async (path, fields) => {
    const all = {
      redirect_uri: 'http://localhost:9999/cb',
      scope: 'openid',
      acr_values: ANY,
      client_id: 'demo-backend',
      ...fields,
    };
    proxy.cut();
    const { status, headers, body } = await posted(path, all);
    expect({ status, body }).toEqual({ status: 503, body: expect.objectContaining(RETURNED) });
    expect(headers['retry-after']).toBe('3');
  });

  test('yields 503 for a valid access token', async () => {
    const { body } = await exchangeCode(broker, await completedLogin());
    const send = () =>
      fetch(`${broker.issuer}/oauth2/userinfo`, {
        headers: { authorization: `Bearer ${body.access_token}` },
      });
    proxy.cut();
    const answer = await send();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3']);
    expect(answer.headers.get('www-authenticate')).toBeNull();
    expect(await answer.json()).toMatchObject(RETURNED);
    proxy.resume();
    expect((await send()).status).toBe(200);
  });

  test('does not affect the public documents', async () => {
    proxy.cut();
    for (const path of ['/.well-known/openid-configuration', '/.well-known/jwks']) {
      expect((await fetch(`${broker.issuer}${path}`)).status).toBe(200);
    }
  });

  test('does not affect a logout without single sign-on', async () => {
    proxy.cut();
    const answer = await fetch(`${broker.issuer}/oauth2/logout`, { headers: HTML });
    // Without single sign-on a logout needs no database.
    expect(answer.status).toBe(200);
  });

  test('is logged as unavailability, not as an error or a refusal', async () => {
    const before = broker.logged.length;
    proxy.cut();
    await posted('/oauth2/token', { grant_type: CIBA, auth_req_id: 'x' });
    const since = broker.logged.slice(before).map(({ level, event }) => `${level} ${event}`);
    expect(since).toContain('warn request.unavailable');
    expect(since.filter((line) => /request\.(?:failed|refused)|error/.test(line))).toEqual([]);
  });
});

describe('a login during an outage continues afterwards', () => {
  test('before its page is shown', async () => {
    const login = await visit(broker);
    proxy.cut();
    const page = await login.browser.get(login.url, HTML);
    expectPage(page);
    expect(page.headers.get('refresh')).toBe(`3; url=${new URL(login.url).pathname}`);
    proxy.resume();
    await decide(broker, await scan(broker, login));
    expect((await exchangeCode(broker, await login.arrive())).status).toBe(200);
  });

  test('while its page polls', async () => {
    const login = await visit(broker);
    const orderRef = await scan(broker, login);
    proxy.cut();
    const json = { accept: 'application/json' };
    const status = await login.browser.get(`${login.url}/status`, json);
    expect([status.status, status.headers.get('retry-after')]).toEqual([503, '3']);
    proxy.resume();
    expect((await login.browser.get(`${login.url}/status`, json)).status).toBe(200);
    await decide(broker, orderRef);
    expect((await exchangeCode(broker, await login.arrive())).status).toBe(200);
  });

  test('after a click, which the person can repeat', async () => {
    const login = await visit(broker, { acr_values: ANY });
    await login.load();
    proxy.cut();
    const answer = await login.browser.post(`${login.url}/start`, { device: 'other' }, HTML);
    expectPage(answer);
    expect(answer.headers.get('refresh')).toBe(`3; url=${new URL(login.url).pathname}`);
    proxy.resume();
    await login.press('other-device');
    await decide(broker, await scan(broker, login));
    expect((await exchangeCode(broker, await login.arrive())).status).toBe(200);
  });

  test('after a cancellation, which is a denial only once it is stored', async () => {
    const login = await visit(broker);
    await login.load();
    proxy.cut();
    expectPage(await login.browser.post(`${login.url}/cancel`, {}, HTML));
    proxy.resume();
    await login.load();
    expect(errorFieldsIn(arrivalOf(await login.press('cancel'))).error).toBe('access_denied');
  });

  test('before its completion, without a redirect to the application', async () => {
    const login = await visit(broker);
    await decide(broker, await scan(broker, login));
    const { location: resume = '' } = await login.browser.get(login.url);
    proxy.cut();
    const answer = await login.browser.get(resume, HTML);
    expectPage(answer);
    expect(answer.headers.get('refresh')).toBe('3');
    proxy.resume();
    expect((await exchangeCode(broker, arrivalOf(await login.browser.get(resume)))).status).toBe(
      200,
    );
  });

  test.each([
    ['the code cannot be stored', 'artifact', "new.kind like '% AuthorizationCode'"],
    ['its result cannot be taken', 'authentication', 'new.result_consumed_at is not null'],
  ])('during its completion, when %s', async (_, table, when) => {
    const login = await visit(broker);
    await decide(broker, await scan(broker, login));
    const { location: resume = '' } = await login.browser.get(login.url);
    const broken = await whileFull(table, when, () => login.browser.get(resume, HTML));
    expectPage(broken);
    expect((await exchangeCode(broker, arrivalOf(await login.browser.get(resume)))).status).toBe(
      200,
    );
  });

  test.each([
    ['the code cannot be consumed', 'artifact', 'new.consumed_at is not null'],
    ['no access token can be stored', 'artifact', "new.kind like '% AccessToken'"],
  ])('while its code is exchanged, when %s: the code stays valid', async (_, table, when) => {
    const callback = await completedLogin();
    const { status, headers, body } = await whileFull(table, when, () =>
      exchangeCode(broker, callback),
    );
    expect({ status, body }).toEqual({ status: 503, body: RETURNED });
    expect(headers.get('retry-after')).toBe('3');
    expect((await exchangeCode(broker, callback)).status).toBe(200);
    expect((await exchangeCode(broker, callback)).body.error).toBe('invalid_grant');
  });

  test('while the application polls', async () => {
    const started = await posted('/headless/authorize', { ...HEADLESS_REQUEST, acr_values: ANY });
    const poll = () =>
      posted('/oauth2/token', {
        grant_type: HEADLESS,
        headless_req_id: String(started.body.headless_req_id),
      });
    const { qrData } = started.body.acr_data as { readonly qrData: string };
    const { orderRef } = await broker.phone.scan(qrData, TOLVAN);
    await decide(broker, orderRef);
    proxy.cut();
    expect(await poll()).toMatchObject({ status: 503, body: RETURNED });
    proxy.resume();
    broker.advance(2);
    expect(await poll()).toMatchObject({
      status: 200,
      body: { id_token: expect.stringMatching(/^eyJ/) },
    });
  });
});

describe('an embedded login during an outage', () => {
  const { challenge } = newPkce();

  test('cannot start and gets an error', async () => {
    proxy.cut();
    const answer = await fetchFromPage(
      jsonRequest(broker.issuer, challenge, { redirect_uri: REDIRECT_URI }),
    );
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3']);
    expect(await answer.json()).toMatchObject(RETURNED);
  });

  test('continues at each of its URLs afterwards', async () => {
    const request = jsonRequest(broker.issuer, challenge, { redirect_uri: REDIRECT_URI });
    const { pollUrl, completeUrl, initialQrCode } = await fetchJson(request);
    await decide(broker, (await broker.phone.scan(initialQrCode, TOLVAN)).orderRef);
    proxy.cut();
    for (const url of [pollUrl, completeUrl]) {
      const answer = await fetchFromPage(url);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3']);
      expect(await answer.json()).toMatchObject(RETURNED);
    }
    proxy.resume();
    expect((await fetchFromPage(pollUrl)).status).toBe(200);
    const broken = await whileFull('artifact', "new.kind like '% AuthorizationCode'", () =>
      fetchFromPage(completeUrl),
    );
    expect([broken.status, await broken.text()]).toEqual([503, 'temporarily_unavailable']);
    const { location } = await fetchJson(completeUrl);
    expect(new URL(location).searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });
});

describe('a database without responses', () => {
  test('causes 503 after a timeout', async () => {
    const login = await visit(broker);
    proxy.stall();
    const answers = await Promise.all([
      posted('/oauth2/token', { grant_type: CIBA, auth_req_id: 'x' }),
      login.browser.get(`${login.url}/status`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  }, 20_000);

  test('causes 503 after a timeout between the statements of a request', async () => {
    const { body } = await exchangeCode(broker, await completedLogin());
    const before = broker.logged.length;
    const other = new pg.Client({ connectionString: broker.databaseUrl });
    await other.connect();
    await other.query('begin');
    await other.query('lock table authentication in access exclusive mode');
    const answer = await fetch(`${broker.issuer}/oauth2/userinfo`, {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    await other.end();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3']);
    expect(await answer.json()).toMatchObject(RETURNED);
    const since = broker.logged.slice(before).filter(({ event }) => event.startsWith('request.'));
    expect(since).toMatchObject([{ level: 'warn', event: 'request.unavailable' }]);
  }, 20_000);
});

/** A completed login; returns the callback URL with its code. */
async function completedLogin(): Promise<URL> {
  const login = await visit(broker);
  await decide(broker, await scan(broker, login));
  return login.arrive();
}

async function fetchJson(url: string): Promise<ScriptResponse> {
  return (await (await fetchFromPage(url)).json()) as ScriptResponse;
}

async function posted(path: string, fields: Readonly<Record<string, string>>) {
  const sent = form(fields);
  const headers = { host: new URL(broker.issuer).host, ...sent.headers, ...BACKEND };
  return jsonOf(await send(broker.port, { ...sent, path, headers }));
}

/** Sends a request while writes to this table fail for lack of disk space. */
async function whileFull<Result>(table: string, when: string, send: () => Promise<Result>) {
  await broker.sql(`create or replace function no_room() returns trigger as
    $$ begin raise exception using errcode = '53100'; end $$ language plpgsql`);
  await broker.sql(`create trigger no_room before insert or update on ${table}
    for each row when (${when}) execute function no_room()`);
  const answer = await send();
  await broker.sql(`drop trigger no_room on ${table}`);
  return answer;
}

function expectPage({ status, headers, location, text }: Answer): void {
  expect({ status, location }).toEqual({ status: 503, location: undefined });
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('retry-after')).toBe('3');
  expect(headers.getSetCookie()).toEqual([]);
  expect(text).toContain('Please wait a moment');
  expect(text).toMatch(/data-testid="support-code">[2-9A-Z]{4}-[2-9A-Z]{4}</);
}
