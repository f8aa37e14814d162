import { PERSON } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';

import type { WatchEvent } from '../../../src/flows/polling/watch-request.ts';
import { OUTSTANDING } from '../../support/scripted-eid.ts';
import {
  authenticationIdOf,
  CIBA,
  HEADLESS,
  HEADLESS_START,
  openBackchannel,
} from './open-backchannel.ts';

async function watched() {
  const backchannel = openBackchannel();
  const { requestId } = await backchannel.startHeadless(HEADLESS_START);
  const watcher = await backchannel.watchRequest(requestId, HEADLESS);
  if (watcher === undefined) throw new Error('the request cannot be watched');
  return { ...backchannel, requestId, ...watcher };
}

async function all(events: AsyncIterable<WatchEvent>): Promise<WatchEvent[]> {
  const seen: WatchEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

test('a watcher receives a QR code each second and the outcome last, without consuming it', async () => {
  const { events, eid, pollRequest, requestId } = await watched();
  eid.willCollect(
    OUTSTANDING,
    { state: 'pending', stage: 'identification', hintCode: 'sign' },
    { state: 'identified', identity: PERSON },
  );
  const seen = await all(events);
  expect(seen.map((event) => ('qrData' in event ? event.qrData : event.state))).toEqual([
    'qr order-1 2026-03-01T10:00:00.000Z',
    'qr order-1 2026-03-01T10:00:01.000Z',
    'qr order-1 2026-03-01T10:00:02.000Z',
    'qr order-1 2026-03-01T10:00:03.000Z',
    'qr order-1 2026-03-01T10:00:04.000Z',
    'qr order-1 2026-03-01T10:00:05.000Z',
    'completed',
  ]);
  expect(eid.ordersOf('collect')).toHaveLength(3);
  expect((await pollRequest(requestId, HEADLESS)).state).toBe('identified');
});

test('a watcher that receives an end leaves it for a poll', async () => {
  const { events, eid, pollRequest, requestId } = await watched();
  eid.willCollect({ state: 'ended', why: 'declined', hintCode: 'cancel' });
  expect((await all(events)).at(-1)).toEqual({
    state: 'ended',
    why: 'declined',
    hintCode: 'cancel',
  });
  expect(await pollRequest(requestId, HEADLESS)).toEqual({
    state: 'ended',
    why: 'declined',
    hintCode: 'cancel',
  });
});

test('the stream ends with the request', async () => {
  const { events, eid } = await watched();
  const seen = await all(events);
  expect(seen).toHaveLength(121);
  expect(seen.at(-1)).toEqual({ state: 'ended', why: 'expired', hintCode: 'expired' });
  expect(eid.ordersOf('collect')).toHaveLength(59);
});

test('a watcher that stops reading causes no more collects', async () => {
  const { events, eid } = await watched();
  for await (const event of events) {
    expect(event.state).toBe('pending');
    break;
  }
  expect(eid.ordersOf('collect')).toEqual([]);
});

test.each([
  ['another client', { ...HEADLESS, clientId: 'other' }],
  ['another channel', CIBA],
])('%s receives no stream', async (_, by) => {
  const { watchRequest, requestId } = await watched();
  expect(await watchRequest(requestId, by)).toBeUndefined();
});

test('a consumed result cannot be watched any more', async () => {
  const { events, eid, consumeResult, watchRequest, requestId } = await watched();
  eid.willCollect({ state: 'identified', identity: PERSON });
  await all(events);
  await consumeResult(authenticationIdOf(requestId), HEADLESS);
  expect(await watchRequest(requestId, HEADLESS)).toBeUndefined();
});

test('an end that a poll has returned cannot be watched any more', async () => {
  const { events, eid, watchRequest, pollRequest, requestId } = await watched();
  eid.willCollect({ state: 'ended', why: 'declined', hintCode: 'cancel' });
  await all(events);
  const again = await watchRequest(requestId, HEADLESS);
  expect(again && (await all(again.events))).toHaveLength(1);
  await pollRequest(requestId, HEADLESS);
  expect(await watchRequest(requestId, HEADLESS)).toBeUndefined();
});

test('a result that was not fetched in time expires for a watcher as for a poll', async () => {
  const { events, eid, advance, watchRequest, pollRequest, requestId } = await watched();
  eid.willCollect({ state: 'identified', identity: PERSON });
  await all(events);
  advance(120);
  const again = await watchRequest(requestId, HEADLESS);
  expect(again && (await all(again.events))).toEqual([
    { state: 'ended', why: 'expired', hintCode: 'expired' },
  ]);
  expect(await pollRequest(requestId, HEADLESS)).toEqual({
    state: 'ended',
    why: 'expired',
    hintCode: 'expired',
  });
});

test('a new stream of the same request ends the earlier one', async () => {
  const { events, watchRequest, requestId } = await watched();
  const first = events[Symbol.asyncIterator]();
  expect((await first.next()).value).toMatchObject({ state: 'pending' });
  const second = await watchRequest(requestId, HEADLESS);
  expect(await first.next()).toEqual({ done: true, value: undefined });
  expect(second && (await all(second.events)).at(-1)).toEqual({
    state: 'ended',
    why: 'expired',
    hintCode: 'expired',
  });
});

test('a watcher that has left receives nothing more', async () => {
  const { events, leave, eid } = await watched();
  leave();
  expect(await all(events)).toEqual([]);
  expect(eid.ordersOf('collect')).toEqual([]);
});
