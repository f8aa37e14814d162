import {
  at,
  leaseOf,
  PERSON,
  pendingAuthentication,
} from '@eid-broker/testing/sample-authentication';
import { describe, expect, test } from '@jest/globals';
import { openFlows } from '../../support/flows.ts';

async function withPending() {
  const flows = openFlows();
  const authentication = pendingAuthentication({}, { order: { reference: 'order-1' } });
  await flows.authentications.begin(authentication);
  return { ...flows, authentication };
}

describe('the abandoning of an order', () => {
  test('ends the attempt, then cancels the order at the eID', async () => {
    const { abandonOrder, authentication, advance, eid, latest } = await withPending();
    advance(9);
    const ended = await abandonOrder(authentication, 'declined');
    expect(ended.progress).toEqual({
      state: 'ended',
      at: at(9),
      why: 'declined',
      hintCode: undefined,
    });
    expect(await latest()).toEqual(ended);
    expect(eid.ordersOf('cancel')).toEqual(['order-1']);
  });

  test('leaves a final attempt unchanged, and does not call the eID', async () => {
    const { abandonOrder, authentication, authentications, eid } = await withPending();
    const outcome = { state: 'identified', at: at(5), identity: PERSON } as const;
    const identified = await authentications.recordOutcome(leaseOf(authentication.id), outcome);
    expect(await abandonOrder(identified!, 'declined')).toEqual(identified);
    expect(eid.calls).toEqual([]);
  });

  test('returns the outcome that another caller stored meanwhile', async () => {
    const { abandonOrder, authentication, authentications, eid } = await withPending();
    const outcome = { state: 'identified', at: at(5), identity: PERSON } as const;
    const identified = await authentications.recordOutcome(leaseOf(authentication.id), outcome);
    expect(await abandonOrder(authentication, 'declined')).toEqual(identified);
    expect(eid.calls).toEqual([]);
  });

  test('cancels once for any number of callers', async () => {
    const { abandonOrder, authentication, eid } = await withPending();
    await Promise.all(Array.from({ length: 25 }, () => abandonOrder(authentication, 'declined')));
    expect(eid.ordersOf('cancel')).toEqual(['order-1']);
  });

  test('ends the attempt also when the eID is no longer offered', async () => {
    const { abandonOrder, authentication, withdrawEid, eid } = await withPending();
    withdrawEid();
    expect((await abandonOrder(authentication, 'declined')).progress.state).toBe('ended');
    expect(eid.calls).toEqual([]);
  });

  test('cancels the order of a renewal that happened meanwhile', async () => {
    const { abandonOrder, authentication, authentications, eid } = await withPending();
    const lease = await authentications.acquireLease(authentication.id, {
      now: at(2),
      leaseUntil: at(12),
    });
    const order = { reference: 'order-2' };
    await authentications.recordPending(lease!, { ...authentication.progress, order });
    await abandonOrder(authentication, 'declined');
    expect(eid.ordersOf('cancel')).toEqual(['order-2']);
  });
});
