import { newBrowser } from '@eid-broker/testing/browser';
import { TOLVAN } from '@eid-broker/testing/phone';
import { type ShownPage, shownPage } from '@eid-broker/testing/shown-page';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { qrImage } from '../../src/adapters/http/login/html.ts';
import { type Broker, startBroker } from '../support/broker.ts';
import { redeem, verifiedClaims } from '../support/tokens.ts';
import { arrivalOf, decide, scan, type Visit, visit } from '../support/visit.ts';

const ANY = 'urn:grn:authn:se:bankid';

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

describe('without JavaScript', () => {
  test('a whole login takes links, forms, an image and pages that load themselves anew', async () => {
    const login = await visit(broker, { acr_values: ANY, ui_locales: 'sv' });
    expect(await login.snapshot()).toMatchObject({
      language: 'sv',
      state: 'choose',
      heading: 'Logga in med BankID',
      reloadsAfter: undefined,
    });
    const waiting = shownPage(await login.press('other-device'));
    expect(waiting).toMatchObject({ state: 'scan', language: 'sv', reloadsAfter: 2 });
    expect(await isWhatBankIdExpects(login, waiting)).toBe(true);

    const orderRef = await scan(broker, login);
    broker.advance(2);
    const inApp = await login.snapshot();
    expect(inApp).toMatchObject({ state: 'app', reloadsAfter: 2, qrImage: undefined });

    await decide(broker, orderRef);
    const reloaded = await login.browser.get(login.url);
    expect(reloaded.status).toBe(302);
    expect(new URL(reloaded.location!).origin).toBe(broker.issuer);
    const callback = arrivalOf(await login.browser.follow(reloaded.location!));
    const { body } = await redeem(broker, callback);
    expect((await verifiedClaims(broker, body.id_token)).ssn).toBe(TOLVAN);
  });

  test('the QR code is another one each second, and is not kept', async () => {
    const login = await visit(broker);
    const page = await login.snapshot();
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

  test('the image is for this browser alone, and is gone once the app has the order', async () => {
    const login = await visit(broker);
    const url = new URL((await login.snapshot()).qrImage!, login.url).href;
    expect((await newBrowser().get(url)).status).toBe(404);
    await scan(broker, login);
    broker.advance(2);
    await login.snapshot();
    expect((await login.browser.get(url)).status).toBe(404);
  });

  test('the page that waits leads on by 302 also when the person declined', async () => {
    const login = await visit(broker);
    const orderRef = await scan(broker, login);
    await decide(broker, orderRef, 'cancel');
    expect((await login.browser.get(login.url)).status).toBe(302);
  });

  test('the page that waits becomes one that says how it ended, and stays', async () => {
    const login = await visit(broker);
    await decide(broker, await scan(broker, login), 'fail', 'certificateErr');
    expect(await login.snapshot()).toMatchObject({ state: 'ended', reloadsAfter: undefined });
    expect(shownPage(await login.press('try-again'))).toMatchObject({ reloadsAfter: 2 });
  });

  test('on the same device a link opens the app, and the way back is a link, too', async () => {
    const login = await visit(broker, { acr_values: ANY });
    const page = shownPage(await login.press('same-device'));
    expect(page).toMatchObject({ state: 'open', reloadsAfter: 2 });
    const { orderRef } = await broker.phone.open({ link: page.appLink }, TOLVAN);
    const { returnUrl } = await decide(broker, orderRef);
    expect(await login.snapshot()).toMatchObject({ state: 'return', reloadsAfter: 2 });
    expect(arrivalOf(await login.browser.follow(returnUrl!)).searchParams.has('code')).toBe(true);
  });

  test('nothing of a page needs anything from elsewhere', async () => {
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

/** The image of a page's QR code, loaded. */
async function imageOf(login: Visit, page: ShownPage): Promise<string> {
  const image = await login.browser.get(new URL(page.qrImage!, login.url).href);
  expect(image.status).toBe(200);
  return image.text;
}

/** Whether the image is the code that BankID accepts now; asked again where a second has just passed. */
async function isWhatBankIdExpects(login: Visit, page: ShownPage): Promise<boolean> {
  for (let time = 0; time < 3; time += 1) {
    const image = await imageOf(login, page);
    const { qrData } = (await broker.phone.orders()).at(-1)!;
    if (image === qrImage(qrData!)) return true;
  }
  return false;
}
