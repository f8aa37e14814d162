import { TOLVAN } from '@eid-broker/testing/phone';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Broker, startBroker } from '../support/broker.ts';
import { errorFieldsIn } from '../support/error-fields.ts';
import { signedIn } from '../support/specification.ts';
import { exchangeCode, verifiedClaims } from '../support/tokens.ts';
import { arrivalOf, decide, scan, type Visit, visit } from '../support/visit.ts';

const ANY = 'urn:grn:authn:se:bankid';
const QR = `${ANY}:another-device:qr`;
const ASA = '199006022397';
const TEXT = 'I lend Åsa 100 €.\n\n  Back on *Friday*.';
const MARKDOWN =
  '# Order\n\nVendor: *Cool Delivery*\n\n+ one\n+ two\n\n---\n\nI approve <b>this</b>.';
/** A text of the greatest length: 40,000 characters in base64. */
const LONGEST = `${'Paragraph 12. '.repeat(2142)}The end..???`;

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

describe('a text to sign', () => {
  // spec: purpose.signs, hint.sign, auth.large-tokens
  test.each([
    ['plain text', TEXT],
    ['markdown', MARKDOWN],
    ['of the greatest length', LONGEST],
  ])('(%s) is the same on the page, in the app and in the token', async (_what, text) => {
    const login = await signing(text, { scope: 'openid evidence' });
    const page = await login.load();
    expect(page).toMatchObject({
      state: 'choose',
      heading: 'Sign with BankID',
    });
    expect(textsOf(page.textMarkup)).toBe(textsOf(shownBy(text)));

    expect(renderedPage(await login.press('other-device'))).toMatchObject({
      state: 'scan',
      purpose: 'Sign at Demo shop',
    });
    const orderRef = await scan(broker, login);
    expect(await onPhone(orderRef)).toMatchObject({ action: 'sign', text });
    await decide(broker, orderRef);

    const { ssn, evidence } = await claimsAfter(login);
    expect(ssn).toBe(TOLVAN);
    expect(signedIn(evidence, 'usrVisibleData')).toBe(base64(text));
    expect(signedIn(evidence, 'funcId')).toBe('Signing');
    expect(callsSince()).toMatchObject({ sign: 1 });
    expect(callsSince().auth).toBeUndefined();
  });

  test('has 40,000 characters in base64 at most', () => {
    expect(base64(LONGEST)).toHaveLength(40_000);
  });

  // spec: hint.non-visible-data
  test('may come with non-visible data, which is in the evidence', async () => {
    const nonVisible = base64('{"order":"4711"}');
    const login = await signing(TEXT, { scope: 'openid evidence' }, [
      `nonVisibleData:${nonVisible}`,
    ]);
    expect((await login.load()).html).not.toContain(nonVisible);
    await login.press('other-device');
    await decide(broker, await scan(broker, login));
    const { evidence } = await claimsAfter(login);
    expect(signedIn(evidence, 'usrNonVisibleData')).toBe(nonVisible);
  });

  test('may be sent in base64url', async () => {
    const message = Buffer.from(TEXT).toString('base64url');
    const login = await visit(broker, {
      acr_values: ANY,
      scope: 'openid evidence',
      login_hint: `action:sign message:${message}`,
    });
    await login.press('other-device');
    await decide(broker, await scan(broker, login));
    expect(signedIn((await claimsAfter(login)).evidence, 'usrVisibleData')).toBe(base64(TEXT));
  });

  test.each(['openid', 'openid evidence'])(
    'with the scope "%s" comes with evidence only if the scope requests it',
    async (scope) => {
      const login = await signing(TEXT, { scope });
      await login.press('other-device');
      await decide(broker, await scan(broker, login));
      const claims = await claimsAfter(login);
      expect('evidence' in claims).toBe(scope.includes('evidence'));
      expect('ocspResponse' in claims).toBe(scope.includes('evidence'));
    },
  );
});

describe('a signature starts with a click', () => {
  test.each([QR, `${ANY}:another-device`, `${ANY}:same-device`, ANY])('for %s', async (acr) => {
    const login = await signing(TEXT, { acr_values: acr });
    for (let time = 0; time < 3; time += 1) {
      const page = await login.load();
      expect(['choose', 'confirm']).toContain(page.state);
      expect(page.qr).toBeUndefined();
      expect(textsOf(page.textMarkup)).toBe(textsOf(shownBy(TEXT)));
      await login.browser.get(`${login.url}/status`);
      expect((await login.browser.get(`${login.url}/qr.svg`)).status).toBe(404);
    }
    expect(callsSince()).toEqual({});
    const button = acr.endsWith('same-device') ? 'same-device' : 'other-device';
    await login.press(button);
    expect(callsSince()).toMatchObject({ sign: 1 });
  });
});

