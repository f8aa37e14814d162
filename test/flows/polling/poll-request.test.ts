import { PERSON } from '@eid-broker/testing/sample-authentication';
import { describe, expect, test } from '@jest/globals';

import { Failure } from '../../../src/domain/failure.ts';
import type { Progress } from '../../../src/domain/progress.ts';
import { OUTSTANDING } from '../../support/scripted-eid.ts';
import {
  authenticationIdOf,
  BACKEND,
  CIBA,
  HEADLESS,
  HEADLESS_START,
  openBackchannel,
  PHONE_START,
} from './open-backchannel.ts';

const IDENTIFIED: Progress = { state: 'identified', identity: PERSON };
const DECLINED: Progress = { state: 'ended', why: 'declined', hintCode: 'userCancel' };
const NOT_OPENED: Progress = { state: 'ended', why: 'not-opened', hintCode: 'startFailed' };
const UNKNOWN = { state: 'unknown' };

async function withPhone() {
  const backchannel = openBackchannel();
  const { requestId } = await backchannel.startPhoneAuthentication(PHONE_START);
  return { ...backchannel, requestId, poll: () => backchannel.pollRequest(requestId, CIBA) };
}

async function withHeadless() {
  const backchannel = openBackchannel();
  const { requestId } = await backchannel.startHeadless(HEADLESS_START);
  return { ...backchannel, requestId, poll: () => backchannel.pollRequest(requestId, HEADLESS) };
}

describe('a poll of a phone request', () => {
  test('returns the stage of the login, and never a return URL', async () => {
    const { poll, advance, eid } = await withPhone();
    const stages: string[] = [];
    eid.willCollect(
      OUTSTANDING,
      { state: 'pending', stage: 'acknowledgement', hintCode: 'confirm' },
      { state: 'pending', stage: 'first-interaction', hintCode: 'started' },
      { state: 'pending', stage: 'identification', hintCode: 'sign' },
    );
    for (let poll5 = 0; poll5 < 4; poll5 += 1) {
      advance(5);
      const answer = await poll();
      stages.push(answer.state === 'pending' ? answer.stage : answer.state);
    }
    expect(stages).toEqual([
      'first-interaction',
      'acknowledgement',
      'acknowledgement',
      'identification',
    ]);
  });

  test('has no launch data, since the order is pushed to the app', async () => {
    const { poll } = await withPhone();
    expect(await poll()).toEqual({
      state: 'pending',
      stage: 'first-interaction',
      pendingText: 'first-interaction',
      hintCode: '',
      qrData: '',
      newAutoStartToken: undefined,
    });
  });

  test('never starts another order when the person did not answer the first', async () => {
    const { poll, advance, eid } = await withPhone();
    eid.willCollect(NOT_OPENED);
    advance(30);
    expect(await poll()).toEqual({ state: 'ended', why: 'not-opened', hintCode: 'startFailed' });
    expect(eid.calls.filter(({ operation }) => operation === 'start')).toHaveLength(1);
  });

  test('returns no other person than the named one', async () => {
    const { poll, advance, eid, authentications, requestId } = await withPhone();
    eid.willCollect({ ...IDENTIFIED, identity: { ...PERSON, nationalId: '198001011236' } });
    advance(5);
    expect(await poll()).toEqual({ state: 'ended', why: 'other-person', hintCode: 'other-person' });
    const authentication = await authentications.find(authenticationIdOf(requestId));
    expect(JSON.stringify(authentication)).not.toContain('198001011236');
  });
});

describe('the pace of polls', () => {
  test('is one poll a second while the request is pending', async () => {
    const { poll, advance } = await withPhone();
    const states: string[] = [];
    for (const by of [0, 0.5, 0.5, 0.999, 0.001]) {
      advance(by);
      states.push((await poll()).state);
    }
    expect(states).toEqual(['pending', 'too-soon', 'pending', 'too-soon', 'pending']);
  });

  test('causes a collect every two seconds at most, for any number of polls', async () => {
    const { poll, advance, eid } = await withPhone();
    for (let second = 0; second < 60; second += 1) {
      await poll();
      advance(1);
    }
    expect(eid.ordersOf('collect')).toHaveLength(29);
  });

  test('does not delay an outcome', async () => {
    const { poll, advance, eid } = await withPhone();
    eid.willCollect(DECLINED);
    advance(5);
    expect(await poll()).toEqual({ state: 'ended', why: 'declined', hintCode: 'userCancel' });
    expect(await poll()).toEqual(UNKNOWN);
  });
});

