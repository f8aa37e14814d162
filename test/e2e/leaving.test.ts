import { TOLVAN } from '@eid-broker/testing/phone';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { orderFault } from '@eid-broker/testing/simulator-faults';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Broker, startBroker } from '../support/broker.ts';
import { errorFieldsIn } from '../support/error-fields.ts';
import { arrivalOf, decide, REDIRECT_URI, scan, type Visit, visit } from '../support/visit.ts';

const ANY = 'urn:grn:authn:se:bankid';
const BLOCKED = '201701012393';
const DECLINES = '199312172381';

type Calls = ReturnType<Broker['simulator']['statistics']>['calls'];

let broker: Broker;
let before: Calls;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());
beforeEach(() => {
  before = broker.simulator.statistics().calls;
});

describe('a login whose page is closed', () => {
  test('ends once at its expiry, together with its order at BankID', async () => {
    const login = await visit(broker);
    const orderRef = await scan(broker, login);
    // The service's expiry comes first here, because the person takes long.
    const [authentication] = await broker.sql(
      `select expires_at from authentication where state = 'pending'`,
    );
    const expiresAt = authentication?.expires_at as Date;
    broker.advanceService((expiresAt.getTime() - broker.now().getTime()) / 1000 + 1);
    await Promise.all([broker.abandonExpired(), broker.abandonExpired()]);
    expect(callsSince()).toMatchObject({ cancel: 1 });
    await expect(broker.phone.decide(orderRef, 'approve')).rejects.toThrow('unknown_order');
    expect(await login.load()).toMatchObject({ state: 'ended', heading: 'Time ran out' });
  });
});

describe('a cancellation', () => {
  test('before the start is reported to the application without a call to BankID', async () => {
    const login = await visit(broker, { acr_values: ANY, state: 'xyz' });
    expectDenial(arrivalOf(await login.press('cancel')), 'user declined', 'xyz');
    expect(callsSince()).toEqual({});
  });

  test('during the start of an order cancels the order as soon as it exists', async () => {
    const login = await visit(broker, { acr_values: ANY });
    const { forms } = await login.load();
    const click = forms.get('other-device')!;
    await orderFault(broker, {
      endpoint: 'auth',
      phase: 'after',
      effect: { kind: 'delay', milliseconds: 1_000 },
    });
    const started = login.browser.post(new URL(click.action, login.url).href, click.fields);
    expectDenial(arrivalOf(await login.press('cancel')), 'user declined');
    await started;
    await cancelledOrder();
    expect(callsSince()).toEqual({ auth: 1, cancel: 1 });
    expect(await broker.phone.orders()).toEqual([]);
    expect(
      await broker.sql('select state, why from authentication order by sequence desc limit 1'),
    ).toEqual([{ state: 'ended', why: 'declined' }]);
  });

  test('while the page shows a QR code cancels the order at BankID', async () => {
    const login = await visit(broker, { state: 'xyz' });
    const { qr } = await login.load();
    expectDenial(arrivalOf(await login.press('cancel')), 'user declined', 'xyz');
    expect(callsSince()).toMatchObject({ auth: 1, cancel: 1 });
    expect(await broker.phone.orders()).toEqual([]);
    await expect(broker.phone.scan(qr!, TOLVAN)).rejects.toThrow('unknown_qr_code');
  });

  test('while the person is in the app cancels the order', async () => {
    const login = await visit(broker);
    const orderRef = await scan(broker, login);
    broker.advance(2);
    expect(await login.load()).toMatchObject({ state: 'app' });
    expectDenial(arrivalOf(await login.press('cancel')), 'user declined');
    await expect(broker.phone.decide(orderRef, 'approve')).rejects.toThrow('unknown_order');
  });

  test('prevents the code of an approval that was not collected', async () => {
    const login = await visit(broker);
    const orderRef = await scan(broker, login);
    await broker.phone.decide(orderRef, 'approve');
    expectDenial(arrivalOf(await login.press('cancel')), 'user declined');
    expect(callsSince()).toEqual({ auth: 1, cancel: 1 });
  });

  test('prevents the code of an approval before the return', async () => {
    const login = await visit(broker, { acr_values: `${ANY}:same-device` });
    const { appLink } = renderedPage(await login.press('same-device'));
    const { orderRef } = await broker.phone.open({ link: appLink }, TOLVAN);
    const { returnUrl } = await decide(broker, orderRef);
    expect(await login.load()).toMatchObject({ state: 'return' });
    expectDenial(arrivalOf(await login.press('cancel')), 'user declined');
    const late = await login.browser.get(returnUrl!);
    expect(renderedPage(late)).toMatchObject({ status: 404, error: 'login-not-found' });
    expect(late.location).toBeUndefined();
  });

  test('is final, even if BankID lost it and the person approves afterwards', async () => {
    const login = await visit(broker);
    const orderRef = await scan(broker, login);
    await orderFault(broker, { endpoint: 'cancel', effect: { kind: 'reset' } });
    expectDenial(arrivalOf(await login.press('cancel')), 'user declined');

    const collected = broker.simulator.statistics().calls.collect;
    await decide(broker, orderRef);
    expect(renderedPage(await login.browser.get(login.url))).toMatchObject({
      status: 404,
      error: 'login-not-found',
    });
    expect(broker.simulator.statistics().calls.collect).toBe(collected);
    const rows = await broker.sql(
      'select state, why, identity from authentication order by created_at desc limit 1',
    );
    expect(rows).toEqual([{ state: 'ended', why: 'declined', identity: null }]);
  });
});

