import { generateKeyPairSync, randomBytes } from 'node:crypto';

import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import { encodePkcs12 } from '@eid-broker/eid-simulators/bankid/pki/pkcs12';
import { issueRpClient } from '@eid-broker/eid-simulators/bankid/pki/pki';
import type { Simulator } from '@eid-broker/eid-simulators/bankid/simulator';
import { colourFlawsOf, flawsOf } from '@eid-broker/testing/axe-violations';
import { hasChromium, launchChromium } from '@eid-broker/testing/chromium';
import { allowCollectNow } from '@eid-broker/testing/log-in';
import { phoneOf, TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';

import { type Listening, listen } from '../../src/adapters/http/listen.ts';
import { startTestSimulator } from '../support/broker.ts';
import { type ForeignIssuer, startForeignIssuer } from '../support/foreign-issuer.ts';
import { invite } from '../support/invitations.ts';
import { type ManagementApi, startManagement } from '../support/management.ts';

const ORIGIN = 'http://localhost';
const BANKID_QR = 'urn:grn:authn:se:bankid:another-device:qr';

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

/** Of the certificate that replaces another. */
const NEW_NAME = {
  displayName: 'Shop',
  organisation: 'Shop AB',
  organisationNumber: '5560000000',
  commonName: 'Renewed',
};

let administratorsIssuer: ForeignIssuer;
let simulator: Simulator;
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
    [api, browser, simulator] = await Promise.all([
      startManagement(null, environment, managementPort),
      launchChromium(),
      startTestSimulator(),
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
    await simulator?.close();
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

    // The answer names a person: neither the address nor a reload has it.
    expect(page.url()).toBe(`${api.url}/try`);
    await page.getByRole('link', { name: 'Back to the start' }).click();
    const list = page.getByRole('region', { name: 'To the first token' });
    await list.getByText('done').nth(3).waitFor();
  });

  test('adds an eID, and switches its certificate after it was inspected and probed', async () => {
    await addBankId();
    const identity = await issueRpClient(simulator.pki, NEW_NAME, randomBytes);
    // Its one environment is found.
    await page.goto(`${api.url}/t/asas-soner/eids/se-bankid`);
    const card = page.getByRole('region', { name: 'New certificate' });
    await card.getByLabel('A .p12 file').setInputFiles({
      name: 'renewed.p12',
      mimeType: 'application/x-pkcs12',
      buffer: encodePkcs12({ identity, passphrase: 'open', random: randomBytes }),
    });
    await card.getByText('must be the passphrase of the PKCS#12 file').waitFor();
    await card.getByLabel('Passphrase').fill('open');
    await card.getByRole('button', { name: 'Check' }).click();
    await card.getByText('CN=Renewed').first().waitFor();
    await card.getByText('belongs to it').waitFor();
    await card.getByRole('button', { name: 'Probe with it' }).click();
    await card.getByText('one was started and cancelled').waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await card.getByRole('button', { name: 'Plan the switch' }).click();
    await card.getByLabel('Why').fill('the old one ends in May');
    await card.getByRole('button', { name: 'Switch to it' }).click();
    await page.getByRole('region', { name: 'Notices' }).getByText('Switched').waitFor();
    const { json } = await api.call('GET /api/tenants/asas-soner/eids/se-bankid:test');
    expect(Object.keys(json.settings.clientCertificate)).toEqual(['pkcs12', 'passphrase']);
    const probe = page.getByRole('region', { name: 'Probe' });
    await probe.getByRole('button', { name: 'Probe now' }).click();
    await probe.getByText('one was started and cancelled').waitFor();
  });

  describe('tries a login', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = privateKey.export({ format: 'jwk' });
    let secret: string;
    beforeAll(async () => {
      const back = `${api.url}/try`;
      const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] };
      await create({ clientId: 'page', flows: ['implicit'], redirectUris: [back] });
      await create({
        clientId: 'server',
        flows: ['headless', 'ciba'],
        jwks,
        backchannelRequestSigningAlg: 'ES256',
      });
      await create({
        clientId: 'shop',
        flows: ['authorization-code'],
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
      await page.getByRole('button', { name: 'Headless' }).click();
      await page.getByLabel('Private key, as a JWK').fill(JSON.stringify(key));
      expect(await flawsAt(page)).toEqual([]);
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByText('Every check holds').waitFor();
      const sent = (await page.evaluate('globalThis.sent')) as readonly string[];
      expect(sent.filter((body) => body.includes('client_assertion')).length).toBeGreaterThan(1);
      expect(sent.filter((body) => body.includes(String(key.d)))).toEqual([]);
      await expectNotKept(String(key.d));
    });

    test('by CIBA, with a request that the key signs', async () => {
      await page.goto(tryOf('server'));
      await page.getByRole('button', { name: 'On the phone (CIBA)' }).click();
      await page.getByLabel('Login hint').fill('sub:ssn:196911292032');
      await page.getByLabel('Private key, as a JWK').fill(JSON.stringify(key));
      await page.getByText('The application must sign by ES256.').waitFor();
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByText('Every check holds').waitFor();
      await expectNotKept(String(key.d));
      await expectNotKept('196911292032');
    });

    test('by authorization code, pushed first, with a secret, answered by a form', async () => {
      await page.goto(tryOf('shop'));
      await page.getByLabel('Response mode').selectOption('form_post');
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
      await page.getByLabel('Login hint').fill('sub:ssn:196911292032');
      await page.getByLabel('Prompt').selectOption('login');
      await expectNotKept('196911292032');
      await page.getByLabel('Login hint').fill('');
      await page.getByRole('button', { name: 'Build the address' }).click();
      await page.getByRole('link', { name: 'Log in', exact: true }).click();
      await page.getByText('Every check holds').waitFor();
      expect(page.url()).toBe(`${api.url}/try`);
      await page.reload();
      await page.getByText('An answer is shown once and kept nowhere.').waitFor();
    });

    test('shows any name in an answer', async () => {
      await page.goto('about:blank');
      await page.goto(`${api.url}/try#__proto__=1&toString=2`);
      await page.getByText('__proto__').waitFor();
      await page.getByText('This tab began no login with this state.').waitFor();
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

  test('explains a failed login from the code on its page', async () => {
    await page.goto(tryOf('my-shop'));
    // What the form held at the last try is still there.
    await page.getByLabel('Prompt').selectOption('');
    await page.getByLabel('acr value').selectOption(BANKID_QR);
    await page.getByRole('button', { name: 'Build the address' }).click();
    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await page.locator('main[data-state=scan]').waitFor();
    // The order was started with the new certificate. Now the person's BankID turns out to be blocked.
    const qr = await page.locator('[data-qr]').getAttribute('data-qr');
    const phone = phoneOf(simulator.phoneUrl);
    const { orderRef } = await phone.scan(qr ?? '', TOLVAN);
    await phone.decide(orderRef, 'fail', { hintCode: 'certificateErr' });
    await allowCollectNow(api);
    await page.locator('main[data-state=ended]').waitFor();
    const code = await page.getByTestId('support-code').first().innerText();

    await page.goto(`${api.url}/t/asas-soner/logins`);
    await page.getByLabel('Code, state, request id or trace id').fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('heading', { name: `Login ${code}` }).waitFor();
    await page.getByRole('region', { name: 'Outcome' }).getByText('blocked').first().waitFor();
    await page.getByText('The person must act.').waitFor();
  });
});

/** Adds the simulated BankID with the certificate that it knows. */
async function addBankId(): Promise<void> {
  const { rpUrl, tlsCa, rpCertificate, rpKey } = simulator;
  const file = (name: string, text: string) => ({
    name,
    mimeType: 'application/x-pem-file',
    buffer: Buffer.from(text),
  });
  await page.goto(`${api.url}/t/asas-soner/eids`);
  await page.getByRole('button', { name: 'Add an eID' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an eID' });
  await dialog.getByLabel('Which eID').fill('bankid');
  await dialog.getByRole('option', { name: 'se-bankid' }).click();
  await dialog
    .getByLabel('A .p12 file')
    .setInputFiles([file('rp.pem', rpCertificate), file('rp.key', rpKey)]);
  await dialog.getByLabel('RP API URL').fill(rpUrl);
  await dialog.getByLabel(/^CA/).fill(tlsCa);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByText('1 to create').waitFor();
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('PRIVATE KEY');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('link', { name: 'se-bankid' }).waitFor();
}

async function create(application: Readonly<Record<string, unknown>>): Promise<void> {
  const body = { name: 'To try', defaultAcrValues: 'urn:grn:authn:mock', ...application };
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