describe('an outcome', () => {
  test('without a person is returned once', async () => {
    const { poll, advance, eid } = await withPhone();
    eid.willCollect(DECLINED);
    advance(5);
    expect([await poll(), await poll(), await poll()]).toEqual([
      { state: 'ended', why: 'declined', hintCode: 'userCancel' },
      UNKNOWN,
      UNKNOWN,
    ]);
  });

  test('with a person is returned until it is consumed, and is unknown afterwards', async () => {
    const { poll, advance, eid, consumeResult, requestId } = await withPhone();
    eid.willCollect(IDENTIFIED);
    advance(5);
    expect((await poll()).state).toBe('identified');
    expect((await poll()).state).toBe('identified');
    expect(await consumeResult(authenticationIdOf(requestId), CIBA)).toBe(true);
    expect(await poll()).toEqual(UNKNOWN);
  });

  test('is returned once when the request has expired, and the order is cancelled', async () => {
    const { poll, advance, eid } = await withPhone();
    advance(120);
    expect(await poll()).toEqual({ state: 'ended', why: 'expired', hintCode: 'expired' });
    expect(await poll()).toEqual(UNKNOWN);
    expect(eid.ordersOf('cancel')).toEqual(['order-1']);
  });

  test('is lost when it was not fetched in time: no tokens after the expiry', async () => {
    const { poll, advance, eid, consumeResult, requestId } = await withPhone();
    eid.willCollect(IDENTIFIED);
    advance(119);
    expect((await poll()).state).toBe('identified');
    advance(1);
    expect(await poll()).toEqual({ state: 'ended', why: 'expired', hintCode: 'expired' });
    expect(await poll()).toEqual(UNKNOWN);
    expect(await consumeResult(authenticationIdOf(requestId), CIBA)).toBe(false);
  });

  test.each([
    ['the application is gone', undefined],
    ['it lost the flow', { ...BACKEND, flows: ['headless'] as const }],
    ['it may not use the eID any more', { ...BACKEND, acrValues: [] }],
  ])('with a person becomes a failure when meanwhile %s', async (_, changed) => {
    const { poll, advance, eid, changeApplication } = await withPhone();
    eid.willCollect(IDENTIFIED);
    advance(5);
    changeApplication(changed);
    expect(await poll()).toEqual({ state: 'ended', why: 'failed', hintCode: 'failed' });
    expect(await poll()).toEqual(UNKNOWN);
  });

  test('is a failure when the domain no longer offers the eID', async () => {
    const { poll, advance, withdrawEid } = await withPhone();
    withdrawEid();
    advance(5);
    expect(await poll()).toEqual({ state: 'ended', why: 'failed', hintCode: 'failed' });
  });
});

describe('a request is unknown', () => {
  test.each([
    ['to another client', { ...CIBA, clientId: 'other' }],
    ['to another issuer', { ...CIBA, issuer: 'https://other.example' }],
    ['at another channel', HEADLESS],
  ])('%s, and does not change', async (_, by) => {
    const { pollRequest, requestId, poll } = await withPhone();
    expect(await pollRequest(requestId, by)).toEqual(UNKNOWN);
    expect((await poll()).state).toBe('pending');
  });

  test('under the id of its row', async () => {
    const { pollRequest, requestId } = await withPhone();
    expect(await pollRequest(authenticationIdOf(requestId), CIBA)).toEqual(UNKNOWN);
  });
});

describe('a poll of a headless request', () => {
  test('returns the QR code of its second and the hint of the eID', async () => {
    const { poll, advance } = await withHeadless();
    advance(3);
    expect(await poll()).toEqual({
      state: 'pending',
      stage: 'first-interaction',
      pendingText: 'first-interaction',
      hintCode: OUTSTANDING.hintCode,
      qrData: 'qr order-1 2026-03-01T10:00:03.000Z',
      newAutoStartToken: undefined,
    });
  });

  test('returns the QR code of its second also after the app has the order', async () => {
    const { poll, advance, eid } = await withHeadless();
    eid.willCollect({ state: 'pending', stage: 'identification', hintCode: 'sign' });
    advance(3);
    expect(await poll()).toEqual({
      state: 'pending',
      stage: 'identification',
      pendingText: 'identification',
      hintCode: 'sign',
      qrData: 'qr order-1 2026-03-01T10:00:03.000Z',
      newAutoStartToken: undefined,
    });
  });

  test('returns an empty QR code while the eID cannot start the next order', async () => {
    const { poll, advance, eid } = await withHeadless();
    eid.willCollect(NOT_OPENED);
    eid.willStart(new Failure('eid-unavailable'));
    advance(30);
    expect(await poll()).toMatchObject({ state: 'pending', qrData: '' });
    advance(2);
    expect(await poll()).toMatchObject({ qrData: 'qr order-2 2026-03-01T10:00:32.000Z' });
  });

  test('returns the final hint of the eID, or a hint of our own', async () => {
    const { poll, advance, eid } = await withHeadless();
    eid.willCollect(DECLINED);
    advance(5);
    expect(await poll()).toEqual({ state: 'ended', why: 'declined', hintCode: 'userCancel' });
    const cancelled = await withHeadless();
    await cancelled.cancelRequest(cancelled.requestId, HEADLESS);
    expect(await cancelled.poll()).toEqual({
      state: 'ended',
      why: 'declined',
      hintCode: 'declined',
    });
  });

  test('returns the token of an order that silently replaced the first, as long as it is valid', async () => {
    const { poll, advance, eid } = await withHeadless();
    eid.willCollect(NOT_OPENED);
    advance(30);
    expect(await poll()).toMatchObject({
      state: 'pending',
      qrData: 'qr order-2 2026-03-01T10:00:30.000Z',
      newAutoStartToken: 'token order-2',
    });
    expect(eid.calls.at(-1)).toMatchObject({ request: { endUserIp: '192.0.2.7' } });
    eid.willCollect({ state: 'pending', stage: 'identification', hintCode: 'sign' });
    advance(5);
    expect(await poll()).toMatchObject({
      qrData: 'qr order-2 2026-03-01T10:00:35.000Z',
      newAutoStartToken: undefined,
    });
  });

  test('renews no order after the request has expired', async () => {
    const { poll, advance, eid } = await withHeadless();
    advance(120);
    expect(await poll()).toEqual({ state: 'ended', why: 'expired', hintCode: 'expired' });
    expect(eid.calls.filter(({ operation }) => operation === 'start')).toHaveLength(1);
  });
});
