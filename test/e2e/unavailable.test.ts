import type { Answer } from '@eid-broker/testing/browser';
import { TOLVAN } from '@eid-broker/testing/phone';
import { basic, jsonOf } from '@eid-broker/testing/token-endpoint';
import { form, send } from '@eid-broker/testing/wire';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { type Broker, startBroker } from '../support/broker.ts';
import { ask, jsonRequest, newPkce } from '../support/page-script.ts';
import { CIBA, HEADLESS, HEADLESS_REQUEST, PHONE_REQUEST } from '../support/polled.ts';
import { type StallingProxy, startStallingProxy } from '../support/stalling-proxy.ts';
import { redeem } from '../support/tokens.ts';
import { toldIn } from '../support/told-in.ts';
import {
  arrivalOf,
  authorizationUrl,
  decide,
  REDIRECT_URI,
  scan,
  visit,
} from '../support/visit.ts';

/** What a script is told, each where it belongs. */
type Rejection = Readonly<Record<'pollUrl' | 'completeUrl' | 'initialQrCode' | 'location', string>>;

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
  // What is made once, and remembered, needs the database.
  await arrived();
});
afterEach(() => proxy.resume());
afterAll(async () => {
  await broker.close();
  await proxy.close();
});

describe('while the database is away', () => {
  test.each(['query', 'form_post'])(
    'a good authorization request is answered to the application: %s',
    async (response_mode) => {
      proxy.cut();
      const answer = await fetch(authorizationUrl(broker.issuer, { state: 'xyz', response_mode }), {
        redirect: 'manual',
        headers: HTML,
      });
      const text = await answer.text();
      if (response_mode === 'query') {
        expect(answer.status).toBe(302);
        const connection = new URL(answer.headers.get('location') ?? '');
        expect(toldIn(connection)).toEqual({ ...RETURNED, state: 'xyz', iss: broker.issuer });
        const explained = new URL(connection.searchParams.get('error_uri') ?? '');
        expect(explained.pathname).toBe('/errors/service-unavailable');
      } else {
        expect(text).toContain('name="error" value="temporarily_unavailable"');
      }
      expect(answer.headers.getSetCookie()).toEqual([]);
    },
  );

  test('one that names no good application is told so all the same', async () => {
    proxy.cut();
    const answer = await fetch(authorizationUrl(broker.issuer, { client_id: 'nobody' }), {
      headers: { accept: 'application/json' },
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('invalid_client');
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
  ])('%s of an application answers 503', async (path, fields) => {
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

  test('an access token that was good is still no bad one', async () => {
    const { body } = await redeem(broker, await arrived());
    const ask = () =>
      fetch(`${broker.issuer}/oauth2/userinfo`, {
        headers: { authorization: `Bearer ${body.access_token}` },
      });
    proxy.cut();
    const answer = await ask();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3']);
    expect(answer.headers.get('www-authenticate')).toBeNull();
    expect(await answer.json()).toEqual(RETURNED);
    proxy.resume();
    expect((await ask()).status).toBe(200);
  });

  test('documents are published', async () => {
    proxy.cut();
    for (const path of ['/.well-known/openid-configuration', '/.well-known/jwks']) {
      expect((await fetch(`${broker.issuer}${path}`)).status).toBe(200);
    }
  });

  test('a logout is a page that asks again by itself', async () => {
    proxy.cut();
    const answer = await fetch(`${broker.issuer}/oauth2/logout`, { headers: HTML });
    // Without single sign-on there is nothing to look up.
    expect(answer.status).toBe(200);
  });

  test('nothing counts as a fault of ours, or as refused', async () => {
    const before = broker.logged.length;
    proxy.cut();
    await posted('/oauth2/token', { grant_type: CIBA, auth_req_id: 'x' });
    const since = broker.logged.slice(before).map(({ level, event }) => `${level} ${event}`);
    expect(since).toContain('warn request.unavailable');
    expect(since.filter((line) => /request\.(?:failed|refused)|error/.test(line))).toEqual([]);
  });
});

describe('a login whose database goes away comes back with it', () => {
  test('before it is on its page', async () => {
    const login = await visit(broker);
    proxy.cut();
    const page = await login.browser.get(login.url, HTML);
    expectPage(page);
    expect(page.headers.get('refresh')).toBe(`3; url=${new URL(login.url).pathname}`);
    proxy.resume();
    await decide(broker, await scan(broker, login));
    expect((await redeem(broker, await login.arrive())).status).toBe(200);
  });

  test('while its page waits: the script goes on asking', async () => {
    const login = await visit(broker);
    const orderRef = await scan(broker, login);
    proxy.cut();
    const json = { accept: 'application/json' };
    const status = await login.browser.get(`${login.url}/status`, json);
    expect([status.status, status.headers.get('retry-after')]).toEqual([503, '3']);
    proxy.resume();
    expect((await login.browser.get(`${login.url}/status`, json)).status).toBe(200);
    await decide(broker, orderRef);
    expect((await redeem(broker, await login.arrive())).status).toBe(200);
  });

  test('when the person clicks: the page comes again, and the click can be made again', async () => {
    const login = await visit(broker, { acr_values: ANY });
    await login.snapshot();
    proxy.cut();
    const answer = await login.browser.post(`${login.url}/start`, { device: 'other' }, HTML);
    expectPage(answer);
    expect(answer.headers.get('refresh')).toBe(`3; url=${new URL(login.url).pathname}`);
    proxy.resume();
    await login.press('other-device');
    await decide(broker, await scan(broker, login));
    expect((await redeem(broker, await login.arrive())).status).toBe(200);
  });

  test('when the person cancels: it is not a denial until it is recorded', async () => {
    const login = await visit(broker);
    await login.snapshot();
    proxy.cut();
    expectPage(await login.browser.post(`${login.url}/cancel`, {}, HTML));
    proxy.resume();
    await login.snapshot();
    expect(toldIn(arrivalOf(await login.press('cancel'))).error).toBe('access_denied');
  });

  test('when it is about to end: nobody is sent to the application without an answer', async () => {
    const login = await visit(broker);
    await decide(broker, await scan(broker, login));
    const { location: resume = '' } = await login.browser.get(login.url);
    proxy.cut();
    const answer = await login.browser.get(resume, HTML);
    expectPage(answer);
    expect(answer.headers.get('refresh')).toBe('3');
    proxy.resume();
    expect((await redeem(broker, arrivalOf(await login.browser.get(resume)))).status).toBe(200);
  });

  test.each([
    ['the code cannot be stored', 'artifact', "new.kind like '% AuthorizationCode'"],
    ['its result cannot be taken', 'authentication', 'new.result_consumed_at is not null'],
  ])('in the middle of its end, when %s', async (_, table, when) => {
    const login = await visit(broker);
    await decide(broker, await scan(broker, login));
    const { location: resume = '' } = await login.browser.get(login.url);
    const broken = await whileFull(table, when, () => login.browser.get(resume, HTML));
    expectPage(broken);
    expect((await redeem(broker, arrivalOf(await login.browser.get(resume)))).status).toBe(200);
  });

  test.each([
    ['the code cannot be consumed', 'artifact', 'new.consumed_at is not null'],
    ['no access token can be stored', 'artifact', "new.kind like '% AccessToken'"],
  ])(
    'when its code is redeemed and %s: it is not called invalid, and can be sent again',
    async (_, table, when) => {
      const connection = await arrived();
      const { status, headers, body } = await whileFull(table, when, () =>
        redeem(broker, connection),
      );
      expect({ status, body }).toEqual({ status: 503, body: RETURNED });
      expect(headers.get('retry-after')).toBe('3');
      expect((await redeem(broker, connection)).status).toBe(200);
      expect((await redeem(broker, connection)).body.error).toBe('invalid_grant');
    },
  );

  test('when a poll asks: it hears the outcome later', async () => {
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

describe('a login of a script', () => {
  const { challenge } = newPkce();

  test('is not begun, and says so', async () => {
    proxy.cut();
    const answer = await ask(jsonRequest(broker.issuer, challenge, { redirect_uri: REDIRECT_URI }));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3']);
    expect(await answer.json()).toMatchObject(RETURNED);
  });

  test('goes on where it was, at each of its addresses', async () => {
    const request = jsonRequest(broker.issuer, challenge, { redirect_uri: REDIRECT_URI });
    const { pollUrl, completeUrl, initialQrCode } = await told(request);
    await decide(broker, (await broker.phone.scan(initialQrCode, TOLVAN)).orderRef);
    proxy.cut();
    for (const url of [pollUrl, completeUrl]) {
      const answer = await ask(url);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3']);
      expect(await answer.json()).toEqual(RETURNED);
    }
    proxy.resume();
    expect((await ask(pollUrl)).status).toBe(200);
    const broken = await whileFull('artifact', "new.kind like '% AuthorizationCode'", () =>
      ask(completeUrl),
    );
    expect([broken.status, await broken.text()]).toEqual([503, 'temporarily_unavailable']);
    const { location } = await told(completeUrl);
    expect(new URL(location).searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });
});

describe('a database that says nothing at all', () => {
  test('is not waited for', async () => {
    const login = await visit(broker);
    proxy.stall();
    const answers = await Promise.all([
      posted('/oauth2/token', { grant_type: CIBA, auth_req_id: 'x' }),
      login.browser.get(`${login.url}/status`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  }, 20_000);

  test('is not waited for either when it answered the first statement of a request', async () => {
    const { body } = await redeem(broker, await arrived());
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
    expect(await answer.json()).toEqual(RETURNED);
    const since = broker.logged.slice(before).filter(({ event }) => event.startsWith('request.'));
    expect(since).toMatchObject([{ level: 'warn', event: 'request.unavailable' }]);
  }, 20_000);
});

/** A login that ended well, with its code. */
async function arrived(): Promise<URL> {
  const login = await visit(broker);
  await decide(broker, await scan(broker, login));
  return login.arrive();
}

async function told(url: string): Promise<Rejection> {
  return (await (await ask(url)).json()) as Rejection;
}

async function posted(path: string, fields: Readonly<Record<string, string>>) {
  const sent = form(fields);
  const headers = { host: new URL(broker.issuer).host, ...sent.headers, ...BACKEND };
  return jsonOf(await send(broker.port, { ...sent, path, headers }));
}

/** Asks while the disk is full for whatever this says. */
async function whileFull<Rejection>(table: string, when: string, ask: () => Promise<Rejection>) {
  await broker.sql(`create or replace function no_room() returns trigger as
    $$ begin raise exception using errcode = '53100'; end $$ language plpgsql`);
  await broker.sql(`create trigger no_room before insert or update on ${table}
    for each row when (${when}) execute function no_room()`);
  const told = await ask();
  await broker.sql(`drop trigger no_room on ${table}`);
  return told;
}

function expectPage({ status, headers, location, text }: Answer): void {
  expect({ status, location }).toEqual({ status: 503, location: undefined });
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('retry-after')).toBe('3');
  expect(headers.getSetCookie()).toEqual([]);
  expect(text).toContain('Please wait a moment');
  expect(text).toMatch(/data-testid="reference">[\da-f]{32}</);
}
