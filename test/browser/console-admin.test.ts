import { randomBytes } from 'node:crypto';

import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import { encodePkcs12 } from '@eid-broker/eid-simulators/bankid/pki/pkcs12';
import { issueRpClient } from '@eid-broker/eid-simulators/bankid/pki/pki';
import type { Simulator } from '@eid-broker/eid-simulators/bankid/simulator';
import { flawsOf } from '@eid-broker/testing/axe-violations';
import { hasChromium, launchChromium } from '@eid-broker/testing/chromium';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import { startTestSimulator } from '../support/broker.ts';
import { type ForeignIssuer, startForeignIssuer } from '../support/foreign-issuer.ts';
import { type ManagementApi, startManagement } from '../support/management.ts';

const MINUTE = 60;
/** Of the certificate that replaces another. */
const NEW_NAME = {
  displayName: 'Shop',
  organisation: 'Shop AB',
  organisationNumber: '5560000000',
  commonName: 'Renewed',
};

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

let issuer: ForeignIssuer;
let simulator: Simulator;
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
    [api, browser, simulator] = await Promise.all([
      startManagement(undefined, environment, port),
      launchChromium(),
      startTestSimulator(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
    await issuer?.close();
    await simulator?.close();
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

  test('adds an eID, and switches its certificate after it was inspected and probed', async () => {
    const page = await enter('anna', 'owner');
    await addBankId(page);
    const identity = await issueRpClient(simulator.pki, NEW_NAME, randomBytes);
    // Its one environment is found.
    await goTo(page, '/t/shop/eids/se-bankid');
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
    const { json } = await api.call('GET /api/tenants/shop/eids/se-bankid:test');
    expect(Object.keys(json.settings.clientCertificate)).toEqual(['pkcs12', 'passphrase']);
    const probe = page.getByRole('region', { name: 'Probe' });
    await probe.getByRole('button', { name: 'Probe now' }).click();
    await probe.getByText('one was started and cancelled').waitFor();
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

/** Adds the simulated BankID with the certificate that it knows. */
async function addBankId(page: Page): Promise<void> {
  const { rpUrl, tlsCa, rpCertificate, rpKey } = simulator;
  const file = (name: string, text: string) => ({
    name,
    mimeType: 'application/x-pem-file',
    buffer: Buffer.from(text),
  });
  await goTo(page, '/t/shop/eids');
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
