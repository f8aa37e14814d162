import { flawsOf } from '@eid-broker/testing/axe-violations';
import { hasChromium, launchChromium } from '@eid-broker/testing/chromium';
import { allowCollectNow } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Broker, startBroker } from '../support/broker.ts';
import { keepImage } from '../support/keep-image.ts';
import { HURRY } from '../support/short-timeouts.ts';
import { exchangeCode, verifiedClaims } from '../support/tokens.ts';
import { authorizationUrl, REDIRECT_URI } from '../support/visit.ts';

const CONTRACT = `# Purchase of a bicycle

Seller: *Åsa Öberg*
Buyer: *Tolvan Tolvansson*

| What | Price |
| --- | --- |
| Bicycle, blue | 3 000 kr |
| Helmet | 400 kr |

+ The seller hands both over on 1 December.
+ The buyer pays by then.

---

I have read this and I agree.`;
const DESKTOP = { width: 900, height: 900 };
const PHONE = { width: 390, height: 844 };
/** A text of 40,000 characters in base64. */
const LONGEST = `${'Paragraph 12. '.repeat(2142)}The end..???`;

let broker: Broker;
let browser: Browser;
/** The console errors of the browser: policy violations and failed scripts. */
let consoleErrors: string[];

(hasChromium() ? describe : describe.skip)('signing in Chromium', () => {
  beforeAll(async () => {
    [broker, browser] = await Promise.all([startBroker(), launchChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await broker?.close();
  });
  beforeEach(() => {
    consoleErrors = [];
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    expect(consoleErrors).toEqual([]);
  });

  test('a person reads a contract on the page and in the app, and signs it', async () => {
    const page = await openRequest(CONTRACT);
    await page.getByRole('heading', { name: 'Sign with BankID' }).waitFor();
    const text = page.getByTestId('text');
    await text.getByRole('heading', { name: 'Purchase of a bicycle' }).waitFor();
    expect(await text.getByRole('cell').allTextContents()).toEqual([
      'Bicycle, blue',
      '3 000 kr',
      'Helmet',
      '400 kr',
    ]);
    expect(await text.getByRole('listitem').count()).toBe(2);
    expect(await text.locator('strong').allTextContents()).toEqual([
      'Åsa Öberg',
      'Tolvan Tolvansson',
    ]);
    await keepImage(page, 'text-to-sign');
    expect(broker.simulator.statistics().calls.sign).toBe(0);

    await page.getByTestId('other-device').click();
    await shows(page, 'scan');
    await page.getByText('Text to sign').click();
    await text.getByText('I have read this and I agree.').waitFor();

    const phone = await page.context().newPage();
    await phone.goto(broker.simulator.phoneUrl);
    await phone.getByTestId('person').selectOption(TOLVAN);
    await phone.getByRole('button', { name: 'Scan what is on the screen' }).click();
    await phone.getByText('I have read this and I agree.').waitFor();
    const connection = connectionOf(page);
    await phone.getByTestId('approve').click();
    await phone.getByTestId('outcome').filter({ hasText: 'Done' }).waitFor();
    await allowCollectNow(broker);
    await page.bringToFront();
    expect(await signedText(await connection)).toBe(CONTRACT);
  });

  test('a text of full size reaches the page, the phone and the token', async () => {
    const page = await openRequest(LONGEST);
    expect(await page.getByTestId('plain-text').textContent()).toBe(LONGEST);
    await page.getByTestId('other-device').click();
    await shows(page, 'scan');

    const phone = await page.context().newPage();
    await phone.goto(broker.simulator.phoneUrl);
    await phone.getByTestId('person').selectOption(TOLVAN);
    await phone.getByRole('button', { name: 'Scan what is on the screen' }).click();
    await phone.getByText('The end..???').waitFor();
    const connection = connectionOf(page);
    await phone.getByTestId('approve').click();
    await phone.getByTestId('outcome').filter({ hasText: 'Done' }).waitFor();
    await allowCollectNow(broker);
    await page.bringToFront();
    expect(await signedText(await connection)).toBe(LONGEST);
  });

  test.each(
    (['light', 'dark'] as const).flatMap((colorScheme) => [
      { colorScheme, viewport: DESKTOP },
      { colorScheme, viewport: PHONE },
    ]),
  )('the preview passes axe (%j)', async (options) => {
    const page = await openRequest(CONTRACT, options);
    await page.getByTestId('text').waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await page.getByTestId('other-device').click();
    await shows(page, 'scan');
    await page.getByText('Text to sign').click();
    expect(await flawsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(
      options.viewport.width,
    );
  });
});

/** Opens a request to sign in a person's browser. */
async function openRequest(text: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: DESKTOP, ...options });
  context.setDefaultTimeout(30_000);
  await context.addInitScript(HURRY);
  context.on('weberror', (error) => consoleErrors.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text());
  });
  const page = await context.newPage();
  const message = Buffer.from(text).toString('base64');
  const parameters = {
    acr_values: 'urn:grn:authn:se:bankid',
    scope: 'openid evidence',
    login_hint: `action:sign message:${message}`,
  };
  await page.goto(authorizationUrl(broker.issuer, parameters));
  return page;
}

async function shows(page: Page, state: string): Promise<void> {
  await page.locator(`main[data-state="${state}"]`).waitFor();
}

/** The redirect URI of the browser; no application listens there. */
async function connectionOf(page: Page): Promise<URL> {
  const request = await page.waitForRequest((one) => one.url().startsWith(REDIRECT_URI));
  return new URL(request.url());
}

/** The signed text in the token. */
async function signedText(connection: URL): Promise<string> {
  const { body } = await exchangeCode(broker, connection);
  const { evidence } = await verifiedClaims(broker, body.id_token);
  const xml = Buffer.from(String(evidence), 'base64').toString();
  const visible = /<usrVisibleData[^>]*>([^<]*)</.exec(xml)?.[1] ?? '';
  return Buffer.from(visible, 'base64').toString();
}
