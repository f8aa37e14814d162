import { type Answer, newBrowser } from '@eid-broker/testing/browser';
import { TOLVAN } from '@eid-broker/testing/phone';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Broker, startBroker } from '../support/broker.ts';
import { exchangeCode, verifiedClaims } from '../support/tokens.ts';
import { arrivalOf, decide, scan, type Visit, visit } from '../support/visit.ts';

const ANY = 'urn:grn:authn:se:bankid';
const SAME = `${ANY}:same-device`;

let broker: Broker;
let startsBefore: number;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());
beforeEach(() => {
  startsBefore = broker.simulator.statistics().calls.auth;
});

describe('a login on the same device', () => {
  test('is approved in the app, which returns to the browser for a code', async () => {
    const login = await visit(broker, { acr_values: ANY, state: 'xyz' });
    expect(await login.load()).toMatchObject({ status: 200, state: 'choose' });
    expect(ordersStarted()).toBe(0);

    const opened = renderedPage(await login.press('same-device'));
    expect(opened).toMatchObject({ state: 'open', heading: 'Open BankID', qr: undefined });
    expect(opened.appLink).toMatch(
      new RegExp(`^${broker.simulator.phoneUrl}/\\?autostarttoken=[\\w-]{36}&redirect=null$`),
    );
    const { orderRef } = await broker.phone.open({ link: opened.appLink }, TOLVAN);
    broker.advance(2);
    expect(await login.load()).toMatchObject({ state: 'app', appLink: undefined });

    const { returnUrl } = await decide(broker, orderRef);
    expect(returnUrl).toMatch(new RegExp(`^${login.url}/return\\?nonce=[\\w-]{43}$`));
    const back = await login.browser.get(returnUrl!);
    expect([back.status, back.location]).toEqual([302, login.url]);
    const resume = await login.browser.get(login.url);
    expect(resume.status).toBe(302);
    const resumed = await login.browser.get(resume.location!);
    expect(resumed.status).toBe(302);

    const callback = arrivalOf(resumed);
    expect([...callback.searchParams.keys()]).toEqual(['code', 'state', 'iss']);
    const { status, body } = await exchangeCode(broker, callback);
    expect(status).toBe(200);
    const claims = await verifiedClaims(broker, body.id_token);
    expect(claims).toMatchObject({ acr: ANY, ssn: TOLVAN });
  });

  test('is not completed by an approval: the page requires the return', async () => {
    const { login, returnUrl } = await approved();
    for (let time = 0; time < 3; time += 1) {
      const page = await login.load();
      expect(page).toMatchObject({ status: 200, state: 'return', heading: 'Nearly there' });
      broker.advance(30);
    }
    const status = await login.browser.get(`${login.url}/status`);
    expect(JSON.parse(status.text)).toMatchObject({ state: 'return' });
    expect(status.text).not.toContain('continue');
    const callback = arrivalOf(await login.browser.follow(returnUrl));
    expect(callback.searchParams.has('code')).toBe(true);
  });

  test('needs no return after the choice of another device', async () => {
    const login = await visit(broker, { acr_values: ANY });
    expect(renderedPage(await login.press('other-device'))).toMatchObject({ state: 'scan' });
    await decide(broker, await scan(broker, login));
    expect((await login.arrive()).searchParams.has('code')).toBe(true);
  });

  test('continues when the response to the start is lost', async () => {
    const login = await visit(broker, { acr_values: SAME });
    await login.load();
    // The service gets the click, but the browser does not get the response.
    const cookie = await login.browser.jar.getCookieString(login.url);
    const body = new URLSearchParams({ device: 'same' });
    const headers = { cookie };
    await fetch(`${login.url}/start`, { method: 'POST', headers, body, redirect: 'manual' });

    const { appLink } = await login.load();
    const { orderRef } = await broker.phone.open({ link: appLink }, TOLVAN);
    const { returnUrl } = await decide(broker, orderRef);
    const callback = arrivalOf(await login.browser.follow(returnUrl!));
    expect(callback.searchParams.has('code')).toBe(true);
  });

  test('completes with the first return; a second one finds no login', async () => {
    const { login, returnUrl } = await approved();
    const first = await login.browser.get(returnUrl);
    const again = await login.browser.get(returnUrl);
    expect([first.location, again.location]).toEqual([login.url, login.url]);
    expect((await login.arrive()).searchParams.has('code')).toBe(true);

    const late = await login.browser.get(returnUrl);
    expect(renderedPage(late)).toMatchObject({ status: 404, error: 'login-over' });
    expect(late.location).toBeUndefined();
  });

  test.each(['', 'x', 'A'.repeat(43)])('refuses a return with the nonce "%s"', async (nonce) => {
    const { login, returnUrl } = await approved();
    const wrong = await login.browser.get(`${login.url}/return?nonce=${nonce}`);
    expect(renderedPage(wrong)).toMatchObject({ status: 404, error: 'login-not-found' });
    expect(await login.load()).toMatchObject({ state: 'return' });
    const callback = arrivalOf(await login.browser.follow(returnUrl));
    expect(callback.searchParams.has('code')).toBe(true);
  });

  test('refuses the nonce of another login in the same browser', async () => {
    const one = await approved();
    const two = await approved(one.login.browser);
    const nonce = new URL(two.returnUrl).search;
    const crossed = await one.login.browser.get(`${one.login.url}/return${nonce}`);
    expect(renderedPage(crossed)).toMatchObject({ status: 404, error: 'login-not-found' });
    expect(await one.login.load()).toMatchObject({ state: 'return' });
  });

  test('is not completed by a prefetch of the return', async () => {
    const { login, returnUrl } = await approved();
    const ahead = await login.browser.get(returnUrl, { 'sec-purpose': 'prefetch' });
    expect(ahead.status).toBe(204);
    expect(await login.load()).toMatchObject({ state: 'return' });
    expect(arrivalOf(await login.browser.follow(returnUrl)).searchParams.has('code')).toBe(true);
  });
});

