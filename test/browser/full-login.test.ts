import { type DemoClient, startDemoClient } from '@eid-broker/demo/client/start-demo-client';
import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import { hasChromium, launchChromium } from '@eid-broker/testing/chromium';
import { allowCollectNow } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { randomId } from '../../src/adapters/system/random.ts';
import { type Broker, startBroker } from '../support/broker.ts';
import { keepImage } from '../support/keep-image.ts';
import { HURRY } from '../support/short-timeouts.ts';

const ASA = '199006022397';
const ANY = 'urn:grn:authn:se:bankid';
const SAME = `${ANY}:same-device`;
const QR = `${ANY}:another-device:qr`;

let broker: Broker;
let client: DemoClient;
let browser: Browser;
let person: BrowserContext;
/** The console errors of the browser: policy violations and failed scripts. */
let consoleErrors: string[];
let requested: Set<string>;

(hasChromium() ? describe : describe.skip)('a login in Chromium', () => {
  beforeAll(async () => {
    const port = await findFreePort();
    const variables = () => ({ DEMO_CLIENT_URL: `http://localhost:${port}` });
    [broker, browser] = await Promise.all([
      startBroker('test/fixtures/bankid.yaml', { variables }),
      launchChromium(),
    ]);
    const { issuer, simulator } = broker;
    const { phoneUrl } = simulator;
    client = await startDemoClient({ issuer, port, phoneUrl, newId: randomId });
  });
  afterAll(async () => {
    await browser?.close();
    await client?.close();
    await broker?.close();
  });
  beforeEach(async () => {
    consoleErrors = [];
    requested = new Set();
    person = await newPerson();
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    expect(consoleErrors).toEqual([]);
  });

  test('a person scans the QR code on a phone in a second tab, approves, and sees the claims', async () => {
    const page = await open(person, `${client.url}/`);
    await page.getByTestId('login-code').click();
    await shows(page, 'choose');
    await page.getByTestId('other-device').click();
    await shows(page, 'scan');
    await page.getByTestId('qr').waitFor();
    await keepImage(page, 'qr-code');

    const phone = await person.newPage();
    await phone.goto(broker.simulator.phoneUrl);
    await phone.getByTestId('person').selectOption(TOLVAN);
    await phone.getByRole('button', { name: 'Scan what is on the screen' }).click();
    await phone.getByTestId('relying-party').filter({ hasText: 'Demo service' }).waitFor();
    await allowCollectNow(broker);
    await page.bringToFront();
    await shows(page, 'app');
    expect(await page.getByTestId('qr').count()).toBe(0);
    await phone.bringToFront();
    await phone.getByRole('button', { name: 'Identify me' }).click();
    await phone.getByTestId('outcome').filter({ hasText: 'Done' }).waitFor();
    await allowCollectNow(broker);

    await page.bringToFront();
    await page.getByRole('heading', { name: 'Welcome Tolvan Tolvansson' }).waitFor();
    expect(await claim(page, 'ssn')).toBe(TOLVAN);
    expect(await claim(page, 'acr')).toBe(ANY);
    expect(await claim(page, 'iss')).toBe(broker.issuer);
    expect(await claim(page, 'aud')).toBe('demo-web');
    const urls = [client.url, broker.issuer, broker.simulator.phoneUrl];
    expect([...requested].sort()).toEqual(urls.sort());
  });

  test('a person on the same device opens the phone by the link, and is sent back', async () => {
    const page = await open(person, `${client.url}/login?flow=code&acr=${SAME}`);
    await page.getByTestId('same-device').click();
    // The click opens the app at once; here the app is the phone's own page in the same tab.
    await page.waitForURL(`${broker.simulator.phoneUrl}/**`);
    await page.getByTestId('approve').click();
    await page.getByTestId('return').waitFor();
    await allowCollectNow(broker);
    await page.getByTestId('return').click();
    await page.getByTestId('welcome').waitFor();
    expect(await claim(page, 'acr')).toBe(SAME);
  });

  test('a person on the same device logs in with PKCE, in Swedish, dark, and without JavaScript on our pages', async () => {
    const own = await newPerson({
      locale: 'sv-SE',
      colorScheme: 'dark',
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    const page = await open(own, `${client.url}/login?flow=pkce&acr=${SAME}`);
    expect(await page.locator('html').getAttribute('lang')).toBe('sv');
    await page.getByRole('button', { name: 'Öppna BankID' }).click();
    await shows(page, 'open');
    const link = await page.getByTestId('open-app').getAttribute('href');
    const { orderRef } = await broker.phone.open({ link }, ASA);
    const { returnUrl } = await broker.phone.decide(orderRef, 'approve');
    await page.goto(returnUrl!);
    await page.getByRole('heading', { name: 'Welcome Åsa Öberg' }).waitFor();
    expect(await claim(page, 'aud')).toBe('demo-spa');
  });

  test('a person logs in on pages in Swedish and in dark colours', async () => {
    const own = await newPerson({ locale: 'en-GB', colorScheme: 'dark' });
    const page = await open(own, `${client.url}/`);
    await page.getByTestId('language').selectOption('sv');
    await page.getByTestId('acr').selectOption(QR);
    await page.getByTestId('login-pkce').click();
    await shows(page, 'scan');
    expect(await page.locator('html').getAttribute('lang')).toBe('sv');
    await page.getByRole('heading', { name: 'Läs av QR-koden' }).waitFor();
    expect(await page.getByTestId('message').textContent()).toBe('Starta BankID-appen.');
    expect(await lightness(page)).toBeLessThan(0.2);
    await approve(page, ASA);
    await page.getByRole('heading', { name: 'Welcome Åsa Öberg' }).waitFor();
    expect(await claim(page, 'given_name')).toBe('Åsa');
  });

  test('a person who cancels returns to the application, under the policy of the real pages', async () => {
    const page = await open(person, `${client.url}/login?flow=code&acr=${QR}`);
    await shows(page, 'scan');
    await page.getByTestId('cancel').click();
    await page.waitForURL(`${client.url}/result`);
    expect(await page.getByTestId('error-code').textContent()).toBe('access_denied');
    expect(await page.getByTestId('error-description').textContent()).toBe('user declined');

    await page.getByTestId('try-again').click();
    await shows(page, 'scan');
    await approve(page);
    await page.getByTestId('welcome').waitFor();
  });

  test('a person who declines in the app returns to the application, too', async () => {
    const page = await open(person, `${client.url}/login?flow=code&acr=${QR}`);
    const { orderRef } = await scanned(page);
    await decide(orderRef, 'cancel');
    await page.waitForURL(`${client.url}/result`);
    expect(await page.getByTestId('error-description').textContent()).toBe('user declined');
  });

  test('a blocked BankID is explained, and another person can log in', async () => {
    const page = await open(person, `${client.url}/login?flow=code&acr=${QR}`);
    const { orderRef } = await scanned(page);
    await decide(orderRef, 'fail', { hintCode: 'certificateErr' });
    await page.getByRole('heading', { name: 'Your BankID cannot be used' }).waitFor();
    await page.getByTestId('try-again').click();
    await shows(page, 'scan');
    await approve(page, ASA);
    await page.getByRole('heading', { name: 'Welcome Åsa Öberg' }).waitFor();
  });

  test('two tabs log in two persons at the same time', async () => {
    const one = await open(person, `${client.url}/login?flow=code&acr=${QR}`);
    const first = await scanned(one);
    const two = await open(person, `${client.url}/login?flow=pkce&acr=${QR}`);
    const second = await scanned(two, ASA);
    await decide(second.orderRef, 'approve');
    await two.getByRole('heading', { name: 'Welcome Åsa Öberg' }).waitFor();
    await one.bringToFront();
    await shows(one, 'app');
    await decide(first.orderRef, 'approve');
    await one.getByRole('heading', { name: 'Welcome Tolvan Tolvansson' }).waitFor();
    expect([await claim(one, 'aud'), await claim(two, 'aud')]).toEqual(['demo-web', 'demo-spa']);
  });

  test('back and reload start nothing twice and always lead to a usable page', async () => {
    const starts = () => broker.simulator.statistics().calls.auth;
    const before = starts();
    const page = await open(person, `${client.url}/`);
    await page.getByTestId('login-code').click();
    await page.getByTestId('other-device').click();
    await shows(page, 'scan');
    await page.reload();
    await shows(page, 'scan');
    await page.goBack();
    await page.getByTestId('home').waitFor();
    await page.goForward();
    await shows(page, 'scan');
    expect(starts() - before).toBe(1);

    await approve(page);
    await page.getByTestId('welcome').waitFor();
    await page.reload();
    await page.getByTestId('welcome').waitFor();
    await page.goBack();
    await page.getByTestId('home').waitFor();
    expect(starts() - before).toBe(1);
  });
});

/** A new browser of one person. */
async function newPerson(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 900, height: 760 },
    ...options,
  });
  context.setDefaultTimeout(30_000);
  await context.addInitScript(HURRY);
  context.on('request', (request) => requested.add(new URL(request.url()).origin));
  context.on('weberror', (error) => consoleErrors.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text());
  });
  return context;
}

