import { newBrowser } from '@eid-broker/testing/browser';
import { TOLVAN } from '@eid-broker/testing/phone';
import { type RenderedPage, renderedPage } from '@eid-broker/testing/rendered-page';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { qrImage } from '../../src/adapters/http/login/html.ts';
import { type Broker, startBroker } from '../support/broker.ts';
import { exchangeCode, verifiedClaims } from '../support/tokens.ts';
import { arrivalOf, decide, scan, type Visit, visit } from '../support/visit.ts';

const ANY = 'urn:grn:authn:se:bankid';

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

describe('a browser without JavaScript', () => {
  test('can log in with links, forms, an image and reloading pages', async () => {
    const login = await visit(broker, { acr_values: ANY, ui_locales: 'sv' });
    expect(await login.load()).toMatchObject({
      language: 'sv',
      state: 'choose',
      heading: 'Logga in med BankID',
      reloadsAfter: undefined,
    });
    const waiting = renderedPage(await login.press('other-device'));
    expect(waiting).toMatchObject({ state: 'scan', language: 'sv', reloadsAfter: 2 });
    expect(await isWhatBankIdExpects(login, waiting)).toBe(true);

    const orderRef = await scan(broker, login);
    broker.advance(2);
    const inApp = await login.load();
    expect(inApp).toMatchObject({ state: 'app', reloadsAfter: 2, qrImage: undefined });

    await decide(broker, orderRef);
    const reloaded = await login.browser.get(login.url);
    expect(reloaded.status).toBe(302);
    expect(new URL(reloaded.location!).origin).toBe(broker.issuer);
    const callback = arrivalOf(await login.browser.follow(reloaded.location!));
    const { body } = await exchangeCode(broker, callback);
    expect((await verifiedClaims(broker, body.id_token)).ssn).toBe(TOLVAN);
  });

  test('gets another QR code each second, which must not be cached', async () => {
    const login = await visit(broker);
    const page = await login.load();
    const seen = new Set<string>();
    for (let second = 0; second < 4; second += 1) {
      seen.add(await imageOf(login, page));
      broker.advance(1);
    }
    expect(seen.size).toBe(4);
    const image = await login.browser.get(new URL(page.qrImage!, login.url).href);
    expect(image.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    expect(image.headers.get('cache-control')).toBe('no-store');
  });

  test('is the only browser that gets the QR image, until the app has the order', async () => {
    const login = await visit(broker);
    const url = new URL((await login.load()).qrImage!, login.url).href;
    expect((await newBrowser().get(url)).status).toBe(404);
    await scan(broker, login);
    broker.advance(2);
    await login.load();
    expect((await login.browser.get(url)).status).toBe(404);
  });

  test('is redirected by 302 when the person declines', async () => {
    const login = await visit(broker);
    const orderRef = await scan(broker, login);
    await decide(broker, orderRef, 'cancel');
    expect((await login.browser.get(login.url)).status).toBe(302);
  });

  test('gets a page with the outcome, which does not reload', async () => {
    const login = await visit(broker);
    await decide(broker, await scan(broker, login), 'fail', 'certificateErr');
    expect(await login.load()).toMatchObject({ state: 'ended', reloadsAfter: undefined });
    expect(renderedPage(await login.press('try-again'))).toMatchObject({ reloadsAfter: 2 });
  });

  test('opens the app on the same device by a link, and returns by a link', async () => {
    const login = await visit(broker, { acr_values: ANY });
    const page = renderedPage(await login.press('same-device'));
    expect(page).toMatchObject({ state: 'open', reloadsAfter: 2 });
    const { orderRef } = await broker.phone.open({ link: page.appLink }, TOLVAN);
    const { returnUrl } = await decide(broker, orderRef);
    expect(await login.load()).toMatchObject({ state: 'return', reloadsAfter: 2 });
    expect(arrivalOf(await login.browser.follow(returnUrl!)).searchParams.has('code')).toBe(true);
  });

  test('loads resources from our origin only', async () => {
    const login = await visit(broker);
    const { text } = await login.browser.get(login.url);
    const loaded = [...text.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, url]) => url!);
    expect(loaded.length).toBeGreaterThan(3);
    for (const url of loaded) {
      expect(new URL(url, login.url).origin).toBe(broker.issuer);
      expect((await login.browser.get(new URL(url, login.url).href)).status).toBe(200);
    }
  });
});

/** Loads the image of a page's QR code. */
async function imageOf(login: Visit, page: RenderedPage): Promise<string> {
  const image = await login.browser.get(new URL(page.qrImage!, login.url).href);
  expect(image.status).toBe(200);
  return image.text;
}

/** Whether the image shows BankID's current code; compared again at the turn of a second. */
async function isWhatBankIdExpects(login: Visit, page: RenderedPage): Promise<boolean> {
  for (let time = 0; time < 3; time += 1) {
    const image = await imageOf(login, page);
    const { qrData } = (await broker.phone.orders()).at(-1)!;
    if (image === qrImage(qrData!)) return true;
  }
  return false;
}
