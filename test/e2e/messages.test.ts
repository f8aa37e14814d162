import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Broker, startBroker } from '../support/broker.ts';
import { signedIn } from '../support/specification.ts';
import { exchangeCode, verifiedClaims } from '../support/tokens.ts';
import { decide, scan, type Visit, visit } from '../support/visit.ts';

const MESSAGE = 'You are about to order <b>5 &euro;</b>\nfrom Åsa.';

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

describe('a message for an authentication', () => {
  // spec: hint.message
  test('is shown on the page, escaped, and in the app', async () => {
    const login = await visit(broker, { login_hint: `message:${base64url(MESSAGE)}` });
    const page = await login.load();
    expect(page).toMatchObject({
      state: 'scan',
      plainText: MESSAGE,
      purpose: 'Login at Demo shop',
    });
    expect(page.html).not.toContain('<b>5');

    const orderRef = await scan(broker, login);
    const order = (await broker.phone.orders()).find((one) => one.orderRef === orderRef);
    expect(order).toMatchObject({ kind: 'auth', display: { action: 'identify', text: MESSAGE } });
    await decide(broker, orderRef);
    expect((await claimsAfter(login)).ssn).toBe(TOLVAN);
  });

  // spec: hint.non-visible-data, id-token.evidence
  test('is in the evidence, together with non-visible data', async () => {
    const nonVisible = base64('order 4711');
    const login = await visit(broker, {
      scope: 'openid evidence',
      login_hint: `message:${base64(MESSAGE)} nonVisibleData:${nonVisible}`,
    });
    expect((await login.load()).html).not.toContain(nonVisible);
    await decide(broker, await scan(broker, login));
    const { evidence } = await claimsAfter(login);
    expect(signedIn(evidence, 'usrVisibleData')).toBe(base64(MESSAGE));
    expect(signedIn(evidence, 'usrNonVisibleData')).toBe(nonVisible);
    expect(signedIn(evidence, 'funcId')).toBe('Identification');
  });

  test('may be absent beside non-visible data', async () => {
    const nonVisible = base64('order 4711');
    const login_hint = `nonVisibleData:${nonVisible} scope:evidence`;
    const login = await visit(broker, { login_hint });
    expect((await login.load()).textMarkup).toBeUndefined();
    await decide(broker, await scan(broker, login));
    const { evidence } = await claimsAfter(login);
    expect(signedIn(evidence, 'usrNonVisibleData')).toBe(nonVisible);
  });

  test('does not add evidence to the token by itself', async () => {
    const login = await visit(broker, { login_hint: `message:${base64(MESSAGE)}` });
    await decide(broker, await scan(broker, login));
    const claims = await claimsAfter(login);
    expect([claims.evidence, claims.ocspResponse]).toEqual([undefined, undefined]);
  });

  test('is sent again with a renewed QR code', async () => {
    const login = await visit(broker, { login_hint: `message:${base64(MESSAGE)}` });
    await login.load();
    broker.advance(35);
    const orderRef = await scan(broker, login);
    const order = (await broker.phone.orders()).find((one) => one.orderRef === orderRef);
    expect(order).toMatchObject({ display: { text: MESSAGE } });
    await decide(broker, orderRef);
    await login.arrive();
  });
});

describe('a named person', () => {
  test.each([`sub:${TOLVAN}`, `sub:ssn:${TOLVAN}`])(
    '%s is the only person who may log in',
    async (loginHint) => {
      const login = await visit(broker, { login_hint: loginHint });
      await decide(broker, await scan(broker, login));
      expect((await claimsAfter(login)).ssn).toBe(TOLVAN);
    },
  );
});

async function claimsAfter(login: Visit): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await exchangeCode(broker, await login.arrive());
  return verifiedClaims(broker, body.id_token);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
