import { TOLVAN } from '@eid-broker/testing/phone';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type Broker, startBroker } from '../support/broker.ts';
import { decide, scan, visit } from '../support/visit.ts';

const ANY = 'urn:grn:authn:se:bankid';

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

describe('the action directive', () => {
  // spec: hint.action
  test.each([
    ['', 'en', 'Log in with BankID', 'Login at Demo shop'],
    ['action:login', 'en', 'Log in with BankID', 'Login at Demo shop'],
    ['action:confirm', 'en', 'Confirm with BankID', 'Confirm at Demo shop'],
    ['action:accept', 'en', 'Accept with BankID', 'Accept at Demo shop'],
    ['action:approve', 'en', 'Approve with BankID', 'Approve at Demo shop'],
    ['action:approve', 'sv', 'Godkänn med BankID', 'Godkänn hos Demo shop'],
    ['action:approve', 'da', 'Godkend med BankID', 'Godkend hos Demo shop'],
    ['action:approve', 'nb', 'Godkjenn med BankID', 'Godkjenn hos Demo shop'],
    ['action:approve', 'fi', 'Hyväksy: BankID', 'Hyväksy palvelussa Demo shop'],
    [
      'action:sign message:SSBhZ3JlZS4=',
      'sv',
      'Skriv under med BankID',
      'Skriv under hos Demo shop',
    ],
  ])(
    'shows "%s" in %s as "%s", then as "%s" on the page and in the app',
    async (loginHint, ui_locales, heading, at) => {
      const parameters = {
        acr_values: ANY,
        ui_locales,
        ...(loginHint && { login_hint: loginHint }),
      };
      const login = await visit(broker, parameters);
      expect(await login.load()).toMatchObject({ state: 'choose', heading, purpose: at });
      const waiting = renderedPage(await login.press('other-device'));
      expect(waiting).toMatchObject({ state: 'scan', purpose: at });
      const orderRef = await scan(broker, login);
      if (!loginHint.startsWith('action:sign')) expect(await textInApp(orderRef)).toBe(at);
      await decide(broker, orderRef);
      expect((await login.arrive()).searchParams.has('code')).toBe(true);
    },
  );

  // spec: hint.action
  test('changes only the texts: BankID receives an identification', async () => {
    const { sign } = broker.simulator.statistics().calls;
    const login = await visit(broker, { login_hint: 'action:approve' });
    const orderRef = await scan(broker, login);
    const order = (await broker.phone.orders()).find((one) => one.orderRef === orderRef);
    expect(order).toMatchObject({ kind: 'auth', display: { action: 'identify' } });
    expect(broker.simulator.statistics().calls.sign).toBe(sign);
  });

  test("shows only the application's message in an app on the same device", async () => {
    const login = await visit(broker, { acr_values: `${ANY}:same-device` });
    const { appLink: link } = renderedPage(await login.press('same-device'));
    const { orderRef } = await broker.phone.open({ link }, TOLVAN);
    expect(await textInApp(orderRef)).toBeUndefined();
  });
});

/** The text that the BankID app shows for an order. */
async function textInApp(orderRef: string): Promise<string | undefined> {
  const order = (await broker.phone.orders()).find((one) => one.orderRef === orderRef);
  return order?.display?.text;
}
