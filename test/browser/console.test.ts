import { readFileSync } from 'node:fs';

import { colourFlawsOf, flawsOf } from '@eid-broker/testing/axe-violations';
import { hasChromium, launchChromium } from '@eid-broker/testing/chromium';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { commandAdmission } from '../../src/adapters/admission/database-admission.ts';
import { pgLoginTimelines } from '../../src/adapters/postgres/logins/login-timelines.ts';
import { openPool } from '../../src/adapters/postgres/pool.ts';
import type { SupportCode } from '../../src/domain/support-code.ts';
import { type ManagementApi, OWNER_TOKEN, startManagement } from '../support/management.ts';

const CODE = 'K7F2-QX9M';
/** The id of its first request, which is also that of its trace. */
const REQUEST_ID = '0af7651916cd43dd8448eb211c80319c';

const DESCRIPTION = JSON.parse(readFileSync('docs/management-api.openapi.json', 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

let api: ManagementApi;
let browser: Browser;
let context: BrowserContext;
/** Violations of the policy and failed scripts, as the browser's console has them. */
let consoleErrors: string[];
/** Every request of the console: method and URL. */
const requested = new Set<string>();

(hasChromium() ? describe : describe.skip)('the console in Chromium', () => {
  beforeAll(async () => {
    [api, browser] = await Promise.all([startManagement(), launchChromium()]);
    await storeRefusedLogin();
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
  });
  beforeEach(async () => {
    consoleErrors = [];
    context = await newContext();
  });
  afterEach(async () => {
    await context.close();
    expect(consoleErrors).toEqual([]);
  });

  test('shows every screen without a flaw, in light and dark, and without scrolling sideways on a phone', async () => {
    const page = await open(context, '/');
    const listed = await addressesIn(page);
    expect(listed.length).toBeGreaterThan(4);
    const details = [
      `logins/${CODE}`,
      'applications/web',
      'applications/new',
      'eids/mock',
      'domains/localhost:1',
      'domains/localhost:1/branding',
      'webhooks/billing',
    ];
    const addresses = [...listed, ...details.map((one) => `/t/shop/${one}`)];
    const flaws: Record<string, unknown> = {};
    for (const address of addresses) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await goTo(page, address);
      await page.emulateMedia({ colorScheme: 'light' });
      const found = await flawsOf(page);
      if (found.length > 0) flaws[`${address}, light`] = found;
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await colourFlawsOf(page);
      if (dark.length > 0) flaws[`${address}, dark`] = dark;
      await page.setViewportSize({ width: 320, height: 640 });
      const width = await page.evaluate('document.documentElement.scrollWidth');
      if (width !== 320) flaws[`${address}, 320 pixels`] = width;
    }
    expect(flaws).toEqual({});
  }, 240_000);

  test('has no flaw either with its lists, menus and dialogs open', async () => {
    const page = await open(context, '/t/shop/logins');
    const flaws: Record<string, unknown> = {};
    const check = async (what: string) => {
      const found = await flawsOf(page);
      if (found.length > 0) flaws[what] = found;
    };
    await page.getByRole('combobox', { name: 'Application' }).click();
    await page.getByRole('option', { name: 'web' }).waitFor();
    await check('combobox');
    await page.keyboard.type('web');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/logins?application=web');
    await page.getByRole('button', { name: 'Shop' }).click();
    await page.getByRole('link', { name: 'Other' }).waitFor();
    await check('menu');
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'eIDs' }).waitFor();
    await check('list of screens on a phone');
    await page.getByRole('link', { name: 'eIDs' }).click();
    await page.getByRole('button', { name: 'Add an eID' }).click();
    await page.getByLabel('Which eID').fill('mitid');
    await page.getByRole('option', { name: 'dk-mitid', exact: true }).waitFor();
    await check('combobox in a dialog on a phone');
    await page.keyboard.press('Escape');
    // The first key closes the list, the second one the dialog.
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 900 });
    await goTo(page, '/t/shop/domains/localhost:1');
    await page.getByRole('button', { name: 'Rotate…' }).click();
    await check('dialog');
    expect(flaws).toEqual({});
  });

  test('changes an application after it has shown the plan, and brings the change back', async () => {
    const page = await open(context, '/t/shop/applications/web');
    await page.getByLabel('Name').fill('Web shop');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('0 to create, 1 to change, 0 to remove').waitFor();
    // A keyboard goes on where the button was.
    await page.locator('[aria-label=Plan]:focus').waitFor();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('heading', { name: 'Web shop' }).waitFor();
    expect(await nameOfWeb()).toBe('Web shop');
    await page.getByRole('heading', { name: 'Settings' }).and(page.locator(':focus')).waitFor();

    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByRole('button', { name: 'What revision 2 changed' }).click();
    await page.getByRole('dialog').getByText('name: Web → Web shop').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Go back to revision 1' }).click();
    await page.getByText('0 to create, 1 to change, 0 to remove').waitFor();
    const back = page.getByRole('dialog', { name: 'Back to revision 1' });
    await back.getByRole('button', { name: 'Apply' }).click();
    await back.waitFor({ state: 'detached' });
    expect(await nameOfWeb()).toBe('Web');
  });

  test('names the setting that is wrong, and keeps what was typed over a reload', async () => {
    const page = await open(context, '/t/shop/applications/web');
    const field = page.getByLabel('Redirect URIs', { exact: true });
    await field.fill('http://app.example.com/cb');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('redirectUris[0]').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await page.reload();
    expect(await field.inputValue()).toBe('http://app.example.com/cb');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    expect(await field.inputValue()).toBe('https://app.example.com/cb');
  });

  test('shows both versions when somebody else has saved meanwhile', async () => {
    const page = await open(context, '/t/shop/applications/web');
    await page.getByLabel('Name').fill('Mine');
    const { etag } = await api.call('GET /api/tenants/shop/applications/web');
    await api.call('PATCH /api/tenants/shop/applications/web', {
      body: { name: 'Theirs' },
      headers: { 'if-match': etag },
    });
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('alert');
    await conflict.getByText('"Theirs"').waitFor();
    await conflict.getByText('"Mine"').waitFor();
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await page.getByRole('heading', { name: 'Theirs' }).waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Theirs');
  });

  test('adds an application and shows a new secret once', async () => {
    const page = await open(context, '/t/shop/applications/new');
    await page.getByLabel('Client ID').fill('site');
    await page.getByLabel('Name').fill('Page');
    await page.getByLabel('Redirect URIs', { exact: true }).fill('http://localhost:9999/cb');
    await page.getByRole('checkbox', { name: 'pkce', exact: true }).uncheck();
    await page.getByRole('checkbox', { name: 'authorization-code' }).check();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    const first = await page.getByRole('dialog').locator('code').innerText();
    expect(first).toMatch(/^[\w-]{43}$/);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Page', exact: true }).waitFor();
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain(first);
    // The screen is complete: leaving it cuts off no request.
    await page.getByRole('region', { name: 'Secrets' }).getByText('does not expire').waitFor();
    // What it gets follows from the settings.
    const gets = page.getByRole('region', { name: 'What it gets' });
    expect(await gets.getByLabel('acr value').inputValue()).toBe('urn:grn:authn:mock');
    await gets.getByText('Mock eID, without a level, by authorization-code.').waitFor();
    await page.waitForLoadState('networkidle');
    await goTo(page, '/t/shop/applications/web');
    await page.getByRole('button', { name: 'Add a secret' }).click();
    const secret = await page.getByRole('dialog').locator('code').innerText();
    expect(secret.length).toBeGreaterThan(30);
    await page.keyboard.press('Escape');
    // By its element: a closed one has no role any more, and leaves the page a moment later.
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);
  });

  test('finds a login by its code, tells its story, and shares it with somebody without an account', async () => {
    const page = await open(context, '/t/shop/logins');
    await page.getByRole('link', { name: CODE }).waitFor();
    for (const pasted of ['a-state', REQUEST_ID.toUpperCase()]) {
      await page.getByLabel('Code, state, request id or trace id').fill(pasted);
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByText(pasted, { exact: true }).waitFor();
      await page.getByRole('link', { name: CODE }).waitFor();
    }
    await page.getByLabel('Code, state, request id or trace id').fill('k7f2 qx9m');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('heading', { name: `Login ${CODE}` }).waitFor();
    await page.getByText('The developers of the application must act.').waitFor();
    await page.getByRole('button', { name: 'Read-only link' }).click();
    const link = await page.getByRole('dialog').locator('code').innerText();
    const stranger = await newContext({ extraHTTPHeaders: {} });
    const shared = await open(stranger, link.slice(api.url.length));
    await shared.getByRole('heading', { name: `Login ${CODE}` }).waitFor();
    expect(await flawsOf(shared)).toEqual([]);
    await stranger.close();
  });

  test('keeps the filters of the logins in the address', async () => {
    const page = await open(context, '/t/shop/logins?application=web');
    await page.getByRole('link', { name: CODE }).waitFor();
    await page.getByLabel('Outcome').selectOption('identified');
    await page.getByText('No login matches these filters.').waitFor();
    expect(new URL(page.url()).search).toBe('?application=web&outcome=identified');
  });

  test('is used by keyboard alone', async () => {
    const page = await open(context, '/t/shop/applications');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.getByRole('button', { name: 'As YAML' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('clientId: web').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'web', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Applications' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
  });

  test('sends requests of the description alone', () => {
    const known = Object.entries(DESCRIPTION.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => ({
        method: method.toUpperCase(),
        path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      })),
    );
    const beside = [...requested].filter((one) => {
      const [method, address = ''] = one.split(' ');
      const { origin, pathname } = new URL(address);
      if (origin !== api.url) return true;
      if (method === 'GET' && !pathname.startsWith('/api')) return false;
      return !known.some(
        (operation) => operation.method === method && operation.path.test(pathname),
      );
    });
    expect(beside).toEqual([]);
  });
});

