import { colourFlawsOf, flawsOf } from '@eid-broker/testing/axe-violations';
import { hasChromium, launchChromium } from '@eid-broker/testing/chromium';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { Failure } from '../../../../src/domain/failure.ts';
import type { Intent } from '../../../../src/domain/intent.ts';
import { LANGUAGES } from '../../../../src/domain/language.ts';
import { HURRY } from '../../../support/short-timeouts.ts';
import {
  type LoginSite,
  type OpenLogin,
  openLoginSite,
  QR,
  SAME,
  TYPED,
  VISIT,
} from './login-site.ts';
import { later, requestPage, start } from './request-page.ts';
import { identified, inApp } from './scripted-eid.ts';

const blocked = { state: 'ended', why: 'blocked', hintCode: 'blocked' } as const;
const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Mobile Safari/537.36';

let browser: Browser;
/** The browser of all tests that need no other: a new one costs more than its page. */
let shared: BrowserContext;
let site: LoginSite;
let consoleErrors: string[];
let requested: string[];

(hasChromium() ? describe : describe.skip)('in a browser', () => {
  beforeAll(async () => {
    browser = await launchChromium();
    shared = await newContext();
    // This page keeps the window open for all tests.
    await shared.newPage();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    site = await openLoginSite();
    consoleErrors = [];
    requested = [];
  });
  afterEach(async () => {
    const [, ...others] = browser.contexts();
    await Promise.all(others.map((context) => context.close()));
    const [, ...pages] = shared.pages();
    await Promise.all(pages.map((page) => page.close()));
    await shared.clearCookies();
    await site.close();
  });

  test('a login with a QR code runs to its end, with requests to our origin only', async () => {
    const page = await visit(site.open());
    await page.getByTestId('other-device').click();
    await shows(page, 'scan');
    later(site, inApp);
    await shows(page, 'app');
    expect(await page.getByTestId('qr').count()).toBe(0);
    expect(await page.getByRole('status').textContent()).toContain('Enter your security code');
    later(site, identified);
    await page.waitForURL(`${site.application}/callback`);
    const origins = new Set(requested.map((url) => new URL(url).origin));
    expect([...origins].sort()).toEqual([site.origin, site.application].sort());
    expect(consoleErrors).toEqual([]);
  });

  test('the QR code is drawn anew each second, big, black on white, also in the dark', async () => {
    const page = await visit(site.open({ acr: QR }), { colorScheme: 'dark' });
    await page.getByTestId('qr').waitFor();
    for (let second = 1; second <= 3; second += 1) {
      const before = await page.evaluate(IMAGE);
      site.advance(1);
      while ((await page.evaluate(IMAGE)) === before) await page.waitForTimeout(50);
    }
    const colours = await page.evaluate<string[]>(COLOURS);
    expect([...new Set(colours)].sort()).toEqual(['0,0,0,255', '255,255,255,255']);
    expect(colours[0]).toBe('255,255,255,255');
    expect(await widthOf(page, 'canvas')).toBeGreaterThanOrEqual(240);
  });

  test('a page that is closed sends a leave request; a finished one does not', async () => {
    const closed = site.open({ acr: QR });
    const page = await visit(closed);
    await shows(page, 'scan');
    await page.close();
    while (site.left.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(site.left).toEqual([closed.login.id]);

    const other = await visit(site.open({ acr: QR }));
    await shows(other, 'scan');
    later(site, identified);
    await other.waitForURL(`${site.application}/callback`);
    expect(site.left).toHaveLength(1);
  });

  test('a click on the QR code shows it full screen, and Escape restores it', async () => {
    const page = await visit(site.open({ acr: QR }), {
      viewport: { width: 900, height: 900 },
    });
    await page.getByTestId('qr').click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await flawsOf(page)).toEqual([]);
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 900, height: 900 });
    expect(await widthOf(page, 'dialog canvas')).toBeGreaterThan(700);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByTestId('qr').click();
    await page.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  test('every control works from the keyboard', async () => {
    const page = await visit(site.open());
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('other-device');
    await page.keyboard.press('Enter');
    await shows(page, 'scan');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('qr');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('qr');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('switch-to-same');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('cancel');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.application}/callback`);
  });

  test('the message changes only with its text, so that screen readers do not repeat it each second', async () => {
    const page = await visit(site.open({ acr: QR }));
    await page.evaluate(COUNT_CHANGES);
    await polls(page, 2);
    expect(await page.evaluate('window.changes')).toBe(0);
  });

  test('a lost connection is shown, and restored', async () => {
    const page = await visit(site.open({ acr: QR }));
    site.cut(true);
    await page.getByText('No connection. Trying again…').waitFor();
    site.cut(false);
    await page.getByText('Start your BankID app.').waitFor();
    await shows(page, 'scan');
  });

  test.each([429, 503])(
    'after an answer %d the page polls again when its Retry-After ends',
    async (status) => {
      const page = await visit(site.open({ acr: QR }));
      await page.route('**/status', (route) =>
        route.fulfill({ status, headers: { 'retry-after': '2' }, body: '{}' }),
      );
      await page.getByText('No connection. Trying again…').waitFor();
      expect(await page.evaluate('window.pauses.at(-1)')).toBe(2_000);
      await polls(page, 1);
      await page.unroute('**/status');
      await page.getByText('Start your BankID app.').waitFor();
    },
  );

  test('the click that starts the login opens the app at once, with our origin alone as referrer', async () => {
    const page = await visit(site.open({ acr: SAME }), { userAgent: PHONE });
    const opened = page.waitForRequest('https://app.example/**');
    await page.context().route('https://app.example/**', (route) => route.fulfill({ body: 'app' }));
    await page.getByTestId('same-device').click();
    expect((await (await opened).allHeaders()).referer).toBe(`${site.origin}/`);
    await page.waitForURL('https://app.example/**');
    await page.goBack();
    await shows(page, 'open');
    expect(site.eid.started).toEqual(['same']);
  });

  test.each([true, false])(
    'the person takes this device instead of the QR code, and back, with a script: %s',
    async (javaScriptEnabled) => {
      const page = await visit(site.open(), { javaScriptEnabled, userAgent: PHONE });
      // The app opens, and the page stays.
      await page
        .context()
        .route('https://app.example/**', (route) => route.fulfill({ status: 204 }));
      await page.getByTestId('other-device').click();
      await shows(page, 'scan');
      const opened = javaScriptEnabled && page.waitForRequest('https://app.example/**');
      await page.getByTestId('switch-to-same').click();
      await shows(page, 'open');
      await opened;
      await page.getByTestId('switch-to-other').click();
      await shows(page, 'scan');
      expect(site.eid.started).toEqual(['other', 'same', 'other']);
      expect(site.eid.cancelled).toHaveLength(2);
      later(site, identified);
      await page.waitForURL(`${site.application}/callback`);
    },
  );

  test('the heading has one place at every step', async () => {
    const page = await visit(site.open(), { viewport: { width: 1280, height: 800 } });
    const before = await headingPlace(page);
    await page.getByTestId('other-device').click();
    await shows(page, 'scan');
    expect(await headingPlace(page)).toEqual(before);
    later(site, inApp);
    await shows(page, 'app');
    expect(await headingPlace(page)).toEqual(before);
    later(site, blocked);
    await shows(page, 'ended');
    expect(await headingPlace(page)).toEqual(before);
  });

  test('the whole QR code is in view on every screen, or a warning says that it is not', async () => {
    const login = site.open({
      acr: QR,
      applicationName: 'Försäkringsbolaget Bostadsrättsföreningarnas',
    });
    const page = await visit(login);
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      await page.reload();
      await page.getByTestId('qr').waitFor();
      const { x, y, ...box } = (await page.locator('.tile canvas').boundingBox())!;
      expect([width, height, x >= 0, x + box.width <= width]).toEqual([width, height, true, true]);
      expect([width, height, y >= 0, y + box.height <= height]).toEqual([
        width,
        height,
        true,
        true,
      ]);
      expect(box.width).toBeGreaterThanOrEqual(Math.min(140, height / 2));
      expect(await page.getByTestId('qr-out-of-view').textContent()).toBe('');
    }
    await page.setViewportSize({ width: 320, height: 480 });
    await page.evaluate('scrollTo(0, 400)');
    await page.getByRole('alert').getByText('not fully in view').waitFor();
    await page.evaluate('scrollTo(0, 0)');
    await page.getByRole('alert').waitFor({ state: 'hidden' });
  });

  test.each([true, false])(
    'the person chooses a language, which stays to the end, with a script: %s',
    async (javaScriptEnabled) => {
      const page = await visit(site.open({ uiLocales: ['en'] }), { javaScriptEnabled });
      await page.getByRole('button', { name: 'Suomi' }).click();
      await page.getByRole('heading', { name: 'Kirjaudu: BankID' }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe('fi');
      expect(await page.getByTestId('test-domain').textContent()).toContain('Testi');
      await page.getByTestId('other-device').click();
      await page.getByRole('heading', { name: 'Lue QR-koodi' }).waitFor();
      later(site, blocked);
      await shows(page, 'ended');
      expect(await page.getByTestId('try-again').textContent()).toBe('Yritä uudelleen');
      await page.getByRole('button', { name: 'English' }).click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  );

  test('an eID that is down can be tried again on the same page', async () => {
    site.eid.refusal = new Failure('eid-unavailable', { hintCode: 'maintenance' });
    const page = await visit(site.open());
    await page.getByTestId('other-device').click();
    await shows(page, 'ended');
    expect(await page.getByTestId('support-code').textContent()).not.toBe('');
    site.eid.refusal = undefined;
    await page.getByTestId('try-again').click();
    await shows(page, 'scan');
  });

  test('two logins in two tabs do not disturb each other', async () => {
    const one = await visit(site.open({ acr: QR }));
    const second = site.open({ acr: QR });
    const two = await one.context().newPage();
    await setCookie(two, second);
    await two.goto(second.url);
    await two.getByTestId('cancel').click();
    await two.waitForURL(`${site.application}/callback`);
    await polls(one, 2);
    await shows(one, 'scan');
    later(site, identified);
    await one.bringToFront();
    await one.waitForURL(`${site.application}/callback`);
  });

  test('reload and back start nothing twice and always lead to a usable page', async () => {
    const login = site.open();
    const page = await visit(login);
    await page.getByTestId('other-device').click();
    await shows(page, 'scan');
    await page.reload();
    await shows(page, 'scan');
    await page.goto(`${site.application}/`);
    await page.goBack();
    await shows(page, 'scan');
    expect(site.eid.started).toEqual(['other']);
    later(site, identified);
    await page.waitForURL(`${site.application}/callback`);
    await page.goto(login.url);
    await page.getByTestId('error-page').waitFor();
  });

  test('a long text has its full length with its buttons behind it, and its markup stays text', async () => {
    const text = `${'I agree to this. '.repeat(1764)}<img src=x onerror=alert(1)>`;
    const page = await visit(site.open({ acr: QR, intent: signing(text) }));
    const box = page.getByTestId('text');
    const { y = 0, height = 0 } = (await box.boundingBox()) ?? {};
    expect(height).toBeGreaterThan(5_000);
    const start = await page.getByTestId('other-device').boundingBox();
    expect(start?.y).toBeGreaterThan(y + height);
    expect(await box.textContent()).toBe(text);
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('text');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('other-device');
    expect(await page.locator('img').count()).toBe(0);
    expect(site.eid.started).toEqual([]);
    await page.keyboard.press('Enter');
    await shows(page, 'scan');
    expect(site.eid.started).toEqual(['other']);
    expect(consoleErrors).toEqual([]);
  });

  test('a text keeps its spaces and line breaks on screen', async () => {
    const page = await visit(site.open({ intent: signing('one\n\n  two   spaces\n') }));
    expect(await page.getByTestId('plain-text').innerText()).toBe('one\n\n  two   spaces\n');
  });

  test('the text stays open for the person, from the QR code to the app', async () => {
    const page = await visit(site.open({ acr: QR, intent: signing(ORDER, 'markdown') }));
    await page.getByTestId('other-device').click();
    await shows(page, 'scan');
    expect(await page.getByTestId('text').isVisible()).toBe(false);
    await page.getByText('Text to sign').click();
    await page.getByRole('region', { name: 'Text to sign' }).waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await polls(page, 2);
    later(site, inApp);
    await shows(page, 'app');
    expect(await page.getByTestId('text').isVisible()).toBe(true);
  });

  test('without a script a link leads to the text, and another back to the QR code', async () => {
    const login = site.open({ acr: QR, intent: signing(ORDER, 'markdown') });
    const page = await visit(login, { javaScriptEnabled: false });
    await page.getByTestId('other-device').click();
    await shows(page, 'scan');
    expect(await page.getByTestId('text-again').isVisible()).toBe(false);
    await page.getByTestId('read-text').click();
    await page.getByRole('heading', { name: 'Order 4711' }).waitFor();
    await page.getByTestId('back').click();
    await shows(page, 'scan');
    expect(site.eid.started).toEqual(['other']);
  });

  test.each([true, false])(
    'cancel reaches the application, with a script: %s',
    async (javaScriptEnabled) => {
      const page = await visit(site.open(), { javaScriptEnabled });
      await page.getByTestId('cancel').click();
      await page.waitForURL(`${site.application}/callback`);
      expect(consoleErrors).toEqual([]);
    },
  );

  test('a login works from beginning to end without a script', async () => {
    const page = await visit(site.open(), { javaScriptEnabled: false });
    await page.getByTestId('other-device').click();
    const image = page.getByRole('img', { name: 'QR code for the BankID app' });
    await image.waitFor();
    expect(await image.boundingBox()).toMatchObject({ width: 320, height: 320 });
    later(site, inApp);
    await shows(page, 'app');
    later(site, identified);
    await page.waitForURL(`${site.application}/callback`);
  });

  test.each(['login.js', 'lean-qr.mjs'])(
    'a login works in a browser that does not load %s',
    async (name) => {
      const login = site.open();
      const page = await visit(login, {});
      await page.route(`**/${name}`, (route) => route.abort());
      await page.goto(login.url);
      await page.getByTestId('other-device').click();
      const image = page.getByRole('img', { name: 'QR code for the BankID app' });
      await image.waitFor();
      later(site, inApp);
      await shows(page, 'app');
      later(site, identified);
      await page.waitForURL(`${site.application}/callback`);
      expect(consoleErrors.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
    },
  );

  test.each([true, false])(
    'wrong answers are explained at their fields, and right ones show a code, with a script: %s',
    async (javaScriptEnabled) => {
      site.eid.verificationCode = '4271';
      const page = await visit(site.open({ acr: TYPED }), { javaScriptEnabled });
      await page.getByLabel('Personal number').fill('513');
      await page.getByLabel('Mobile number').fill('+372 5555 1234');
      await page.keyboard.press('Enter');
      await page.getByTestId('national-number-error').waitFor();
      await page.locator('#national-number:focus').waitFor();
      expect(await page.getByLabel('Personal number').inputValue()).toBe('513');
      expect(await page.getByLabel('Mobile number').inputValue()).toBe('+372 5555 1234');
      if (javaScriptEnabled) {
        expect(await flawsOf(page)).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await colourFlawsOf(page)).toEqual([]);
      }
      await page.getByLabel('Personal number').fill('51307149560');
      await page.keyboard.press('Enter');
      await shows(page, 'code');
      expect(await page.getByTestId('verification-code').textContent()).toBe('4271');
      expect(await page.getByRole('status').textContent()).toContain('4 2 7 1');
      later(site, { state: 'ended', why: 'expired', hintCode: undefined });
      await shows(page, 'ended');
      await page.getByTestId('try-again').click();
      await shows(page, 'input');
      expect(await page.getByLabel('Personal number').inputValue()).toBe('');
      expect(consoleErrors.filter((text) => !text.includes('422'))).toEqual([]);
    },
  );

  test.each([true, false])(
    'a click leads to the pages of the eID, and "back" to a page that stays, with a script: %s',
    async (javaScriptEnabled) => {
      const login = site.open({ acr: VISIT, intent: signing('I agree.') });
      const page = await visit(login, { javaScriptEnabled });
      await page
        .context()
        .route('https://eid.example/**', (route) =>
          route.fulfill({ contentType: 'text/html', body: 'the pages of the eID' }),
        );
      await shows(page, 'confirm');
      await page.getByTestId('same-device').click();
      await page.waitForURL('https://eid.example/**');
      await page.goto(login.url);
      await shows(page, 'depart');
      await page.waitForTimeout(300);
      await shows(page, 'depart');
      await page.getByTestId('depart').click();
      await page.waitForURL('https://eid.example/**');
      expect(consoleErrors).toEqual([]);
    },
  );

  test('a message in English on a page in another language is marked as such', async () => {
    const page = await visit(site.open({ acr: QR, uiLocales: ['lv'] }));
    site.eid.texts = () => 'Start your app.';
    await page.goto(page.url());
    expect(await page.getByTestId('message').getAttribute('lang')).toBe('en');
    expect(await page.evaluate('document.documentElement.lang')).toBe('lv');
  });

  test('a page with a running script never reloads itself', async () => {
    const page = await visit(site.open({ acr: QR }));
    await shows(page, 'scan');
    const documents = requested.length;
    await polls(page, 4);
    expect(requested.slice(documents).filter((url) => !url.endsWith('/status'))).toEqual([]);
  });

  test.each(Object.entries(pages()))(
    'the page "%s" passes axe, light and dark, and fits 320 pixels in all languages',
    async (_name, reach) => {
      const login = await reach();
      const page = await visit(login);
      expect(await flawsOf(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await colourFlawsOf(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 568 });
      for (const language of LANGUAGES) {
        await page.setExtraHTTPHeaders({ 'accept-language': language });
        await page.goto(login.url);
        expect(await page.evaluate('document.documentElement.lang')).toBe(language);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      }
      expect(consoleErrors.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
    },
  );
});

const ORDER = `# Order 4711

## Terms
*Cool Delivery* brings
  what you ordered.

+ one table
+ two chairs

| what | price |
| --- | ---: |
| table | 300 EUR |

---

### Total
300 EUR`;

/** What the page asks for. */
const TYPED_FORM = { 'national-number': '51307149560', 'phone-number': '+37255551234' };

/** A signature of this text. */
function signing(text: string, format: 'plaintext' | 'markdown' = 'plaintext'): Intent {
  const visible = Buffer.from(text).toString('base64');
  const shownText = { visible, format, nonVisible: undefined };
  return { kind: 'signature', action: 'sign', text: shownText, person: undefined };
}

/** Every page, with the steps that lead to it. */
function pages(): Record<string, () => Promise<OpenLogin>> {
  const after =
    (acr: OpenLogin['login']['acr'], answer: LoginSite['eid']['answer']) => async () => {
      const login = site.open({ acr });
      await start(login, 'other');
      later(site, answer);
      return login;
    };
  return {
    choose: async () =>
      site.open({ applicationName: 'Försäkringsbolaget Bostadsrättsföreningarnas' }),
    confirm: async () => site.open({ acr: SAME }),
    'choose, to sign markdown': async () => site.open({ intent: signing(ORDER, 'markdown') }),
    'confirm, to sign a long text': async () =>
      site.open({ acr: QR, intent: signing('A_very_long_word.'.repeat(500)) }),
    'scan, to sign': async () => {
      const login = site.open({ acr: QR, intent: signing(ORDER, 'markdown') });
      await start(login, 'other');
      return login;
    },
    'scan, with a message': async () =>
      site.open({
        acr: QR,
        intent: { ...signing('You pay 5 €.'), kind: 'authentication' },
      }),
    read: async () => {
      const login = site.open({ acr: QR, intent: signing(ORDER, 'markdown') });
      return { ...login, url: `${login.url}/text` };
    },
    scan: async () => site.open({ acr: QR }),
    open: async () => {
      const login = site.open({ acr: SAME });
      await start(login, 'same');
      return login;
    },
    app: after(QR, inApp),
    depart: async () => {
      const login = site.open({ acr: VISIT, intent: signing(ORDER, 'markdown') });
      await start(login, 'same');
      return login;
    },
    'confirm, to sign elsewhere': async () =>
      site.open({ acr: VISIT, intent: signing(ORDER, 'markdown') }),
    answer: async () => {
      const login = site.open({ acr: VISIT });
      await requestPage(login);
      await site.arrive(login);
      return login;
    },
    'ended elsewhere': async () => {
      const login = site.open({ acr: VISIT });
      await requestPage(login);
      await site.arrive(login);
      site.advance(60);
      return login;
    },
    input: async () => site.open({ acr: TYPED }),
    'input, to sign': async () =>
      site.open({ acr: TYPED, intent: signing('I agree. '.repeat(500)) }),
    code: async () => {
      const login = site.open({ acr: TYPED });
      await requestPage(login, '/start', { form: { device: 'other', ...TYPED_FORM } });
      return login;
    },
    return: after(SAME, identified),
    ended: async () => {
      const login = site.open();
      await start(login, 'other');
      later(site, blocked);
      await requestPage(login);
      return login;
    },
    'not found': async () => ({
      ...site.open(),
      url: `${site.origin}/login/unknown`,
    }),
    'other browser': async () => {
      const login = await after(SAME, inApp)();
      return { ...login, url: `${login.url}/return?nonce=id-1`, cookie: '' };
    },
  };
}

async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const language = { 'accept-language': 'en' };
  const context = await browser.newContext({ extraHTTPHeaders: language, ...options });
  await context.addInitScript(HURRY);
  return context;
}

async function visit(login: OpenLogin, options?: BrowserContextOptions): Promise<Page> {
  const context = options === undefined ? shared : await newContext(options);
  const page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  page.on('request', (request) => requested.push(request.url()));
  if (login.cookie !== '') await setCookie(page, login);
  await page.goto(login.url);
  return page;
}

async function setCookie(page: Page, { login, path }: OpenLogin): Promise<void> {
  const { hostname } = new URL(site.origin);
  await page.context().addCookies([{ name: 'login', value: login.id, domain: hostname, path }]);
}

async function shows(page: Page, state: string): Promise<void> {
  await page.locator(`main[data-state="${state}"]`).waitFor();
}

/** Waits until the script of the page has polled that many times. */
async function polls(page: Page, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await page.waitForResponse(/\/status$/);
}

function focused(page: Page): Promise<unknown> {
  return page.evaluate('document.activeElement.dataset.testid');
}

async function widthOf(page: Page, selector: string): Promise<number> {
  return (await page.locator(selector).first().boundingBox())?.width ?? 0;
}

/** The widths and heights of screens: desktop, the same at 200 % and 400 %, tablet, phones upright and on their side. */
const SCREENS = [
  [1280, 800],
  [640, 400],
  [320, 256],
  [820, 1180],
  [390, 844],
  [320, 568],
  [844, 390],
  [568, 320],
] as const;

/** The middle and the top of the heading. */
async function headingPlace(page: Page): Promise<unknown> {
  const { x, y, width } = (await page.locator('h1').boundingBox())!;
  return { middle: x + width / 2, y };
}

/** Runs in the page: the QR code. */
const IMAGE = `document.querySelector('canvas').toDataURL()`;

/** Runs in the page: the colour of every dot of the QR code, from its outermost corner on. */
const COLOURS = `(() => {
  const canvas = document.querySelector('canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return Array.from({ length: data.length / 4 }, (_, at) => String(data.slice(at * 4, at * 4 + 4)));
})()`;

/** Runs in the page: counts the changes of its message from now on. */
const COUNT_CHANGES = `{
  window.changes = 0;
  new MutationObserver((changes) => { window.changes += changes.length; })
    .observe(document.querySelector('[role=status]'), { childList: true, characterData: true, subtree: true });
}`;
