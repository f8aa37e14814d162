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
    await page.locator('select:focus').waitFor();
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
    // A claim of the eID is explained by what the application gets.
    await page.getByText('ISO 3166-1 alpha-2.').waitFor();
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

  describe('tries a login', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = privateKey.export({ format: 'jwk' });
    let secret: string;
    beforeAll(async () => {
      const back = `${api.url}/try`;
      const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] };
      await create({ clientId: 'page', flows: ['implicit'], redirectUris: [back] });
      await create({ clientId: 'server', flows: ['headless'], jwks });
      await create({
        clientId: 'shop',
        flows: ['authorization-code', 'ciba'],
        redirectUris: [back],
        requirePushedAuthorizationRequests: true,
        secrets: [{ value: 'a-secret-of-the-shop-for-its-tests' }],
      });
      secret = 'a-secret-of-the-shop-for-its-tests';
      // A change applies everywhere within three seconds.
      await page.waitForTimeout(3_000);
    });

    test('headless, with a key that stays in the tab', async () => {
      await page.addInitScript(KEEP_BODIES);
      await page.goto(tryOf('server'));
      await page.getByLabel('Private key, as a JWK').fill(JSON.stringify(key));
      expect(await flawsAt(page)).toEqual([]);
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByText('Every check holds').waitFor();
      const sent = (await page.evaluate('globalThis.sent')) as readonly string[];
      expect(sent.filter((body) => body.includes('client_assertion')).length).toBeGreaterThan(1);
      expect(sent.filter((body) => body.includes(String(key.d)))).toEqual([]);
      await expectNotKept(String(key.d));
    });

    test('by CIBA, with a secret', async () => {
      await page.goto(tryOf('shop'));
      await page.getByRole('button', { name: 'On the phone (CIBA)' }).click();
      await page.getByLabel('Login hint').fill('sub:ssn:196911292032');
      await page.getByLabel('Client secret', { exact: true }).fill(secret);
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByText('Every check holds').waitFor();
      await expectNotKept(secret);
      await expectNotKept('196911292032');
    });

    test('by authorization code, pushed first, with a secret', async () => {
      await page.goto(tryOf('shop'));
      await page.getByLabel('Client secret', { exact: true }).fill(secret);
      await page.getByRole('button', { name: 'Push the request' }).click();
      await page.getByText('request_uri', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Log in', exact: true }).click();
      await page.getByLabel('Client secret', { exact: true }).fill(secret);
      await page.getByRole('button', { name: 'Exchange the code' }).click();
      await page.getByText('Every check holds').waitFor();
      await expectNotKept(secret);
    });

    test('by the implicit flow', async () => {
      await page.goto(tryOf('page'));
      await page.getByRole('button', { name: 'Build the address' }).click();
      await page.getByRole('link', { name: 'Log in', exact: true }).click();
      await page.getByText('Every check holds').waitFor();
    });
  });

  test('shows why a login to try was refused, and leads to its story', async () => {
    await page.goto(tryOf('my-shop'));
    await page.getByLabel('Prompt').selectOption('none');
    await page.getByRole('button', { name: 'Build the address' }).click();
    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await page.getByRole('heading', { name: 'What came back' }).waitFor();
    await page.getByText('login_required').waitFor();
    await page.getByRole('link', { name: 'What happened in the login' }).click();
    await page.getByRole('heading', { level: 1, name: /^Login / }).waitFor();
  });
});

async function create(application: Readonly<Record<string, unknown>>): Promise<void> {
  const body = { name: 'To try', ...application };
  const made = await api.call('POST /api/tenants/asas-soner/applications', { body });
  expect(made.status).toBe(201);
}

function tryOf(clientId: string): string {
  return `${api.url}/t/asas-soner/applications/${clientId}/try`;
}

/** What a person types to prove who the application is, or whom it calls, stays in the memory of the screen. */
async function expectNotKept(text: string): Promise<void> {
  const stored = await page.evaluate('JSON.stringify([sessionStorage, localStorage])');
  expect(String(stored)).not.toContain(text);
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