describe('a signature has an order of its own', () => {
  test('and a cancellation on the page ends the order', async () => {
    const login = await signing(TEXT);
    await login.press('other-device');
    const orderRef = await scan(broker, login);
    const callback = arrivalOf(await login.press('cancel'));
    expect(callback.searchParams.get('error_description')).toBe('user declined');
    await expect(broker.phone.decide(orderRef, 'approve')).rejects.toThrow('unknown_order');
  });

  test('and a cancellation before the click causes no call to BankID', async () => {
    const login = await signing(TEXT, { state: 'xyz' });
    const callback = arrivalOf(await login.press('cancel'));
    expect(errorFieldsIn(callback)).toEqual({
      error: 'access_denied',
      error_description: 'user declined',
      state: 'xyz',
      iss: broker.issuer,
    });
    expect(callsSince()).toEqual({});
  });

  test('and another try signs the same text with a new order', async () => {
    const login = await signing(TEXT, { scope: 'openid evidence' });
    await login.press('other-device');
    await decide(broker, await scan(broker, login), 'fail', 'certificateErr');
    const page = await login.load();
    expect(page).toMatchObject({ state: 'ended' });
    expect(page.textMarkup).toBeDefined();
    expect(renderedPage(await login.press('try-again'))).toMatchObject({ state: 'scan' });
    await decide(broker, await scan(broker, login));
    const { evidence } = await claimsAfter(login);
    expect(signedIn(evidence, 'usrVisibleData')).toBe(base64(TEXT));
    expect(callsSince()).toMatchObject({ sign: 2 });
  });

  test('and a reload or a second click starts no other order', async () => {
    const login = await signing(TEXT);
    await login.press('other-device');
    for (const device of ['other', 'same', 'other']) {
      await login.browser.post(`${login.url}/start`, { device });
      expect(await login.load()).toMatchObject({ state: 'scan' });
    }
    expect(callsSince()).toEqual({ sign: 1 });
  });

  test('and an unopened order is renewed with the same text', async () => {
    const login = await signing(TEXT, { scope: 'openid evidence' });
    await login.press('other-device');
    broker.advance(35);
    expect(await login.load()).toMatchObject({ state: 'scan' });
    await decide(broker, await scan(broker, login));
    const { evidence } = await claimsAfter(login);
    expect(signedIn(evidence, 'usrVisibleData')).toBe(base64(TEXT));
    expect(callsSince()).toMatchObject({ sign: 2 });
    expect(callsSince().auth).toBeUndefined();
  });

  test('and a login in another tab does not complete it', async () => {
    const sign = await signing(TEXT, { scope: 'openid evidence' });
    await sign.press('other-device');
    const signRef = await scan(broker, sign, ASA);
    const login = await visit(broker, { scope: 'openid evidence' }, sign.browser);
    await decide(broker, await scan(broker, login));
    const claims = await claimsAfter(login);
    expect(claims.ssn).toBe(TOLVAN);
    expect(signedIn(claims.evidence, 'usrVisibleData')).toBe(base64('Login at Demo shop'));

    expect((await sign.load()).state).toBe('app');
    await decide(broker, signRef);
    const signed = await claimsAfter(sign);
    expect(signed.ssn).toBe(ASA);
    expect(signedIn(signed.evidence, 'usrVisibleData')).toBe(base64(TEXT));
  });

  test('and the app on the same device returns as after a login', async () => {
    const login = await signing(TEXT, { scope: 'openid evidence' });
    const { appLink } = renderedPage(await login.press('same-device'));
    const { orderRef } = await broker.phone.open({ link: appLink }, TOLVAN);
    const { returnUrl } = await decide(broker, orderRef);
    expect(await login.load()).toMatchObject({ state: 'return' });
    const callback = arrivalOf(await login.browser.follow(returnUrl!));
    const { body } = await exchangeCode(broker, callback);
    const { evidence } = await verifiedClaims(broker, body.id_token);
    expect(signedIn(evidence, 'usrVisibleData')).toBe(base64(TEXT));
  });

  // spec: limit.billing
  test('and counts as a signature, whose row has no text in clear', async () => {
    const login = await signing('A very particular text');
    await login.press('other-device');
    await decide(broker, await scan(broker, login));
    await login.arrive();
    const [row] = await broker.sql('select * from authentication order by created_at desc limit 1');
    expect(JSON.stringify(row)).not.toContain(base64('A very particular text'));
    const events = await broker.sql(
      "select kind from authentication_event where kind = 'signature'",
    );
    expect(events.length).toBeGreaterThan(0);
  });
});

describe('a signature without JavaScript', () => {
  test('has a page for the text, which stays while the QR code reloads', async () => {
    const login = await signing(TEXT);
    const waiting = renderedPage(await login.press('other-device'));
    expect(waiting).toMatchObject({ state: 'scan', reloadsAfter: 2 });
    expect(waiting.html).toContain(`href="${new URL(login.url).pathname}/text"`);
    const reading = renderedPage(await login.browser.get(`${login.url}/text`));
    expect(reading).toMatchObject({ status: 200, state: 'read', reloadsAfter: undefined });
    expect(textsOf(reading.textMarkup)).toBe(textsOf(shownBy(TEXT)));
    expect(callsSince()).toEqual({ sign: 1 });
  });
});

/** A request to sign; by default the person chooses the device. */
function signing(
  text: string,
  parameters: Readonly<Record<string, string>> = {},
  directives: readonly string[] = [],
): Promise<Visit> {
  const login_hint = ['action:sign', `message:${base64(text)}`, ...directives].join(' ');
  return visit(broker, { acr_values: ANY, login_hint, ...parameters });
}

async function claimsAfter(login: Visit): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await exchangeCode(broker, await login.arrive());
  expect(status).toBe(200);
  return verifiedClaims(broker, body.id_token);
}

/** The text and the action that the phone shows for an order. */
async function onPhone(orderRef: string): Promise<unknown> {
  const orders = await broker.phone.orders();
  const order = orders.find((one) => one.orderRef === orderRef);
  return (order as { readonly display?: unknown } | undefined)?.display;
}

/** The text without HTML tags and extra spaces. */
function textsOf(markup = ''): string {
  return markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The shown text: without Markdown syntax, and with HTML escaped. */
function shownBy(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/^(?:#+|\+) |^---$/gm, '')
    .replace(/\*(\S[^*]*)\*/g, ' $1 ');
}

/** The calls to BankID in this test, without zeros. */
function callsSince(): Partial<Calls> {
  const now = Object.entries(broker.simulator.statistics().calls) as [keyof Calls, number][];
  const since = now.map(([endpoint, count]) => [endpoint, count - before[endpoint]] as const);
  return Object.fromEntries(since.filter(([, count]) => count > 0));
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
