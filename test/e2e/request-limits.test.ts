import { QR_ACR } from '@eid-broker/testing/log-in';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { basic, jsonOf } from '@eid-broker/testing/token-endpoint';
import { form, send } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CIBA, HEADLESS_REQUEST } from '../support/backchannel-broker.ts';
import { type Broker, startBroker } from '../support/broker.ts';
import { fetchFromPage, jsonRequest, newPkce } from '../support/page-script.ts';
import { arrivalOf, decide, REDIRECT_URI, scan, visit } from '../support/visit.ts';

const RETURNED = {
  error: 'temporarily_unavailable',
  error_description: 'too many requests: try again later',
};
const SOON = /^(?:[1-9]|10)$/;

describe('the limit of a client', () => {
  let broker: Broker;
  beforeAll(async () => {
    broker = await startBroker(undefined, { environment: { REQUESTS_PER_CLIENT: '2' } });
  });
  afterAll(() => broker.close());

  test('counts all its authenticated requests', async () => {
    newWindow(broker);
    const start = {
      ...HEADLESS_REQUEST,
      client_id: 'demo-backend',
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
    };
    for (let time = 0; time < 10; time += 1) {
      expect((await poll(broker, 'demo-backend')).status).toBe(400);
      expect((await posted(broker, '/headless/cancel', ID, 'demo-backend')).status).toBe(400);
    }
    for (const path of ['/oauth2/token', '/oauth2/par', '/ciba/bc-authorize']) {
      const fields = { ...POLL, ...start };
      const { status, headers, body } = await posted(broker, path, fields, 'demo-backend');
      expect({ status, body }).toEqual({ status: 429, body: RETURNED });
      expect(headers['retry-after']).toMatch(SOON);
    }
    expect((await poll(broker, 'demo-web')).status).toBe(400);
    newWindow(broker);
    expect((await poll(broker, 'demo-backend')).status).toBe(400);
  });

  test('counts no requests with a wrong secret', async () => {
    newWindow(broker);
    for (let time = 0; time < 25; time += 1) {
      const { status, body } = await poll(broker, 'demo-backend', 'a wrong secret');
      expect({ status, error: body.error }).toEqual({ status: 401, error: 'invalid_client' });
    }
    expect((await poll(broker, 'demo-backend')).status).toBe(400);
  });

  test('counts no requests of a public client', async () => {
    newWindow(broker);
    for (let time = 0; time < 25; time += 1) {
      const fields = { grant_type: 'authorization_code', client_id: 'demo-spa', code: 'x' };
      expect((await posted(broker, '/oauth2/token', fields)).status).toBe(400);
    }
  });
});

