import { QR_ACR } from '@eid-broker/testing/log-in';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Broker, startBroker } from '../support/broker.ts';
import {
  fetchFromPage,
  jsonRequest,
  newPkce,
  SDK_CALLBACK,
  SDK_PAGE,
} from '../support/page-script.ts';

const FOREIGN = 'https://evil.example';
const EXPOSED = 'Trace-Id, X-Request-Id, Support-Code, WWW-Authenticate, Retry-After';
const SENT = [
  'authorization',
  'content-type',
  'cache-control',
  'prefer',
  'traceparent',
  'tracestate',
].join(', ');

const APPLICATION_PATHS = [
  '/oauth2/par',
  '/oauth2/token',
  '/oauth2/userinfo',
  '/oauth2/authorize?response_mode=json',
  `/embedded/${'A'.repeat(43)}/poll`,
];
const PUBLISHED_PATHS = [
  '/.well-known/openid-configuration',
  '/.well-known/openid-configuration?client_id=demo-sdk',
  '/.well-known/openid-configuration?client_id=nobody',
  '/.well-known/jwks',
  '/.well-known/jwks.json',
  '/.well-known/criipto-configuration?client_id=demo-sdk',
  `/${btoa(QR_ACR)}/.well-known/openid-configuration`,
];

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

/** The CORS headers of a response, without their common prefix. */
function corsOf({ headers }: Response): Readonly<Record<string, string>> {
  const names = [...headers].filter(([name]) => name.startsWith('access-control-'));
  return Object.fromEntries(
    names.map(([name, value]) => [name.slice('access-control-'.length), value]),
  );
}

function preflight(path: string, origin: string): Promise<Response> {
  const headers = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'prefer,traceparent',
  };
  return fetchFromPage(`${broker.issuer}${path}`, { method: 'OPTIONS', origin, headers });
}

function push(init: { origin?: string; headers?: Record<string, string> } = {}) {
  const { searchParams } = new URL(jsonRequest(broker.issuer, newPkce().challenge));
  searchParams.set('response_mode', 'query');
  return fetchFromPage(`${broker.issuer}/oauth2/par`, {
    method: 'POST',
    body: searchParams,
    ...init,
  });
}

describe('a public document', () => {
  test.each(PUBLISHED_PATHS)('%s is readable by every page', async (path) => {
    const answer = await fetchFromPage(`${broker.issuer}${path}`, { origin: FOREIGN });
    expect(corsOf(answer)).toEqual({ 'allow-origin': '*' });
    expect(corsOf(await preflight(path, FOREIGN))).toMatchObject({ 'allow-origin': '*' });
  });
});

describe("an application's endpoint", () => {
  test.each(APPLICATION_PATHS)('%s answers the preflight of every page', async (path) => {
    for (const origin of [SDK_PAGE, FOREIGN]) {
      const answer = await preflight(path, origin);
      expect(answer.status).toBe(204);
      expect(answer.headers.get('vary')).toBe('Origin');
      expect(corsOf(answer)).toEqual({
        'allow-origin': origin,
        'allow-methods': 'GET, POST',
        'allow-headers': SENT,
        'max-age': '3600',
      });
    }
  });

  test.each(APPLICATION_PATHS)('%s allows nothing to a page without an origin', async (path) => {
    for (const origin of ['null', `${SDK_PAGE}/path`, 'nonsense']) {
      expect(corsOf(await preflight(path, origin))).toEqual({});
      expect(corsOf(await fetchFromPage(`${broker.issuer}${path}`, { origin }))).toEqual({});
    }
  });

  test("accepts a pushed request from the application's page and returns the trace id", async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const plain = await push({ headers: { prefer: 'return-trace-id', traceparent } });
    expect(plain.status).toBe(201);
    expect(corsOf(plain)).toEqual({ 'allow-origin': SDK_PAGE, 'expose-headers': EXPOSED });
    expect(plain.headers.get('vary')).toBe('Origin');
    expect(plain.headers.get('trace-id')).toBe(plain.headers.get('x-request-id'));
    expect(plain.headers.get('trace-id')).toMatch(/^[\da-f]{32}$/);
    expect(traceparent).not.toContain(plain.headers.get('trace-id'));
  });

  test('refuses a foreign page with a readable reason', async () => {
    const before = broker.logged.length;
    const answer = await push({ origin: FOREIGN });
    expect(answer.status).toBe(403);
    expect(corsOf(answer)).toEqual({ 'allow-origin': FOREIGN, 'expose-headers': EXPOSED });
    expect(await answer.json()).toEqual({
      error: 'invalid_request',
      error_description: 'no redirect URI of this application has the origin of the page that asks',
      origin: FOREIGN,
      support_code: answer.headers.get('support-code'),
    });
    const { event, facts } = broker.logged[before] ?? {};
    expect(event).toBe('request.refused');
    expect(facts).toMatchObject({
      client: 'demo-sdk',
      detail: `origin-not-registered: ${FOREIGN}`,
      reference: answer.headers.get('x-request-id'),
    });
  });

  test('refuses a sandboxed page without a readable reason', async () => {
    const answer = await push({ origin: 'null' });
    expect(answer.status).toBe(403);
    expect(corsOf(answer)).toEqual({});
  });

  test("refuses to exchange a code for another application's page, and the code stays valid", async () => {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'demo-sdk',
      code: 'x'.repeat(43),
      redirect_uri: SDK_CALLBACK,
      code_verifier: newPkce().verifier,
    });
    const url = `${broker.issuer}/oauth2/token`;
    const foreign = await fetchFromPage(url, { method: 'POST', body, origin: FOREIGN });
    expect([foreign.status, await foreign.json()]).toEqual([
      403,
      expect.objectContaining({ error: 'invalid_request', origin: FOREIGN }),
    ]);
    const own = await fetchFromPage(url, { method: 'POST', body });
    expect([own.status, await own.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_grant' }),
    ]);
    expect(corsOf(own)).toEqual({ 'allow-origin': SDK_PAGE, 'expose-headers': EXPOSED });
  });

  test('starts no login for a script of another page', async () => {
    const before = broker.simulator.statistics().calls.auth;
    const url = jsonRequest(broker.issuer, newPkce().challenge);
    const answer = await fetchFromPage(url, { origin: FOREIGN });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ origin: FOREIGN });
    expect(broker.simulator.statistics().calls.auth).toBe(before);
  });

  test('returns redirects that no script can read', async () => {
    const url = new URL(jsonRequest(broker.issuer, newPkce().challenge));
    url.searchParams.set('response_mode', 'query');
    const answer = await fetchFromPage(url);
    expect(answer.status).toBe(302);
    expect(corsOf(answer)).toEqual({});
  });

  test.each(['/', '/login/x', '/oauth2/nothing'])('%s is readable by no page', async (path) => {
    expect(corsOf(await fetchFromPage(`${broker.issuer}${path}`))).toEqual({});
    expect(corsOf(await preflight(path, SDK_PAGE))).toEqual({});
  });
});
