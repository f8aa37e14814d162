import { generateKeyPairSync } from 'node:crypto';

import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import { colourFlawsOf, flawsOf } from '@eid-broker/testing/axe-violations';
import { hasChromium, launchChromium } from '@eid-broker/testing/chromium';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';

import { type Listening, listen } from '../../src/adapters/http/listen.ts';
import { type ForeignIssuer, startForeignIssuer } from '../support/foreign-issuer.ts';
import { invite } from '../support/invitations.ts';
import { type ManagementApi, startManagement } from '../support/management.ts';

const ORIGIN = 'http://localhost';

/** Keeps what the page sends: the browser's own protocol hides the bodies of copied requests. */
const KEEP_BODIES = `
  globalThis.sent = [];
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    globalThis.sent.push(await request.clone().text());
    return send(request);
  };
`;

let administratorsIssuer: ForeignIssuer;
let api: ManagementApi;
let service: Listening;
let issuer: string;
let browser: Browser;
let page: Page;
/** Violations of the policy and failed scripts. */
const consoleErrors: string[] = [];

(hasChromium() ? describe : describe.skip)('the console on an empty database', () => {
  beforeAll(async () => {
    const [managementPort, port] = await Promise.all([findFreePort(), findFreePort()]);
    issuer = `${ORIGIN}:${port}`;
    administratorsIssuer = await startForeignIssuer(`${ORIGIN}:${managementPort}/login/callback`);
    const environment = {
      PORT: String(port),
      MANAGEMENT_ISSUER: administratorsIssuer.url,
      MANAGEMENT_CLIENT_SECRET: 'a-secret-of-the-console',
    };
    [api, browser] = await Promise.all([
      startManagement(null, environment, managementPort),
      launchChromium(),
    ]);
    service = await listen(api.service.handle, { port, address: '127.0.0.1' });
    page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    page.on('pageerror', ({ message }) => consoleErrors.push(message));
    page.on('console', (message) => {
      const isAnswer = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isAnswer) consoleErrors.push(message.text());
    });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close(0);
    await api?.close();
    await administratorsIssuer?.close();
    expect(consoleErrors).toEqual([]);
  });

  test('leads the first owner from the invitation to a verified token', async () => {
    const secret = await invite(api.databaseUrl, { tenant: '*', role: 'owner' });
    await page.goto(`${api.url}/invitation#${secret}`);
    await page.getByRole('button', { name: 'Log in and accept' }).click();

    await page.getByRole('heading', { name: 'Set up the first tenant' }).waitFor();
    await page.getByLabel('Name').fill('Åsas Söner');
    expect(await page.getByLabel('ID').inputValue()).toBe('asas-soner');
    // A step can be left: what was typed is there again.
    await page.goto(api.url);
    expect(await page.getByLabel('Name').inputValue()).toBe('Åsas Söner');
    expect(await flawsAt(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create the tenant' }).click();

    expect(await page.getByLabel('Issuer').inputValue()).toBe(issuer);
    await page.getByLabel('Issuer').fill('http://example.com');
    await page.getByRole('button', { name: 'Create the test domain' }).click();
    await page.getByText('must be https: http is for localhost only').first().waitFor();
    await page.getByLabel('Issuer').fill(issuer);
    expect(await flawsAt(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create the test domain' }).click();

    expect(await page.getByRole('combobox', { name: 'eID' }).inputValue()).toBe('Mock eID');
    await page.getByRole('button', { name: 'Add the eID' }).click();

    await page.getByLabel('Name').fill('My shop');
    expect(await page.getByLabel('Client ID').inputValue()).toBe('my-shop');
    await page.reload();
    expect(await page.getByLabel('Client ID').inputValue()).toBe('my-shop');
    await page.getByRole('button', { name: 'Create the application' }).click();

    await page.getByRole('button', { name: 'Log in now' }).click();
    await page.getByRole('heading', { name: 'What came back' }).waitFor();
    await page.getByText('Every check holds').waitFor();
    expect(await page.getByText('fails', { exact: true }).count()).toBe(0);
    await page.getByText('Test Person').first().waitFor();
    expect(await flawsAt(page)).toEqual([]);
    await page.getByRole('button', { name: 'Read userinfo' }).click();
    await page.getByRole('region', { name: 'Userinfo' }).getByText('sub').waitFor();

    // A code counts once: a reload does not exchange it again.
    await page.reload();
    await page.getByRole('button', { name: 'Exchange the code' }).waitFor();

    await page.getByRole('link', { name: 'Back to the start' }).click();
    const list = page.getByRole('region', { name: 'To the first token' });
    await list.getByText('done').nth(3).waitFor();
  });

  test('tries a login without a browser, with a key that stays in the tab', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = publicKey.export({ format: 'jwk' });
    const made = await api.call('POST /api/tenants/asas-soner/applications', {
      body: {
        clientId: 'server',
        name: 'Server',
        flows: ['headless', 'ciba'],
        jwks: { keys: [{ ...jwk, alg: 'ES256', use: 'sig' }] },
      },
    });
    expect(made.status).toBe(201);
    await page.addInitScript(KEEP_BODIES);
    await page.goto(`${api.url}/t/asas-soner/applications/server/try`);
    await page.getByRole('button', { name: 'Headless' }).click();
    const key = privateKey.export({ format: 'jwk' });
    await page.getByLabel('Private key, as a JWK').fill(JSON.stringify(key));
    expect(await flawsAt(page)).toEqual([]);
    await beginWhenServed();
    await page.getByText('Every check holds').waitFor();
    const sent = (await page.evaluate('globalThis.sent')) as readonly string[];
    expect(sent.filter((body) => body.includes('client_assertion')).length).toBeGreaterThan(1);
    expect(sent.filter((body) => body.includes(String(key.d)))).toEqual([]);
    const stored = await page.evaluate('JSON.stringify([sessionStorage, localStorage])');
    expect(String(stored)).not.toContain(key.d);
  });

  test('shows why a login to try was refused, and leads to its story', async () => {
    await page.goto(`${api.url}/t/asas-soner/applications/my-shop/try`);
    await page.getByLabel('Prompt').selectOption('none');
    await page.getByRole('button', { name: 'Build the address' }).click();
    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await page.getByRole('heading', { name: 'What came back' }).waitFor();
    await page.getByText('login_required').waitFor();
    await page.getByRole('link', { name: 'What happened in the login' }).click();
    await page.getByRole('heading', { level: 1, name: /^Login / }).waitFor();
  });
});

/** A new application is served within three seconds: until then its request is refused. */
async function beginWhenServed(): Promise<void> {
  const start = page.getByRole('region', { name: 'The start' });
  for (;;) {
    await page.getByRole('button', { name: 'Begin' }).click();
    await start.waitFor();
    if (await start.getByText('headless_req_id').first().isVisible()) return;
    await page.waitForTimeout(500);
  }
}

/** What is wrong with a screen, in light and dark and on a phone. */
async function flawsAt(shown: Page): Promise<readonly unknown[]> {
  const light = await flawsOf(shown);
  await shown.emulateMedia({ colorScheme: 'dark' });
  const dark = await colourFlawsOf(shown);
  await shown.emulateMedia({ colorScheme: 'light' });
  await shown.setViewportSize({ width: 320, height: 640 });
  const width = await shown.evaluate('document.documentElement.scrollWidth');
  await shown.setViewportSize({ width: 1280, height: 720 });
  return [...light, ...dark, ...(width === 320 ? [] : [{ width }])];
}
