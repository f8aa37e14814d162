import { PERSON } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';

import type { JsonObject } from '../../../src/domain/json.ts';
import { makeCancelLateStart } from '../../../src/flows/browser-login/cancel-login.ts';
import { LOGIN, openFlows, USER_AGENT } from '../../support/flows.ts';

/** A login that is cancelled while the eID starts an order, which takes this many seconds. */
async function cancelled(seconds: number) {
  const flows = openFlows();
  let answerWith: (order: JsonObject) => void = () => undefined;
  flows.eid.willStart(
    new Promise((resolve) => {
      answerWith = resolve;
    }),
  );
  const start = flows.startLogin(LOGIN, USER_AGENT, 'other');
  expect(await flows.cancelLogin(LOGIN)).toBe('declined');
  let slept = 0;
  const cancelLateStart = makeCancelLateStart({
    ...flows,
    sleep: async (by) => {
      if (slept < seconds && seconds <= slept + by) {
        answerWith({ reference: 'late' });
        await start;
      }
      slept += by;
      flows.advance(by);
    },
  });
  await cancelLateStart(LOGIN);
  return { ...flows, slept };
}

test.each([1, 9])(
  'an order that the eID starts %d seconds after the cancel is cancelled',
  async (seconds) => {
    const { eid, latest, authentications } = await cancelled(seconds);
    expect(eid.ordersOf('cancel')).toEqual(['late']);
    expect((await latest()).progress).toMatchObject({ state: 'ended', why: 'declined' });
    expect(authentications.events.map(({ outcome }) => outcome)).toEqual(['declined']);
  },
);

test('the search for an order ends when the eID can no longer answer', async () => {
  const { slept, authentications } = await cancelled(11);
  expect(slept).toBe(10);
  expect(await authentications.findLatest(LOGIN.id)).toBeUndefined();
});

test('an ended attempt does not change', async () => {
  const flows = openFlows();
  await flows.startLogin(LOGIN, USER_AGENT, 'other');
  flows.eid.willCollect({ state: 'identified', identity: PERSON });
  flows.advance(2);
  await flows.advanceLogin(LOGIN, USER_AGENT);
  await makeCancelLateStart({ ...flows, sleep: async () => undefined })(LOGIN);
  expect((await flows.latest()).progress.state).toBe('identified');
  expect(flows.eid.ordersOf('cancel')).toEqual([]);
});