describe('an outcome in the app', () => {
  test('of a person who declines leads to the application by 302', async () => {
    const login = await visit(broker, { state: 'xyz' });
    await decide(broker, await scan(broker, login), 'cancel');
    const answer = await login.browser.get(login.url);
    expect(answer.status).toBe(302);
    expectDenial(arrivalOf(await login.browser.follow(answer.location!)), 'user declined', 'xyz');
  });

  test('of a person who declines unasked leads to the application', async () => {
    const login = await visit(broker);
    await scan(broker, login, DECLINES);
    broker.advance(2);
    expectDenial(await login.arrive(), 'user declined');
  });

  test('of a person with a blocked BankID is explained on the page', async () => {
    const login = await visit(broker, { state: 'xyz' });
    await scan(broker, login, BLOCKED);
    broker.advance(2);
    const page = await login.load();
    expect(page).toMatchObject({
      status: 200,
      state: 'ended',
      heading: 'Your BankID cannot be used',
      message:
        'Your BankID is blocked or too old. Please use another BankID or get a new one from your bank.',
    });
    expect(page.forms.get('cancel')?.label).toBe('Back to Demo shop');
    expectDenial(arrivalOf(await login.press('cancel')), 'eID blocked or invalid', 'xyz');
  });

  test.each([
    ['startFailed', 'BankID was not opened in time', 'the request expired'],
    ['expiredTransaction', 'Time ran out', 'the request expired'],
    ['cancelled', 'Stopped by another request', 'cancelled by a newer request'],
    ['certificateErr', 'Your BankID cannot be used', 'eID blocked or invalid'],
    [
      'notSupportedByUserApp',
      'Your BankID app cannot do this',
      'eID app cannot perform the request',
    ],
    [
      'nfcNotSupportedByDevice',
      'Your BankID app cannot do this',
      'eID app cannot perform the request',
    ],
    [
      'multipleBankIdsOnDevice',
      'Your BankID app cannot do this',
      'eID app cannot perform the request',
    ],
    ['transactionRiskBlocked', 'Stopped for your safety', 'blocked by risk policy'],
    ['mrtdVerificationFailed', 'This did not work', 'authentication failed'],
    ['facialRecognitionFailed', 'This did not work', 'authentication failed'],
    ['stepUpFailed', 'This did not work', 'authentication failed'],
    ['neverHeardOf', 'This did not work', 'authentication failed'],
  ])(
    '%s is shown as "%s" and reported to the application as "%s"',
    async (hintCode, heading, description) => {
      const login = await visit(broker, { acr_values: `${ANY}:same-device` });
      const { appLink } = renderedPage(await login.press('same-device'));
      const { orderRef } = await broker.phone.open({ link: appLink }, TOLVAN);
      await decide(broker, orderRef, 'fail', hintCode);
      const page = await login.load();
      expect(page).toMatchObject({ status: 200, state: 'ended', heading });
      expect(page.message).toMatch(/\w{3}.*[.]$/);
      const again = ['try-again', 'cancel'];
      // The same would happen again, so the way back comes first.
      const isHopeless = /^(?:Your BankID|Stopped for your safety)/.test(heading);
      expect([...page.forms.keys()]).toEqual(isHopeless ? again.reverse() : again);
      expectDenial(arrivalOf(await login.press('cancel')), description);
    },
  );

  test('of any failure leaves a way to try again', async () => {
    const login = await visit(broker);
    await decide(broker, await scan(broker, login), 'fail', 'certificateErr');
    expect(await login.load()).toMatchObject({ state: 'ended' });
    expect(renderedPage(await login.press('try-again'))).toMatchObject({ state: 'scan' });
    await decide(broker, await scan(broker, login));
    expect((await login.arrive()).searchParams.has('code')).toBe(true);
  });
});

