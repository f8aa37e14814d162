import { at, PERSON } from '@eid-broker/testing/sample-authentication';
import { describe, expect, test } from '@jest/globals';
import type { Progress } from '../../../src/domain/progress.ts';
import { LOGIN, openFlows, USER_AGENT } from '../../support/flows.ts';

async function started() {
  const flows = openFlows();
  await flows.startLogin(LOGIN, USER_AGENT, 'other');
  const eidAnswers = async (progress: Progress) => {
    flows.eid.willCollect(progress);
    flows.advance(2);
    return flows.advanceLogin(LOGIN, USER_AGENT);
  };
  return { ...flows, eidAnswers };
}

describe('the cancellation of a login', () => {
  test('before the start is a decline', async () => {
    const { cancelLogin, eid } = openFlows();
    expect(await cancelLogin(LOGIN)).toBe('declined');
    expect(eid.calls).toEqual([]);
  });

  test('ends the attempt and its order', async () => {
    const { cancelLogin, eid, latest } = await started();
    expect(await cancelLogin(LOGIN)).toBe('declined');
    expect(eid.ordersOf('cancel')).toEqual(['order-1']);
    expect((await latest()).progress).toEqual({
      state: 'ended',
      at: at(0),
      why: 'declined',
      hintCode: undefined,
    });
  });

  test('is final, whatever the eID answers afterwards', async () => {
    const { cancelLogin, eidAnswers } = await started();
    await cancelLogin(LOGIN);
    const view = await eidAnswers({ state: 'identified', identity: PERSON });
    expect(view).toEqual({ step: 'refused', why: 'declined' });
  });

  test('keeps the reason of an attempt that has ended', async () => {
    const { cancelLogin, eidAnswers, eid } = await started();
    await eidAnswers({ state: 'ended', why: 'blocked', hintCode: 'certificateErr' });
    expect(await cancelLogin(LOGIN)).toBe('blocked');
    expect(eid.ordersOf('cancel')).toEqual([]);
  });

  test('has the same result when it is repeated', async () => {
    const { cancelLogin, eid } = await started();
    expect(await Promise.all([cancelLogin(LOGIN), cancelLogin(LOGIN)])).toEqual([
      'declined',
      'declined',
    ]);
    expect(eid.ordersOf('cancel')).toEqual(['order-1']);
  });

  test('after the identification is a decline, and no result is consumed', async () => {
    const { cancelLogin, eidAnswers, authentications, latest } = await started();
    await eidAnswers({ state: 'identified', identity: PERSON });
    expect(await cancelLogin(LOGIN)).toBe('declined');
    expect(await authentications.consumeResult((await latest()).id, at(3))).toBeUndefined();
  });
});