describe("an attacker with another person's approval", () => {
  test('gets nothing: the return is in the wrong browser', async () => {
    const { login, orderRef } = await started();
    const { returnUrl } = await decide(broker, orderRef);

    const victim = await newBrowser().get(returnUrl!);
    expectFriendlyPage(victim);
    await expectNothingFor(login);
  });

  test('gets nothing after seeing the approval', async () => {
    const { login, returnUrl } = await approved();
    expect(await login.load()).toMatchObject({ state: 'return' });
    expectFriendlyPage(await newBrowser().get(returnUrl));
    await expectNothingFor(login);
  });

  test('gets nothing when the other person has a login of their own', async () => {
    const { login, returnUrl } = await approved();
    const victim = await visit(broker, { acr_values: SAME });
    expectFriendlyPage(await victim.browser.get(returnUrl));
    await expectNothingFor(login);
    expect(await victim.load()).toMatchObject({ state: 'confirm' });
  });

  test('gets nothing by opening the return later', async () => {
    const { login, returnUrl } = await approved();
    expectFriendlyPage(await newBrowser().get(returnUrl));
    const late = await login.browser.get(returnUrl);
    expect(renderedPage(late)).toMatchObject({ status: 403, error: 'other-browser' });
    await expectNothingFor(login);
  });

  test('cannot use an order with a QR code, which has neither a link nor a return', async () => {
    const login = await visit(broker);
    expect(await login.load()).toMatchObject({ state: 'scan', appLink: undefined });
    const { text } = await login.browser.get(`${login.url}/status`);
    expect(JSON.parse(text).links).toBeUndefined();
    const back = await login.browser.get(`${login.url}/return?nonce=`);
    expect(renderedPage(back)).toMatchObject({ status: 404, error: 'login-not-found' });
  });
});