async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

async function shows(page: Page, state: string): Promise<void> {
  await page.locator(`main[data-state="${state}"]`).waitFor();
}

/** The phone scans the code of this page, which then shows the next step. */
async function scanned(page: Page, personalNumber = TOLVAN): Promise<{ orderRef: string }> {
  await shows(page, 'scan');
  const qr = await page.locator('[data-qr]').getAttribute('data-qr');
  const order = await broker.phone.scan(qr ?? '', personalNumber);
  await allowCollectNow(broker);
  await shows(page, 'app');
  return order;
}

async function approve(page: Page, personalNumber = TOLVAN): Promise<void> {
  const { orderRef } = await scanned(page, personalNumber);
  await decide(orderRef, 'approve');
}

/** The person acts in the app, and the clock advances to the next collect. */
async function decide(
  ...wanted: Parameters<Broker['phone']['decide']>
): ReturnType<Broker['phone']['decide']> {
  const decided = await broker.phone.decide(...wanted);
  await allowCollectNow(broker);
  return decided;
}

function claim(page: Page, name: string): Promise<string | null> {
  return page.getByTestId(`claim-${name}`).textContent();
}

/** The lightness of the page's background, from 0 to 1. */
function lightness(page: Page): Promise<number> {
  return page.evaluate<number>(LIGHTNESS);
}

/** Runs in the page. */
const LIGHTNESS = `(() => {
  const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g);
  return (Number(red) + Number(green) + Number(blue)) / (3 * 255);
})()`;
