import { PERSON } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';

import {
  authenticationIdOf,
  CIBA,
  HEADLESS,
  openBackchannel,
  PHONE_START,
} from './open-backchannel.ts';

async function withPhone() {
  const backchannel = openBackchannel();
  const { requestId } = await backchannel.startPhoneAuthentication(PHONE_START);
  return { ...backchannel, requestId };
}

test('a cancelled request cancels the order and returns its end once', async () => {
  const { cancelRequest, pollRequest, eid, requestId } = await withPhone();
  expect(await cancelRequest(requestId, CIBA)).toBe(true);
  expect(eid.ordersOf('cancel')).toEqual(['order-1']);
  expect(await pollRequest(requestId, CIBA)).toMatchObject({ state: 'ended', why: 'declined' });
  expect(await pollRequest(requestId, CIBA)).toEqual({ state: 'unknown' });
});

test('a repeated cancel succeeds without a call to the eID', async () => {
  const { cancelRequest, eid, requestId } = await withPhone();
  await cancelRequest(requestId, CIBA);
  expect(await cancelRequest(requestId, CIBA)).toBe(true);
  expect(eid.ordersOf('cancel')).toEqual(['order-1']);
});

test('a person who was identified just before is not returned', async () => {
  const { cancelRequest, pollRequest, consumeResult, eid, advance, requestId } = await withPhone();
  eid.willCollect({ state: 'identified', identity: PERSON });
  advance(5);
  await pollRequest(requestId, CIBA);
  expect(await cancelRequest(requestId, CIBA)).toBe(true);
  expect(await consumeResult(authenticationIdOf(requestId), CIBA)).toBe(false);
  expect(await pollRequest(requestId, CIBA)).toEqual({ state: 'unknown' });
});

test.each([
  ['another client', { ...CIBA, clientId: 'other' }],
  ['the other channel', HEADLESS],
])('%s cannot cancel the request', async (_, by) => {
  const { cancelRequest, pollRequest, eid, requestId } = await withPhone();
  expect(await cancelRequest(requestId, by)).toBe(false);
  expect(eid.ordersOf('cancel')).toEqual([]);
  expect((await pollRequest(requestId, CIBA)).state).toBe('pending');
});
