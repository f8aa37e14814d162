import { TOLVAN } from '@eid-broker/testing/phone';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { commandAdmission } from '../../src/adapters/admission/database-admission.ts';
import { pgUsage } from '../../src/adapters/postgres/events/usage.ts';
import { openPool } from '../../src/adapters/postgres/pool.ts';
import {
  type BackchannelBroker,
  HEADLESS_REQUEST,
  onlyOrder,
  pollHeadless,
  pollPhone,
  post,
  startHeadless,
  startPhone,
} from '../support/backchannel-broker.ts';
import { startSpecificationBroker, tokensFor } from '../support/specification.ts';

const silent = { info() {}, warn() {}, error() {} };

let broker: BackchannelBroker;
beforeAll(async () => {
  broker = await startSpecificationBroker();
});
afterAll(() => broker.close());

/** The billed uses of the tenant so far. */
async function counted() {
  const pool = openPool({ url: broker.databaseUrl, size: 1, admission: commandAdmission }, silent);
  const lines = await pgUsage(pool).between(new Date(0), new Date(broker.now().getTime() + 1000));
  await pool.end();
  return Object.fromEntries(lines.map(({ kind, identified }) => [kind, identified]));
}

async function answer({ id, autoStartToken }: { id: string; autoStartToken: string }) {
  const { orderRef } = await broker.phone.open({ autoStartToken }, TOLVAN);
  await broker.phone.decide(orderRef, 'approve');
  broker.advance(5);
  expect((await pollHeadless(broker, id)).status).toBe(200);
}

describe('billing', () => {
  // spec: limit.billing
  test('counts text signing separately from authentication in each flow', async () => {
    expect(await counted()).toEqual({});
    await tokensFor(broker, {});
    expect(await counted()).toEqual({ authentication: 1 });

    const message = Buffer.from('I agree.').toString('base64');
    await answer(await startHeadless(broker, { login_hint: `action:sign message:${message}` }));
    expect(await counted()).toEqual({ authentication: 1, signature: 1 });

    // A message or another action does not count as a signature.
    await answer(await startHeadless(broker, { login_hint: `action:approve message:${message}` }));
    expect(await counted()).toEqual({ authentication: 2, signature: 1 });

    const id = await startPhone(broker);
    const orderRef = await onlyOrder(broker);
    await broker.phone.open({ orderRef }, TOLVAN);
    await broker.phone.decide(orderRef, 'confirm-call');
    await broker.phone.decide(orderRef, 'approve');
    broker.advance(5);
    expect((await pollPhone(broker, id)).status).toBe(200);
    expect(await counted()).toEqual({ authentication: 3, signature: 1 });
  });
});

describe('the length of a message to the Swedish eID', () => {
  // spec: limit.message.se, limit.sign.se
  test.each([
    ['', 1500],
    ['action:sign ', 40_000],
  ])('after "%s" is at most %d in base64', async (action, limit) => {
    const starts = [limit - 1, limit, limit + 1].map(async (length) => {
      const message = Buffer.alloc(Math.floor((length * 3) / 4), 'a').toString('base64url');
      const login_hint = `${action}message:${message.padEnd(length, 'A')}`;
      const request = { ...HEADLESS_REQUEST, login_hint };
      const { status, body } = await post(broker, '/headless/authorize', request);
      return [status, body.error_description];
    });
    const tooLong = `message is longer than ${limit} characters after base64 encoding`;
    expect(await Promise.all(starts)).toEqual([
      [200, undefined],
      [200, undefined],
      [400, tooLong],
    ]);
  });
});

describe('one ASCII space as a separator', () => {
  // spec: limit.separator
  test.each([
    ['two spaces in scope', { scope: 'openid  ssn' }],
    ['a tab in scope', { scope: 'openid\tssn' }],
    ['a space before scope', { scope: ' openid' }],
    ['two spaces in login_hint', { login_hint: 'action:confirm  scope:ssn' }],
    ['a space after login_hint', { login_hint: 'action:confirm ' }],
  ])('is required: %s is refused', async (_, change) => {
    const request = { ...HEADLESS_REQUEST, ...change };
    const { status, body } = await post(broker, '/headless/authorize', request);
    expect(status).toBe(400);
    expect(body.error).toMatch(/^invalid_(scope|request)$/);
  });
});
