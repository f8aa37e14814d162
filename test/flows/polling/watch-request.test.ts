import { PERSON } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';

import type { Sight } from '../../../src/flows/polling/watch-request.ts';
import { OUTSTANDING } from '../../support/scripted-eid.ts';
import { attemptIdOf, CIBA, HEADLESS, HEADLESS_START, openPolled } from './open-polled.ts';

async function watched() {
  const polled = openPolled();
  const { requestId } = await polled.startHeadless(HEADLESS_START);
  const watcher = await polled.watchRequest(requestId, HEADLESS);
  if (watcher === undefined) throw new Error('the request cannot be watched');
  return { ...polled, requestId, ...watcher };
}

async function all(sights: AsyncIterable<Sight>): Promise<Sight[]> {
  const seen: Sight[] = [];
  for await (const sight of sights) seen.push(sight);
  return seen;
}

test('a watcher sees a QR code each second and the outcome last, without taking it', async () => {
  const { sights, eid, pollRequest, requestId } = await watched();
  eid.willCollect(
    OUTSTANDING,
    { state: 'pending', stage: 'identification', hint: 'sign' },
    { state: 'identified', identity: PERSON },
  );
  const seen = await all(sights);
  expect(seen.map((sight) => ('qrData' in sight ? sight.qrData : sight.state))).toEqual([
    'qr order-1 2026-03-01T10:00:00.000Z',
    'qr order-1 2026-03-01T10:00:01.000Z',
    'qr order-1 2026-03-01T10:00:02.000Z',
    'qr order-1 2026-03-01T10:00:03.000Z',
    'qr order-1 2026-03-01T10:00:04.000Z',
    'qr order-1 2026-03-01T10:00:05.000Z',
    'completed',
  ]);
  expect(eid.asked('collect')).toHaveLength(3);
  expect((await pollRequest(requestId, HEADLESS)).state).toBe('identified');
});

test('a watcher who sees an end leaves it to be told to a poll', async () => {
  const { sights, eid, pollRequest, requestId } = await watched();
  eid.willCollect({ state: 'ended', why: 'declined', hint: 'cancel' });
  expect((await all(sights)).at(-1)).toEqual({ state: 'ended', why: 'declined', hint: 'cancel' });
  expect(await pollRequest(requestId, HEADLESS)).toEqual({
    state: 'ended',
    why: 'declined',
    hint: 'cancel',
  });
});

test('watching ends with the request', async () => {
  const { sights, eid } = await watched();
  const seen = await all(sights);
  expect(seen).toHaveLength(121);
  expect(seen.at(-1)).toEqual({ state: 'ended', why: 'expired', hint: 'expired' });
  expect(eid.asked('collect')).toHaveLength(59);
});

test('who stops watching stops asking', async () => {
  const { sights, eid } = await watched();
  for await (const sight of sights) {
    expect(sight.state).toBe('pending');
    break;
  }
  expect(eid.asked('collect')).toEqual([]);
});

test.each([
  ['another client', { ...HEADLESS, clientId: 'other' }],
  ['another door', CIBA],
])('%s sees nothing', async (_, by) => {
  const { watchRequest, requestId } = await watched();
  expect(await watchRequest(requestId, by)).toBeUndefined();
});

test('a result that is given out cannot be watched any more', async () => {
  const { sights, eid, handOut, watchRequest, requestId } = await watched();
  eid.willCollect({ state: 'identified', identity: PERSON });
  await all(sights);
  await handOut(attemptIdOf(requestId), HEADLESS);
  expect(await watchRequest(requestId, HEADLESS)).toBeUndefined();
});

test('an end that a poll has heard cannot be watched any more', async () => {
  const { sights, eid, watchRequest, pollRequest, requestId } = await watched();
  eid.willCollect({ state: 'ended', why: 'declined', hint: 'cancel' });
  await all(sights);
  const again = await watchRequest(requestId, HEADLESS);
  expect(again && (await all(again.sights))).toHaveLength(1);
  await pollRequest(requestId, HEADLESS);
  expect(await watchRequest(requestId, HEADLESS)).toBeUndefined();
});

test('a person whom nobody fetched in time is told as a poll tells it', async () => {
  const { sights, eid, advance, watchRequest, pollRequest, requestId } = await watched();
  eid.willCollect({ state: 'identified', identity: PERSON });
  await all(sights);
  advance(120);
  const again = await watchRequest(requestId, HEADLESS);
  expect(again && (await all(again.sights))).toEqual([
    { state: 'ended', why: 'expired', hint: 'expired' },
  ]);
  expect(await pollRequest(requestId, HEADLESS)).toEqual({
    state: 'ended',
    why: 'expired',
    hint: 'expired',
  });
});

test('who watches the same request anew ends the stream before', async () => {
  const { sights, watchRequest, requestId } = await watched();
  const first = sights[Symbol.asyncIterator]();
  expect((await first.next()).value).toMatchObject({ state: 'pending' });
  const second = await watchRequest(requestId, HEADLESS);
  expect(await first.next()).toEqual({ done: true, value: undefined });
  expect(second && (await all(second.sights)).at(-1)).toEqual({
    state: 'ended',
    why: 'expired',
    hint: 'expired',
  });
});

test('who leaves is shown nothing more', async () => {
  const { sights, leave, eid } = await watched();
  leave();
  expect(await all(sights)).toEqual([]);
  expect(eid.asked('collect')).toEqual([]);
});