describe('the device of an acr value', () => {
  test('is this one for :same-device, after a click', async () => {
    const login = await visit(broker, { acr_values: SAME });
    const page = await login.load();
    expect(page).toMatchObject({ state: 'confirm', heading: 'Log in with BankID' });
    expect([...page.forms.keys()]).toEqual(['same-device', 'cancel']);
    expect(ordersStarted()).toBe(0);
    expect(renderedPage(await login.press('same-device'))).toMatchObject({ state: 'open' });
    expect(ordersStarted()).toBe(1);
  });

  test('is another one for :another-device, after a click', async () => {
    const login = await visit(broker, { acr_values: `${ANY}:another-device` });
    const page = await login.load();
    expect(page).toMatchObject({ state: 'confirm', heading: 'Log in with BankID' });
    expect([...page.forms.keys()]).toEqual(['other-device', 'cancel']);
    expect(ordersStarted()).toBe(0);
    expect(renderedPage(await login.press('other-device'))).toMatchObject({ state: 'scan' });
    expect(ordersStarted()).toBe(1);
  });

  test.each([
    [SAME, 'other', 'open'],
    [`${ANY}:another-device`, 'same', 'scan'],
  ])('cannot be changed by a form: %s', async (acr_values, device, state) => {
    const login = await visit(broker, { acr_values });
    await login.browser.post(`${login.url}/start`, { device });
    expect(await login.load()).toMatchObject({ state });
  });

  test('is another one for :another-device:qr at the first page load, but not for HEAD and prefetch', async () => {
    const login = await visit(broker);
    const { jar } = login.browser;
    const cookie = await jar.getCookieString(login.url);
    const head = await fetch(login.url, { method: 'HEAD', headers: { cookie } });
    expect(head.status).toBe(200);
    for (const ahead of [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }]) {
      expect((await login.browser.get(login.url, ahead)).status).toBe(200);
    }
    expect(ordersStarted()).toBe(0);
    expect(await login.load()).toMatchObject({ state: 'scan' });
    expect(ordersStarted()).toBe(1);
  });
});

/** The orders that this test has started. */
function ordersStarted(): number {
  return broker.simulator.statistics().calls.auth - startsBefore;
}

/** A login whose order the person has opened in the app. */
async function started(browser = newBrowser()): Promise<{ login: Visit; orderRef: string }> {
  const login = await visit(broker, { acr_values: SAME }, browser);
  const { appLink } = renderedPage(await login.press('same-device'));
  const { orderRef } = await broker.phone.open({ link: appLink }, TOLVAN);
  return { login, orderRef };
}

/** An approved login, and the URL that the app opens in the browser. */
async function approved(browser = newBrowser()): Promise<{ login: Visit; returnUrl: string }> {
  const { login, orderRef } = await started(browser);
  const { returnUrl } = await decide(broker, orderRef);
  expect(await login.load()).toMatchObject({ state: 'return' });
  return { login, returnUrl: returnUrl! };
}

/** Expects the page for another browser: instructions, and no data of a person. */
function expectFriendlyPage(answer: Answer): void {
  expect(answer.location).toBeUndefined();
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(renderedPage(answer)).toMatchObject({
    status: 403,
    error: 'other-browser',
    heading: 'Go back to your first browser',
    supportCode: expect.stringMatching(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/),
  });
  expect(answer.text).not.toContain(TOLVAN);
  expect(answer.text).not.toContain('Tolvan');
}

/** Expects that the login cannot yield a code. */
async function expectNothingFor(login: Visit): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    expect(await login.load()).toMatchObject({
      status: 200,
      state: 'ended',
      heading: 'Continued in another browser',
    });
    broker.advance(3);
  }
  const callback = arrivalOf(await login.press('cancel'));
  expect(callback.searchParams.get('error')).toBe('access_denied');
  expect(callback.searchParams.has('code')).toBe(false);
}
