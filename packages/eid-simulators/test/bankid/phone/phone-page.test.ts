import { flawsOf } from '@eid-broker/testing/axe-violations';
import { hasChromium, launchChromium } from '@eid-broker/testing/chromium';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { auth, type Bench, PERSONS, phoneAuth, startBench, TOLVAN } from '../harness.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

describe('the page', () => {
  test('is served with a policy that permits no foreign resources', async () => {
    const { status, headers, text } = await bench.phone('/');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(text).toContain(`<option value="${TOLVAN}" data-behaviour="waits">`);
    expect(text).not.toMatch(/https?:\/\/(?!app\.bankid\.com)/);
  });

  test.each([
    ['phone.css', 'text/css; charset=utf-8'],
    ['phone.js', 'text/javascript; charset=utf-8'],
    ['control-api.js', 'text/javascript; charset=utf-8'],
    ['visible-text.js', 'text/javascript; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
  ])('comes with %s', async (name, type) => {
    const { status, headers } = await bench.phone(`/${name}`);
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type });
  });

  test.each(['/phone.html', '/assets/phone.js', '/../pki/rp-client.key', '/nothing'])(
    'has no file %s',
    async (path) => {
      expect((await bench.phone(path)).status).toBe(404);
    },
  );
});

(hasChromium() ? describe : describe.skip)('in a browser', () => {
  let browser: Browser;
  let page: Page;
  const foreign: string[] = [];
  const complaints: string[] = [];
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const at = (id: string) => page.getByTestId(id);

  beforeAll(async () => {
    browser = await launchChromium();
    const context = await browser.newContext({ viewport: { width: 1100, height: 900 } });
    page = await context.newPage();
    page.on('request', (request) => {
      if (!request.url().startsWith(bench.simulator.phoneUrl)) foreign.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.setDefaultTimeout(20_000);
  });
  beforeEach(() => page.goto(bench.simulator.phoneUrl));
  afterAll(() => browser?.close());

  async function expectAccessible(): Promise<void> {
    expect(await flawsOf(page)).toEqual([]);
  }

  async function picture(name: string): Promise<void> {
    const folder = process.env.SCREENSHOTS;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  }

  test('scans the code on the screen, shows the text and approves', async () => {
    await expectAccessible();
    expect(await at('scan').isDisabled()).toBe(true);
    const { orderRef } = (
      await bench.rp('auth', {
        ...auth,
        userVisibleData: base64('# Demo *service*\n+ <b>one</b>\n---\nLog *in*'),
        userVisibleDataFormat: 'simpleMarkdownV1',
      })
    ).body;
    await page.waitForSelector('[data-testid=scan]:enabled');
    await picture('home');
    await at('scan').click();
    await at('approve').waitFor();
    await picture('approve');
    expect(await at('relying-party').textContent()).toBe('Demo service (simulated)');
    expect(await at('visible-text').innerHTML()).toBe(
      '<h3>Demo <strong>service</strong></h3><ul><li>&lt;b&gt;one&lt;/b&gt;</li></ul><hr><p>Log <strong>in</strong></p>',
    );
    await expectAccessible();
    await at('approve').click();
    await at('outcome').getByText('Done').waitFor();
    await picture('done');
    await expectAccessible();
    expect(await at('return').isVisible()).toBe(false);
    expect((await bench.rp('collect', { orderRef })).body.status).toBe('complete');
    await at('again').click();
    await at('scan').waitFor();
  });

  test('opens the order of a start link in its URL and returns only after a click', async () => {
    const returnUrl = `${bench.simulator.phoneUrl}/?returned=1`;
    const { autoStartToken } = (await bench.rp('auth', { ...auth, returnUrl })).body;
    const link = `https://app.bankid.com/?autostarttoken=${autoStartToken}&redirect=null`;
    await page.goto(`${bench.simulator.phoneUrl}/?link=${encodeURIComponent(link)}`);
    await at('approve').click();
    await at('return').waitFor();
    expect(page.url()).toBe(`${bench.simulator.phoneUrl}/`);
    await picture('return');
    await at('return').click();
    await page.waitForURL(returnUrl);
  });

  test('opens the order of a bare start token, finds it again, and shows why it cannot', async () => {
    const { autoStartToken, orderRef } = (await bench.rp('auth', auth)).body;
    const address = `${bench.simulator.phoneUrl}/?autostarttoken=${autoStartToken}&redirect=null`;
    await page.goto(address);
    await at('approve').waitFor();
    await page.reload();
    await at('open-pushed').click();
    await at('cancel').click();
    await at('outcome').getByText('Not approved').waitFor();
    expect((await bench.rp('collect', { orderRef })).body.hintCode).toBe('userCancel');
    await page.goto(address);
    await at('refusal').getByText('No order has this start token').waitFor();
    await picture('refusal');
  });

  test('asks the person about the call before a phone order is signed', async () => {
    const signing = { ...phoneAuth, userVisibleData: base64('First line\nSecond line') };
    const { orderRef } = (await bench.rp('phone/sign', signing)).body;
    await at('open-pushed').click();
    await at('confirm-call').waitFor();
    expect(await at('call-question').textContent()).toBe(
      'Did you call Demo service (simulated), and are you in that call now?',
    );
    await expectAccessible();
    await picture('call');
    await at('confirm-call').click();
    await at('approve').waitFor();
    expect(await at('visible-text').textContent()).toBe('First line\nSecond line');
    await picture('sign');
    await at('approve').click();
    await at('outcome').getByText('Done').waitFor();
    expect((await bench.rp('collect', { orderRef })).body.status).toBe('complete');
    await at('again').click();
  });

  test('accepts pasted QR codes, and shows the progress of a scripted person', async () => {
    await at('person').selectOption(PERSONS.approves);
    const { orderRef } = (await bench.rp('auth', auth)).body;
    const listed = (await bench.phone('/api/orders')).body;
    const { qrData } = listed.find((order: { orderRef: string }) => order.orderRef === orderRef);
    await at('pasted').fill('bankid.nonsense');
    await at('open-pasted').click();
    await at('refusal').getByText('no QR code of BankID').waitFor();
    await at('pasted').fill(qrData);
    await at('open-pasted').click();
    await at('approve').waitFor();
    bench.advance(2);
    await at('outcome').getByText('The order is over').waitFor();
    expect((await bench.rp('collect', { orderRef })).body.status).toBe('complete');
  });

  test('fits a narrow screen', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(bench.simulator.phoneUrl);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(320);
    await expectAccessible();
    await picture('narrow');
  });

  test('sends no requests to other servers and logs no errors', () => {
    expect(foreign).toEqual([]);
    const expected = /status of 40[0-9]/;
    expect(complaints.filter((text) => !expected.test(text))).toEqual([]);
  });
});