describe('the limit of an address', () => {
  let broker: Broker;
  beforeAll(async () => {
    broker = await startBroker(undefined, {
      environment: { REQUESTS_PER_ADDRESS: '3' },
      trustedProxies: '127.0.0.1',
    });
  });
  afterAll(() => broker.close());

  test('refuses polls of a login page, and the login continues afterwards', async () => {
    const login = await visit(broker);
    const orderRef = await scan(broker, login);
    newWindow(broker);
    const answers: number[] = [];
    for (let time = 0; time < 31; time += 1) {
      answers.push((await login.browser.get(`${login.url}/status`)).status);
    }
    expect(answers).toEqual([...Array<number>(30).fill(200), 429]);
    const refused = await login.browser.get(`${login.url}/status`, { accept: 'application/json' });
    expect(refused.headers.get('retry-after')).toMatch(SOON);
    expect(JSON.parse(refused.text)).toMatchObject(RETURNED);
    newWindow(broker);
    await decide(broker, orderRef);
    expect((await login.arrive()).searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  test('refuses polls of a script, which can read Retry-After', async () => {
    newWindow(broker);
    const { challenge } = newPkce();
    const request = jsonRequest(broker.issuer, challenge, { redirect_uri: REDIRECT_URI });
    const { pollUrl = '' } = (await (await fetchFromPage(request)).json()) as { pollUrl?: string };
    let answer = await fetchFromPage(pollUrl);
    for (let time = 0; time < 30 && answer.status !== 429; time += 1)
      answer = await fetchFromPage(pollUrl);
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toMatch(SOON);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect(await answer.json()).toMatchObject(RETURNED);
  });

  test('applies to the address from a trusted proxy', async () => {
    newWindow(broker);
    const from = (ip: string) =>
      fetch(`${broker.issuer}/.well-known/openid-configuration`, {
        headers: { 'x-forwarded-for': ip },
      });
    for (let time = 0; time < 30; time += 1) await from('203.0.113.7');
    expect((await from('203.0.113.7')).status).toBe(429);
    expect((await from('203.0.113.8')).status).toBe(200);
  });
});

describe('the limit of starts for an address', () => {
  let broker: Broker;
  beforeAll(async () => {
    broker = await startBroker(undefined, { environment: { STARTS_PER_ADDRESS: '1' } });
  });
  afterAll(() => broker.close());

  const starts = () => broker.simulator.statistics().calls.auth ?? 0;

  test('refuses starts without a named person, on our page and in the JSON response mode', async () => {
    newWindow(broker);
    const before = starts();
    for (let time = 0; time < 10; time += 1) {
      expect(await (await visit(broker)).load()).toMatchObject({ status: 200, state: 'scan' });
    }
    const login = await visit(broker);
    const page = await login.browser.get(login.url);
    expect(page.status).toBe(429);
    expect(page.headers.get('retry-after')).toMatch(SOON);
    expect(renderedPage(page)).toMatchObject({
      state: 'ended',
      heading: 'Too many at once',
      message:
        'Too many requests came in a short time. Nothing is lost: wait a moment, then try again.',
    });

    const { challenge } = newPkce();
    const request = jsonRequest(broker.issuer, challenge, { redirect_uri: REDIRECT_URI });
    const refused = await fetchFromPage(request);
    expect([refused.status, await refused.json()]).toMatchObject([429, RETURNED]);
    expect(refused.headers.get('retry-after')).toMatch(SOON);
    expect(starts()).toBe(before + 10);

    newWindow(broker);
    expect(await login.load()).toMatchObject({ status: 200, state: 'scan' });
  });

  test('is not reported as a denial', async () => {
    newWindow(broker);
    for (let time = 0; time < 10; time += 1) await (await visit(broker)).load();
    const login = await visit(broker);
    await login.load();
    const { searchParams } = arrivalOf(await login.press('cancel'));
    expect(searchParams.get('error')).toBe('temporarily_unavailable');
    expect(searchParams.get('error_description')).toBe(RETURNED.error_description);
  });

  test('does not count for authenticated requests', async () => {
    newWindow(broker);
    for (let time = 0; time < 11; time += 1) await (await visit(broker)).load();
    const { body } = await posted(broker, '/oauth2/par', PUSHED, 'demo-web');
    const pushed = { client_id: 'demo-web', request_uri: String(body.request_uri) };
    expect(await (await visit(broker, pushed)).load()).toMatchObject({ status: 200 });
  });
});

describe('the default limit', () => {
  let broker: Broker;
  beforeAll(async () => {
    broker = await startBroker();
  });
  afterAll(() => broker.close());

  test('allows a thousand requests in ten seconds from one address on a test domain', async () => {
    newWindow(broker);
    for (let batch = 0; batch < 20; batch += 1) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => fetch(`${broker.issuer}/.well-known/jwks`)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
  });
});

const PUSHED = {
  client_id: 'demo-web',
  response_type: 'code',
  redirect_uri: REDIRECT_URI,
  scope: 'openid',
  acr_values: QR_ACR,
};
const ID = { headless_req_id: 'x' };
const POLL = { grant_type: CIBA, auth_req_id: 'x' };

function poll(broker: Broker, clientId: string, secret = `${clientId}-secret`) {
  return posted(broker, '/oauth2/token', POLL, clientId, secret);
}

async function posted(
  { issuer, port }: Broker,
  path: string,
  fields: Readonly<Record<string, string>>,
  clientId?: string,
  secret = `${clientId}-secret`,
) {
  const sent = form(fields);
  const proof = clientId === undefined ? {} : basic(clientId, secret);
  const headers = { host: new URL(issuer).host, ...sent.headers, ...proof };
  return jsonOf(await send(port, { ...sent, path, headers }));
}

/** Starts a new window, which does not end during the test. */
function newWindow(broker: Broker): void {
  broker.advance(10 - ((broker.now().getTime() / 1000) % 10));
}
