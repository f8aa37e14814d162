import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import { type Answer, type Browser, newBrowser } from '@eid-broker/testing/browser';
import { QR_ACR } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Broker, startBroker } from '../support/broker.ts';
import { scan, visitOf } from '../support/visit.ts';

let broker: Broker;
let url: string;
let application: ChildProcess | undefined;
beforeAll(async () => {
  url = `http://localhost:${await findFreePort()}`;
  const variables = () => ({ DEMO_CLIENT_URL: url });
  broker = await startBroker('test/fixtures/bankid.yaml', { variables });
});
afterEach(async () => {
  if (application === undefined) return;
  const ended = once(application, 'exit');
  application.kill();
  await ended;
});
afterAll(() => broker.close());

const CODE_SETTINGS = { clientID: 'demo-web', clientSecret: 'demo-web-secret' };

describe('express-openid-connect, as it comes from npm', () => {
  test('logs a person in by a posted ID token, which is its default', async () => {
    await startApplication();
    const { browser, answer } = await logIn('/profile');
    expect(answer.location).toBe(`${url}/profile`);
    const { text } = await browser.get(`${url}/profile`);
    expect(JSON.parse(text)).toMatchObject({
      iss: broker.issuer,
      aud: 'demo-implicit',
      acr: QR_ACR,
      ssn: TOLVAN,
    });
  });

  test('admits no person who declined', async () => {
    await startApplication();
    const browser = newBrowser();
    const login = visitOf(browser, await redirectOf(browser, '/profile'));
    const posted = await post(browser, await login.press('cancel'));
    expect(posted.status).toBe(400);
    expect(posted.text).toContain('authorization response from the server is an error');
  });

  test('logs a person in by a code, and requests userinfo', async () => {
    await startApplication({ response_type: 'code' }, CODE_SETTINGS);
    const { browser, answer } = await logIn('/userinfo');
    expect(answer.location).toBe(`${url}/userinfo`);
    const { text } = await browser.get(`${url}/userinfo`);
    expect(JSON.parse(text)).toMatchObject({ name: 'Tolvan Tolvansson', ssn: TOLVAN });
  });

  test('logs a person in by a code and an ID token', async () => {
    await startApplication({ response_type: 'code id_token' }, CODE_SETTINGS);
    const { browser } = await logIn('/profile');
    const { text } = await browser.get(`${url}/profile`);
    expect(JSON.parse(text)).toHaveProperty('aud', 'demo-web');
    expect(JSON.parse(text)).not.toHaveProperty('ssn');
  });
});

/** Starts the application with further authorization parameters and settings. */
async function startApplication(parameters: object = {}, settings: object = {}): Promise<void> {
  const { port } = new URL(url);
  const own = [JSON.stringify(parameters), JSON.stringify(settings)];
  const script = 'test/interop/express-application.mjs';
  const started = spawn(process.execPath, [script, port, broker.issuer, ...own], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  application = started;
  await Promise.race([
    once(started.stdout, 'data'),
    once(started, 'exit').then(() => Promise.reject(new Error('the application did not start'))),
  ]);
}

/** Opens a page that only persons may see; returns the login's page. */
async function redirectOf(browser: Browser, path: string): Promise<string> {
  const away = await browser.get(`${url}${path}`);
  const { location, status, text } = await browser.get(away.location ?? '');
  if (location === undefined) throw new Error(`no login: ${status} ${text}`);
  return location;
}

/** Runs the whole login; returns the application's answer to the redirect. */
async function logIn(
  path: string,
): Promise<{ readonly browser: Browser; readonly answer: Answer }> {
  const browser = newBrowser();
  const page = await redirectOf(browser, path);
  const orderRef = await scan(broker, visitOf(browser, page));
  await broker.phone.decide(orderRef, 'approve');
  // The clock of the application is real, so that ours is not advanced; the test allows the next
  // collect instead.
  await broker.sql("update authentication set collect_after = created_at where state = 'pending'");
  const last = await browser.follow(page);
  const answer =
    last.location === undefined ? await post(browser, last) : await browser.get(last.location);
  return { browser, answer };
}

/** Posts the form of our page. */
function post(browser: Browser, { text, status }: Answer): Promise<Answer> {
  const action = /<form[^>]*action="([^"]*)"/.exec(text)?.[1];
  if (action === undefined) throw new Error(`no form: ${status} ${text}`);
  const inputs = [...text.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
  const fields = inputs.map(([, name = '', value = '']): [string, string] => [name, value]);
  return browser.post(action, Object.fromEntries(fields));
}
