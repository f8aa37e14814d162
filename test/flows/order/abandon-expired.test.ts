import { PERSON } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';

import type { Progress } from '../../../src/domain/progress.ts';
import { makeAbandonExpired } from '../../../src/flows/order/abandon-order.ts';
import type { OrderEid } from '../../../src/ports/eid.ts';
import { type Between, LOGIN, openFlows, USER_AGENT } from '../../support/flows.ts';

const IDENTIFIED: Progress = { state: 'identified', identity: PERSON };

/** A pending login, and the sweep. */
async function open(between: Between = {}) {
  const flows = openFlows(between);
  const { authentications, configurationSource, clock } = flows;
  const abandonExpired = makeAbandonExpired({ authentications, configurationSource, clock });
  await flows.startLogin(LOGIN, USER_AGENT, 'other');
  return { ...flows, abandonExpired };
}

test('an attempt without polls ends when it expires, and its order is cancelled', async () => {
  const { abandonExpired, advance, eid, latest, authentications } = await open();
  advance(419.999);
  expect(await abandonExpired()).toBe(0);
  advance(0.001);
  expect(await abandonExpired()).toBe(1);
  expect(eid.ordersOf('cancel')).toEqual(['order-1']);
  expect((await latest()).progress).toMatchObject({ state: 'ended', why: 'expired' });
  expect(authentications.events.map(({ outcome }) => outcome)).toEqual(['expired']);
});

test('concurrent sweeps end an attempt once, and the next one finds nothing', async () => {
  const { abandonExpired, advance, eid } = await open();
  advance(420);
  await Promise.all([abandonExpired(), abandonExpired()]);
  expect(await abandonExpired()).toBe(0);
  expect(eid.ordersOf('cancel')).toEqual(['order-1']);
});

test('a person who approves too late is not identified', async () => {
  const { abandonExpired, advance, eid, advanceLogin, authentications } = await open();
  advance(420);
  await abandonExpired();
  eid.willCollect(IDENTIFIED);
  expect(await advanceLogin(LOGIN, USER_AGENT)).toMatchObject({ step: 'ended', why: 'expired' });
  expect(eid.ordersOf('collect')).toEqual([]);
  expect(authentications.events).toHaveLength(1);
});

test('an eID that cannot cancel is not called, and its late answer is not collected', async () => {
  const withoutCancel = ({ cancel: _, ...eid }: OrderEid): OrderEid => eid;
  const { abandonExpired, advance, eid, advanceLogin } = await open({ eid: withoutCancel });
  advance(420);
  expect(await abandonExpired()).toBe(1);
  eid.willCollect(IDENTIFIED);
  expect(await advanceLogin(LOGIN, USER_AGENT)).toMatchObject({ step: 'ended', why: 'expired' });
  expect(eid.calls.map(({ operation }) => operation)).toEqual(['start']);
});

test('an attempt lives as long as its eID needs', async () => {
  const { abandonExpired, advance } = await open({ offer: { lifetime: 600 } });
  advance(599.999);
  expect(await abandonExpired()).toBe(0);
  advance(0.001);
  expect(await abandonExpired()).toBe(1);
});

test('an attempt whose eID is no longer offered ends all the same', async () => {
  const { abandonExpired, advance, eid, withdrawEid, latest } = await open();
  withdrawEid();
  advance(420);
  expect(await abandonExpired()).toBe(1);
  expect(eid.ordersOf('cancel')).toEqual([]);
  expect((await latest()).progress.state).toBe('ended');
});

test('an attempt that expired long ago is left to the purge', async () => {
  const { abandonExpired, advance } = await open();
  advance(420 + 60);
  expect(await abandonExpired()).toBe(0);
});

test('many orders are cancelled in groups of no more than 64', async () => {
  const { abandonExpired, advance, eid, startLogin } = await open();
  for (let number = 1; number < 70; number += 1) {
    await startLogin({ ...LOGIN, id: `login-of-${number}` }, USER_AGENT, 'other');
  }
  advance(420);
  expect([await abandonExpired(), await abandonExpired()]).toEqual([64, 6]);
  expect(new Set(eid.ordersOf('cancel')).size).toBe(70);
});