describe('a person who leaves the page open', () => {
  test('finds a new QR code for three minutes, and then a way to try again', async () => {
    const login = await visit(broker);
    const codes = new Set<string>();
    for (let seconds = 0; seconds < 180; seconds += 30) {
      const { state, qr } = await login.load();
      expect(state).toBe('scan');
      for (const old of codes) {
        await expect(broker.phone.scan(old, TOLVAN)).rejects.toThrow('unknown_qr_code');
      }
      codes.add(qr!);
      broker.advance(30);
    }
    expect(codes.size).toBe(6);
    expect(callsSince()).toEqual({ auth: 6, collect: 5 });

    expect(await login.load()).toMatchObject({
      state: 'ended',
      heading: 'BankID was not opened in time',
      message: 'Failed to scan the QR code. Start the BankID app and scan the QR code.',
    });
    expect(await broker.phone.orders()).toEqual([]);
    expect(renderedPage(await login.press('try-again'))).toMatchObject({ state: 'scan' });
    await decide(broker, await scan(broker, login));
    expect((await login.arrive()).searchParams.has('code')).toBe(true);
  });

  test('can scan the current QR code after a pause', async () => {
    const login = await visit(broker);
    await login.load();
    broker.advance(100);
    expect(await login.load()).toMatchObject({ state: 'scan' });
    await decide(broker, await scan(broker, login));
    expect((await login.arrive()).searchParams.has('code')).toBe(true);
  });

  test('in the middle of the app gets a timeout, which the application receives too', async () => {
    const login = await visit(broker);
    await scan(broker, login);
    broker.advance(180);
    expect(await login.load()).toMatchObject({ state: 'ended', heading: 'Time ran out' });
    expectDenial(arrivalOf(await login.press('cancel')), 'the request expired');
  });

  test('after the expiry sees the timeout, and BankID gets no further call', async () => {
    const login = await visit(broker);
    await scan(broker, login);
    broker.advance(450);
    expect(await login.load()).toMatchObject({
      state: 'ended',
      heading: 'Time ran out',
      message: 'It was not finished in time. Please try again.',
    });
    expect(callsSince()).toEqual({ auth: 1, cancel: 1 });
  });

  test('on the same device needs a click for a new order', async () => {
    const login = await visit(broker, { acr_values: `${ANY}:same-device` });
    await login.press('same-device');
    broker.advance(30);
    expect(await login.load()).toMatchObject({ state: 'ended' });
    expect(callsSince()).toEqual({ auth: 1, collect: 1 });
    expect(renderedPage(await login.press('try-again'))).toMatchObject({ state: 'open' });
  });
});