/** The story of a request that was refused, as the service stores it. */
async function storeRefusedLogin(): Promise<void> {
  const pool = openPool(
    { url: api.databaseUrl, size: 1, admission: commandAdmission },
    { info() {}, warn() {}, error() {} },
  );
  await pgLoginTimelines(pool).refused([
    {
      tenantId: 'shop',
      code: CODE.replace('-', '') as SupportCode,
      issuer: 'https://login.test.example',
      clientId: 'web',
      channel: 'browser',
      acr: undefined,
      state: 'a-state',
      reference: REQUEST_ID,
      step: {
        what: 'refused',
        at: Date.now(),
        key: 'redirect-uri-not-registered',
        endpoint: 'authorization',
      },
    },
  ]);
  await pool.end();
}

async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const made = await browser.newContext({
    extraHTTPHeaders: { authorization: `Bearer ${OWNER_TOKEN}` },
    ...options,
  });
  made.on('request', (request) => requested.add(`${request.method()} ${request.url()}`));
  return made;
}

async function open(from: BrowserContext, address: string): Promise<Page> {
  const page = await from.newPage();
  page.on('pageerror', ({ message }) => consoleErrors.push(message));
  page.on('console', (message) => {
    // A refused request is an answer, and is shown by the screen.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) consoleErrors.push(message.text());
  });
  await goTo(page, address);
  return page;
}

async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(`${api.url}${address}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Loading…').first().waitFor({ state: 'detached' });
}

/** The addresses of the list of screens. */
async function addressesIn(page: Page): Promise<readonly string[]> {
  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
  await links.first().waitFor();
  return Promise.all(
    (await links.all()).map(async (link) => (await link.getAttribute('href')) ?? ''),
  );
}

async function nameOfWeb(): Promise<unknown> {
  return (await api.call('GET /api/tenants/shop/applications/web')).json.name;
}
