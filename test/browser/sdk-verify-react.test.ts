import { hasChromium } from '@eid-broker/testing/chromium';
import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { outcomeOf, type SdkStage, startSdkStage } from './sdk-stage.ts';

const SAME = 'urn:grn:authn:se:bankid:same-device';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 ' +
  '(KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1';
const ACR_VALUES = [
  'urn:grn:authn:se:bankid',
  SAME,
  'urn:grn:authn:se:bankid:another-device',
  'urn:grn:authn:se:bankid:another-device:qr',
];

let stage: SdkStage;

(hasChromium() ? describe : describe.skip)('@criipto/verify-react, as it comes from npm', () => {
  beforeAll(async () => {
    stage = await startSdkStage('verify-react-page.mjs');
  });
  afterAll(() => stage?.close());
  afterEach(async () => {
    await stage.leave();
    stage.consoleErrors.length = 0;
  });

  test("its QR code in the application's own page logs in", async () => {
    const page = await stage.open('?show=qr');
    const orderRef = await scanWaitingOrder(page);
    await stage.broker.phone.decide(orderRef, 'approve');
    const { claims, acrValues, source } = await outcomeOf(page);
    expect(claims).toMatchObject({ name: 'Tolvan Tolvansson', aud: 'demo-sdk' });
    expect(source).toBe('SEBankIDQrCode');
    expect(acrValues).toEqual(ACR_VALUES);
    expect(page.url()).toBe(`${stage.application.url}?show=qr`);
    expect(stage.consoleErrors).toEqual([]);
  });

  test('its QR code reports that the person declined', async () => {
    const page = await stage.open('?show=qr');
    const orderRef = await scanWaitingOrder(page);
    await stage.broker.phone.decide(orderRef, 'cancel');
    expect(await outcomeOf(page)).toMatchObject({ message: 'access_denied' });
  });

  test('its button for the same device logs in on a computer', async () => {
    const page = await stage.open(`?acr=${SAME}`);
    const { phoneUrl } = stage.broker.simulator;
    // On a computer a link with the app's own scheme does not leave the page.
    await page.route(`${phoneUrl}/**`, (route) => route.fulfill({ status: 204 }));
    const opened = page.waitForRequest(`${phoneUrl}/**`);
    await page.locator(`a[href^="${phoneUrl}"]`).click();
    const link = (await opened).url();
    const { orderRef } = await stage.broker.phone.open({ link }, TOLVAN);
    await stage.broker.phone.decide(orderRef, 'approve');
    const { claims, source } = await outcomeOf(page);
    expect(claims).toMatchObject({ name: 'Tolvan Tolvansson', acr: SAME });
    expect(source).toBe('SEBankIDSameDeviceButton');
    expect(stage.consoleErrors).toEqual([]);
  });

  test('its button for the same device logs in on an iPhone when the person returns from the app', async () => {
    const page = await stage.open(`?acr=${SAME}`, { userAgent: IPHONE });
    const { phone, simulator } = stage.broker;
    const start = page.url();
    await page.route(`${simulator.phoneUrl}/**`, (route) => route.fulfill({ body: 'the app' }));
    const opened = page.waitForRequest(`${simulator.phoneUrl}/**`);
    await page.locator(`a[href^="${simulator.phoneUrl}"]`).click();
    const link = (await opened).url();
    const { orderRef } = await phone.open({ link }, TOLVAN);
    const { returnUrl } = await phone.decide(orderRef, 'approve');
    expect(returnUrl).toBe(start);
    // The page polls once when it is loaded, after the eID was called.
    stage.broker.advance(2);
    await page.goto(returnUrl ?? '');
    const { claims } = await outcomeOf(page);
    expect(claims).toMatchObject({ name: 'Tolvan Tolvansson', acr: SAME });
  });

  test('its button leads to our page and back', async () => {
    const page = await stage.open('');
    await page.locator(`a[href^="${stage.broker.issuer}/oauth2/authorize"]`).click();
    await page.waitForURL(`${stage.broker.issuer}/login/**`);
    await stage.approveOnOurPage(page);
    const { claims, source } = await outcomeOf(page);
    expect(claims).toMatchObject({ name: 'Tolvan Tolvansson', aud: 'demo-sdk' });
    expect(source).toBe('redirect');
    expect(stage.consoleErrors).toEqual([]);
  });

  test('its button opens a popup', async () => {
    const page = await stage.open('?show=popup');
    const opened = page.waitForEvent('popup');
    await page.locator('a.criipto-eid-btn').click();
    await stage.approveOnOurPage(await opened);
    const { claims, source } = await outcomeOf(page);
    expect(claims).toMatchObject({ name: 'Tolvan Tolvansson' });
    expect(source).toBe('popup');
  });
});

/**
 * A phone scans the code of the page; returns its order. The component starts an order when it is
 * rendered, and another when its provider has made a PKCE pair. It shows and polls the order of
 * the last answer.
 */
async function scanWaitingOrder(page: Page): Promise<string> {
  const backchannel = await page.waitForResponse((response) => response.url().endsWith('/poll'));
  const { qrCode } = await backchannel.json();
  return (await stage.broker.phone.scan(qrCode, TOLVAN)).orderRef;
}
