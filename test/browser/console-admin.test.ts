import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import { flawsOf } from '@eid-broker/testing/axe-violations';
import { hasChromium, launchChromium } from '@eid-broker/testing/chromium';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import { type ForeignIssuer, startForeignIssuer } from '../support/foreign-issuer.ts';
import { type ManagementApi, startManagement } from '../support/management.ts';

const MINUTE = 60;
type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

let issuer: ForeignIssuer;
let api: ManagementApi;
let browser: Browser;
let context: BrowserContext;
/** The cookies of those who have entered, by their account. */
const sessions = new Map<string, Session>();
/** Violations of the policy and failed scripts, as the browser's console has them. */
let consoleErrors: string[] = [];

(hasChromium() ? describe : describe.skip)('an administrator with a session in Chromium', () => {
  beforeAll(async () => {
    const port = await findFreePort();
    issuer = await startForeignIssuer(`http://localhost:${port}/login/callback`);
    const environment = {
      MANAGEMENT_ISSUER: issuer.url,
      MANAGEMENT_CLIENT_SECRET: 'a-secret-of-the-console',
    };
    [api, browser] = await Promise.all([
      startManagement(undefined, environment, port),
      launchChromium(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
    await issuer?.close();
  });
  afterEach(async () => {
    await context.close();
    expect(consoleErrors).toEqual([]);
  });

  test('logs in beside the page for a dangerous act, and nothing typed is lost', async () => {
    const page = await enter('anna', 'owner', 10 * MINUTE);
    await goTo(page, '/t/shop/domains/localhost:1');
    const before = await page.getByText('current').count();
    await page.getByRole('button', { name: 'Rotate…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rotate the keys' });
    await dialog.getByLabel('Why').fill('the yearly change – påminnelse');
    await dialog.getByRole('button', { name: 'Rotate' }).click();

    await logInAgain(page);
    await page.getByRole('region', { name: 'Notices' }).getByText('Rotated').waitFor();
    expect(await flawsOf(page)).toEqual([]);
    expect(before).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByText('the yearly change – påminnelse').waitFor();
    await page.getByRole('button', { name: 'What was changed: keys.rotate' }).click();
    await page.getByRole('dialog', { name: 'keys.rotate' }).getByText('rotate').last().waitFor();
  });

  test('keeps a form whose session ended while it was filled in', async () => {
    const page = await enter('anna', 'owner');
    await goTo(page, '/t/shop/webhooks/billing');
    await page.getByLabel('URL').fill('http://localhost:2/other');
    await api.sql('delete from management_session');
    sessions.clear();
    await page.getByRole('button', { name: 'Save' }).click();
    await logInAgain(page);
    await page.getByText('0 to create, 1 to change, 0 to remove').waitFor();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('region', { name: 'Notices' }).getByText('Saved').waitFor();
    const { json } = await api.call('GET /api/tenants/shop/webhooks/billing');
    expect(json.url).toBe('http://localhost:2/other');
  });

  test('waits for a second person, who sees the change and carries it out', async () => {
    await api.call('PATCH /api/tenants/other', {
      body: { requireSecondPerson: true },
      headers: { 'if-match': '*' },
    });
    const anna = await enter('anna', 'owner');
    await goTo(anna, '/t/other/domains/localhost:3');
    await anna.getByRole('button', { name: 'Rotate…' }).click();
    await anna.getByRole('dialog').getByLabel('Why').fill('a laptop was stolen');
    await anna.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await anna.getByRole('region', { name: 'Notices' }).getByText('Waits for approval').waitFor();
    await anna.getByRole('link', { name: 'Changes' }).click();
    await anna.getByText('Another person must approve it.').waitFor();
    await context.close();

    const bo = await enter('bo', 'owner');
    await goTo(bo, '/t/other/changes');
    const waiting = bo.getByRole('region', { name: 'Waiting for a second person' });
    await waiting.getByText('Reason: a laptop was stolen').waitFor();
    expect(await flawsOf(bo)).toEqual([]);
    await waiting.getByRole('button', { name: 'Approve' }).click();
    await waiting.waitFor({ state: 'detached' });
    const { json } = await api.call('GET /api/tenants/other/domains/localhost:3/keys');
    expect(json.items.map(({ state }: { state: string }) => state)).toContain('next');
  });

  test('sees the login pages as the branding is typed, and what is wrong with it', async () => {
    const page = await enter('anna', 'owner');
    await goTo(page, '/t/shop/branding');
    const entries = await page.evaluate('history.length');
    const preview = page.frameLocator('iframe[name=preview]');
    await preview.locator('h1').first().waitFor();
    await page.getByLabel('Display name').fill('en: The Fish Shop');
    await preview.getByText('The Fish Shop').first().waitFor();
    await page.getByLabel('Language').selectOption('sv');
    await preview.locator('html[lang=sv]').waitFor();
    await page.getByLabel('Color', { exact: true }).fill('#ffffaa');
    await page.getByRole('region', { name: 'Preview' }).getByText('branding.color').waitFor();
    expect(await page.evaluate('history.length')).toBe(entries);
    expect((await api.call('GET /api/tenants/shop/branding')).json).toEqual({});

    // A domain and an application have the same form, each with the preview of its own pages.
    for (const place of ['domains/localhost:1', 'applications/web']) {
      await goTo(page, `/t/shop/${place}/branding`);
      await page.getByLabel('Display name').fill('en: The Fish Counter');
      await preview.getByText('The Fish Counter').first().waitFor();
    }
    await page.getByLabel('Color', { exact: true }).fill('#ffffaa');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[aria-invalid=true]:focus').waitFor();
    await page.getByLabel('Color', { exact: true }).fill('#0b5cad');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('region', { name: 'Notices' }).getByText('Saved').waitFor();
    const { json } = await api.call('GET /api/tenants/shop/applications/web');
    expect(json.branding).toEqual({ displayName: { en: 'The Fish Counter' }, color: '#0b5cad' });
    const revisions = await api.call('GET /api/tenants/shop/revisions');
    expect(revisions.json.items[0].source).toBe('console');
  });

  test('erases a person after a typed word, and sees the counts', async () => {
    const page = await enter('anna', 'owner');
    await goTo(page, '/t/shop/erase');
    const number = page.getByLabel('Personal number');
    const erase = async () => {
      await page.getByRole('button', { name: 'Erase…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Erase this person' });
      await dialog.getByLabel('Type').fill('erase');
      await dialog.getByRole('button', { name: 'Erase' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await number.fill('12');
    await erase();
    await page.locator('#number-fault').waitFor();
    await number.fill('191212121212');
    await erase();
    await page.getByRole('heading', { name: 'Erased' }).waitFor();
    expect(await number.inputValue()).toBe('');
    expect(page.url()).not.toContain('1912');
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('1912');
  });

  test('is offered what the role allows, and nothing else', async () => {
    const support = await enter('sam', 'support');
    await goTo(support, '/t/shop/logins');
    expect(await screensOf(support)).toEqual(['Logins']);
    await context.close();

    const auditor = await enter('ada', 'auditor');
    await goTo(auditor, '/t/shop/domains/localhost:1');
    expect(await screensOf(auditor)).toContain('Audit');
    await auditor.getByText('Your role allows to read this, not to change it.').waitFor();
    expect(await auditor.getByRole('button', { name: /Rotate|Remove|Save/ }).count()).toBe(0);
    expect(await auditor.getByLabel('Environment').isDisabled()).toBe(true);
  });
});

/** Invites a person, who logs in at the issuer; their login is that many seconds old. */
async function enter(account: string, role: string, loginAge = 0): Promise<Page> {
  const kept = sessions.get(account);
  if (kept !== undefined && loginAge === 0) {
    const page = await openPage(kept);
    await page.goto(api.url);
    return page;
  }
  const path = role === 'owner' ? '/api/invitations' : '/api/tenants/shop/invitations';
  const { json } = await api.call(`POST ${path}`, { body: { role } });
  Object.assign(issuer, { account, loggedInBefore: 0 });
  const invited = await openPage();
  await invited.goto(json.link);
  await invited.getByRole('button').click();
  await invited.getByRole('navigation', { name: 'Screens' }).waitFor();
  sessions.set(account, await context.storageState());
  if (loginAge === 0) return invited;
  await context.close();
  issuer.loggedInBefore = loginAge;
  const page = await openPage();
  await page.goto(`${api.url}/login?max_age=28800`);
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  return page;
}

async function openPage(storageState?: Session): Promise<Page> {
  consoleErrors = [];
  context = await browser.newContext({ ...(storageState && { storageState }) });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => consoleErrors.push(message));
  page.on('console', (message) => {
    // A refused request is an answer, and is shown by the screen.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) consoleErrors.push(message.text());
  });
  return page;
}

/** The login in a window of its own, after which the page goes on. */
async function logInAgain(page: Page): Promise<void> {
  issuer.loggedInBefore = 0;
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Log in' }).click(),
  ]);
  await dialog.waitFor({ state: 'detached' });
}

async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(`${api.url}${address}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function screensOf(page: Page): Promise<readonly string[]> {
  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
  await links.first().waitFor();
  return links.allInnerTexts();
}
