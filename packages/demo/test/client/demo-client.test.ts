import { get } from 'node:http';
import { newBrowser } from '@eid-broker/testing/browser';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Broker, startBroker } from '../../../../test/support/broker.ts';
import { CONTRACT } from '../../src/client/authorization-parameters.ts';
import { type DemoClient, startDemoClient } from '../../src/client/start-demo-client.ts';
import { freePorts, textOf } from '../demo-process.ts';

let broker: Broker;
let client: DemoClient;
const bugs: unknown[] = [];
let ids = 0;

beforeAll(async () => {
  broker = await startBroker();
  client = await startClient(broker.issuer);
});

afterAll(async () => {
  await client?.close();
  await broker?.close();
  expect(bugs).toEqual([]);
});

async function startClient(issuer: string): Promise<DemoClient> {
  const { client: port } = await freePorts();
  return startDemoClient({
    issuer,
    port,
    phoneUrl: 'http://localhost:1',
    newId: () => `new-id-${++ids}`,
    onBug: (bug) => bugs.push(bug),
  });
}

describe('the demo client', () => {
  test('offers every way of logging in, without a script or external resources', async () => {
    const { status, headers, text } = await newBrowser().get(`${client.url}/`);
    expect(status).toBe(200);
    const offers = [...text.matchAll(/data-testid="login-(\w+)"/g)].map(([, offer]) => offer);
    expect(offers).toEqual(['code', 'pkce', 'hybrid', 'implicit', 'evidence', 'sign']);
    expect(text).not.toContain('<script');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; " +
        `form-action 'self' ${broker.issuer}`,
    );
  });

  test.each([
    ['code', 'demo-web', 'code', null],
    ['pkce', 'demo-spa', 'code', 'S256'],
    ['hybrid', 'demo-web', 'code id_token', null],
    ['implicit', 'demo-implicit', 'id_token', null],
  ])('redirects the browser by %s as %s', async (flow, clientId, responseType, method) => {
    const query = `flow=${flow}&acr=urn:grn:authn:se:bankid:same-device&ui_locales=da`;
    const { status, location = '' } = await newBrowser().get(`${client.url}/login?${query}`);
    const { origin, pathname, searchParams } = new URL(location);
    expect(status).toBe(302);
    expect(origin + pathname).toBe(`${broker.issuer}/oauth2/authorize`);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: clientId,
      response_type: responseType,
      redirect_uri: `${client.url}/callback`,
      acr_values: 'urn:grn:authn:se:bankid:same-device',
      ui_locales: 'da',
      scope: 'openid',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(searchParams.get('code_challenge_method')).toBe(method);
  });

  test('requests a signature of the contract, and its evidence', async () => {
    const { location = '' } = await newBrowser().get(`${client.url}/login?wish=sign`);
    const { searchParams } = new URL(location);
    const message = Buffer.from(CONTRACT).toString('base64');
    expect(searchParams.get('scope')).toBe('openid evidence');
    expect(searchParams.get('login_hint')).toBe(
      `action:sign message:${message} nonVisibleData:Y29udHJhY3Q9Nw==`,
    );
  });

  test('accepts a response in the fragment through its own page, once', async () => {
    const browser = newBrowser();
    const { location = '' } = await browser.get(`${client.url}/login?flow=implicit`);
    const state = new URL(location).searchParams.get('state') ?? '';
    const page = await browser.get(`${client.url}/callback`);
    expect(page.text).toContain('src="/assets/fragment.js"');

    const answer = `error=access_denied&state=${state}&iss=${encodeURIComponent(broker.issuer)}`;
    const first = await browser.post(`${client.url}/callback`, { answer });
    expect([first.status, first.location]).toEqual([303, `${client.url}/result`]);
    const { text } = await browser.get(`${client.url}/result`);
    expect(textOf(text, 'error-code')).toBe('access_denied');
    expect((await browser.post(`${client.url}/callback`, { answer })).status).toBe(400);
  });

  test('has no token to save before a login', async () => {
    expect((await newBrowser().get(`${client.url}/token.jwt`)).status).toBe(404);
  });

  test('keeps its session cookie from scripts', async () => {
    const { headers } = await newBrowser().get(`${client.url}/login`);
    expect(headers.get('set-cookie')).toBe(
      `demo-client=new-id-${ids}; path=/; samesite=lax; httponly`,
    );
  });

  test('shows the reason for a failed login as text, with a link to try again', async () => {
    const browser = newBrowser();
    const { location = '' } = await browser.get(`${client.url}/login?flow=pkce`);
    const state = new URL(location).searchParams.get('state') ?? '';
    const answer = new URLSearchParams({
      state,
      iss: broker.issuer,
      error: 'access_denied',
      error_description: '<b>user declined</b>',
    });
    const planted = await browser.jar.getCookieString(client.url);
    const callback = await browser.get(`${client.url}/callback?${answer}`);
    expect([callback.status, callback.location]).toEqual([303, `${client.url}/result`]);

    const other = await newBrowser().get(`${client.url}/result`, { cookie: planted });
    expect([other.status, other.location]).toEqual([302, `${client.url}/`]);

    const { text } = await browser.get(`${client.url}/result`);
    expect(textOf(text, 'error-code')).toBe('access_denied');
    expect(textOf(text, 'error-description')).toBe('&lt;b&gt;user declined&lt;/b&gt;');
    expect(text).not.toContain('support-code');
    expect(text).toContain('/login?flow=pkce&amp;acr=urn%3Agrn%3Aauthn%3Ase%3Abankid"');
  });

  test.each([
    ['/errors/declined?code=K7F2-QX9M', 'K7F2-QX9M'],
    ['.example.com/errors/declined?code=K7F2-QX9M', undefined],
  ])('shows the support code and the explanation of its issuer alone: %s', async (path, shown) => {
    const browser = newBrowser();
    const { location = '' } = await browser.get(`${client.url}/login`);
    const state = new URL(location).searchParams.get('state') ?? '';
    const error_uri = `${broker.issuer}${path}`;
    const answer = { state, iss: broker.issuer, error: 'access_denied', error_uri };
    await browser.get(`${client.url}/callback?${new URLSearchParams(answer)}`);
    const { text } = await browser.get(`${client.url}/result`);
    expect(textOf(text, 'support-code')).toBe(shown);
    expect(text.includes(`href="${error_uri}"`)).toBe(shown !== undefined);
  });

  test('accepts no response of another issuer', async () => {
    const browser = newBrowser();
    const { location = '' } = await browser.get(`${client.url}/login`);
    const state = new URL(location).searchParams.get('state') ?? '';
    await browser.get(`${client.url}/callback?code=x&state=${state}&iss=http://elsewhere`);
    const { text } = await browser.get(`${client.url}/result`);
    expect(textOf(text, 'error-code')).toBe('OAUTH_INVALID_RESPONSE');
  });

  test('accepts no response to a login of another browser', async () => {
    const { location = '' } = await newBrowser().get(`${client.url}/login`);
    const state = new URL(location).searchParams.get('state') ?? '';
    const answer = await newBrowser().get(`${client.url}/callback?code=x&state=${state}`);
    expect(answer.status).toBe(400);
    expect(textOf(answer.text, 'error-code')).toBe('unexpected_answer');
  });

  test('shows no person before a login and after the logout', async () => {
    const browser = newBrowser();
    const before = await browser.get(`${client.url}/result`);
    expect([before.status, before.location]).toEqual([302, `${client.url}/`]);
    await browser.get(`${client.url}/login`);
    const after = await browser.post(`${client.url}/logout`, {});
    expect([after.status, after.location]).toEqual([303, `${client.url}/`]);
    expect(await browser.jar.getCookieString(client.url)).toBe('');
  });

  test('redirects other host names to the registered one', async () => {
    const { port } = new URL(client.url);
    const location = await new Promise((resolve) => {
      get(`http://127.0.0.1:${port}/login`, (answer) => {
        answer.resume();
        resolve(answer.headers.location);
      });
    });
    expect(location).toBe(`${client.url}/`);
  });

  test('shows that the service does not answer', async () => {
    const { service: closed } = await freePorts();
    const lonely = await startClient(`http://localhost:${closed}`);
    const { status, text } = await newBrowser().get(`${lonely.url}/login`);
    await lonely.close();
    expect(status).toBe(502);
    expect([textOf(text, 'error-code'), textOf(text, 'error-description')]).toEqual([
      'service_unreachable',
      `http://localhost:${closed} does not answer.`,
    ]);
  });
});