describe('the back and reload buttons', () => {
  test('start no second order at any step and lead to no dead end', async () => {
    const login = await visit(broker, { acr_values: ANY });
    await loadOften(login, 'choose');
    expect(callsSince()).toEqual({});

    await login.press('other-device');
    await loadOften(login, 'scan');
    await clickOften(login, 'other', 'scan');
    await clickOften(login, 'same', 'scan');

    const orderRef = await scan(broker, login);
    broker.advance(2);
    await loadOften(login, 'app');
    await clickOften(login, 'other', 'app');

    await decide(broker, orderRef);
    expect((await login.arrive()).searchParams.has('code')).toBe(true);
    expect(callsSince()).toMatchObject({ auth: 1 });
    expect(callsSince().cancel).toBeUndefined();

    for (const path of ['', '/status', '/qr.svg', '/return?nonce=x']) {
      const { status, location } = await login.browser.get(`${login.url}${path}`);
      expect([status, location]).toEqual([404, undefined]);
    }
    const late = await login.browser.post(`${login.url}/start`, { device: 'other' });
    expect(renderedPage(late)).toMatchObject({ status: 404, error: 'login-over' });
    expect(callsSince()).toMatchObject({ auth: 1 });
  });

  test('start a new login after the end of the first', async () => {
    const login = await visit(broker);
    await decide(broker, await scan(broker, login));
    const one = await login.arrive();
    const again = await visit(broker, {}, login.browser);
    expect(again.url).not.toBe(login.url);
    await decide(broker, await scan(broker, again));
    expect((await again.arrive()).searchParams.get('code')).not.toBe(one.searchParams.get('code'));
  });

  test('show the same order in all tabs after parallel clicks', async () => {
    const login = await visit(broker, { acr_values: ANY });
    const form = (await login.load()).forms.get('other-device')!;
    const { href } = new URL(form.action, login.url);
    const clicks = Array.from({ length: 5 }, () => login.browser.post(href, form.fields));
    for (const { status, location } of await Promise.all(clicks)) {
      expect([status, location]).toEqual([303, login.url]);
    }
    const { auth = 0, cancel = 0 } = callsSince();
    expect(auth - cancel).toBe(1);
    await decide(broker, await scan(broker, login));
    expect((await login.arrive()).searchParams.has('code')).toBe(true);
  });
});

/** The calls to BankID in this test, without zeros. */
function callsSince(): Partial<Calls> {
  const now = Object.entries(broker.simulator.statistics().calls) as [keyof Calls, number][];
  const since = now.map(([endpoint, count]) => [endpoint, count - before[endpoint]] as const);
  return Object.fromEntries(since.filter(([, count]) => count > 0));
}

/** Waits for the cancellation, which runs in the background. */
async function cancelledOrder(): Promise<void> {
  for (let tries = 0; tries < 500 && callsSince().cancel === undefined; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function loadOften(login: Visit, state: string): Promise<void> {
  for (let time = 0; time < 3; time += 1) expect(await login.load()).toMatchObject({ state });
}

/** Posts the form of an outdated page. */
async function clickOften(login: Visit, device: string, state: string): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    const { status, location } = await login.browser.post(`${login.url}/start`, { device });
    expect([status, location]).toEqual([303, login.url]);
    expect(await login.load()).toMatchObject({ state });
  }
}

function expectDenial(callback: URL, description: string, state?: string): void {
  expect(callback.origin + callback.pathname).toBe(REDIRECT_URI);
  expect(callback.hash).toBe('');
  expect(errorFieldsIn(callback)).toEqual({
    error: 'access_denied',
    error_description: description,
    ...(state !== undefined && { state }),
    iss: broker.issuer,
  });
}
