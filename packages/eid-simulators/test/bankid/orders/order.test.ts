import { describe, expect, test } from '@jest/globals';

import {
  canTake,
  fail,
  isForgotten,
  type Order,
  open,
  type PlannedStep,
  settle,
  take,
} from '../../../src/bankid/orders/order.ts';
import type { OrderKind } from '../../../src/bankid/rp-api/order-request.ts';
import { T0, TOLVAN } from '../harness.ts';

const later = (seconds: number) => new Date(T0.getTime() + seconds * 1000);

function anOrder(kind: OrderKind = 'auth', plan: PlannedStep[] = []): Order {
  return {
    orderRef: 'ref',
    request: {
      kind,
      personalNumber: kind === 'auth' ? undefined : TOLVAN,
      endUserIp: undefined,
      callInitiator: undefined,
      userVisibleData: undefined,
      userVisibleDataFormat: undefined,
      userNonVisibleData: undefined,
      requirement: {},
      returnUrl: undefined,
      returnRisk: false,
    },
    relyingParty: { fingerprint: 'AA', displayName: 'RP', name: 'cn=RP' },
    startTokens:
      kind === 'auth' ? { autoStartToken: 'a', qrStartToken: 'q', qrStartSecret: 's' } : undefined,
    createdAt: T0,
    state: { status: 'pending', hintCode: 'outstandingTransaction' },
    plan,
  };
}

const opened = (order: Order) => open(order, { personalNumber: TOLVAN, channel: 'qr' }, true);

describe('time limits', () => {
  test('an order that is not started fails after 30 seconds', () => {
    expect(settle(anOrder(), later(29.999)).state).toEqual(anOrder().state);
    expect(settle(anOrder(), later(30)).state).toEqual({
      status: 'failed',
      hintCode: 'startFailed',
      endedAt: later(30),
    });
  });

  test('a started order fails 180 seconds after it was created', () => {
    const order = opened(anOrder());
    expect(settle(order, later(179.999))).toBe(order);
    expect(settle(order, later(1000)).state).toEqual({
      status: 'failed',
      hintCode: 'expiredTransaction',
      endedAt: later(180),
    });
  });

  test('a phone order has no limit for its start', () => {
    const order = anOrder('phone/auth');
    expect(settle(order, later(179.999))).toBe(order);
    expect(settle(order, later(180)).state).toMatchObject({ hintCode: 'expiredTransaction' });
  });

  test('a complete result is kept for three minutes, a failed one for five', () => {
    const complete = take(opened(anOrder()), 'approve', later(10));
    expect(isForgotten(complete, later(189.999))).toBe(false);
    expect(isForgotten(complete, later(190))).toBe(true);
    const failed = fail(anOrder(), 'userCancel', later(10));
    expect(isForgotten(failed, later(309.999))).toBe(false);
    expect(isForgotten(failed, later(310))).toBe(true);
    expect(isForgotten(anOrder(), later(9999))).toBe(false);
  });
});

describe('steps', () => {
  test.each([
    ['outstandingTransaction', anOrder(), ['open']],
    [
      'started',
      open(anOrder(), { personalNumber: TOLVAN, channel: 'qr' }, false),
      ['cancel', 'block'],
    ],
    [
      'userCallConfirm',
      opened(anOrder('phone/auth')),
      ['confirm-call', 'decline-call', 'cancel', 'block'],
    ],
    ['userSign', opened(anOrder()), ['approve', 'cancel', 'block']],
    ['an end', fail(anOrder(), 'userCancel', T0), []],
  ])('at %s are the possible ones', (_, order, sensible) => {
    const all = ['open', 'confirm-call', 'decline-call', 'approve', 'cancel', 'block'] as const;
    expect(all.filter((step) => canTake(order, step))).toEqual(
      all.filter((step) => (sensible as string[]).includes(step)),
    );
    for (const step of all) if (!canTake(order, step)) expect(take(order, step, T0)).toBe(order);
  });

  test('of a plan happen at their own times, also when the order is read later', () => {
    const plan: PlannedStep[] = [
      { at: later(1), step: 'open' },
      { at: later(3), step: 'confirm-call' },
      { at: later(4), step: 'approve' },
    ];
    const order = anOrder('phone/auth', plan);
    expect(settle(order, later(0.999))).toBe(order);
    expect(settle(order, later(1)).state).toMatchObject({ hintCode: 'userCallConfirm' });
    expect(settle(order, later(3)).state).toMatchObject({ hintCode: 'userSign' });
    const opener = { personalNumber: TOLVAN, channel: 'push' };
    const end = { status: 'complete', opener, endedAt: later(4) };
    expect(settle(order, later(4)).state).toEqual(end);
    expect(settle(order, later(4000)).state).toEqual(end);
  });

  test('of a plan after the time limit do not happen', () => {
    const order = anOrder('phone/auth', [{ at: later(180), step: 'open' }]);
    expect(settle(order, later(200)).state).toMatchObject({ hintCode: 'expiredTransaction' });
  });

  test('of a plan that are no longer possible are skipped', () => {
    const plan: PlannedStep[] = [
      { at: later(1), step: 'decline-call' },
      { at: later(2), step: 'approve' },
    ];
    const order = { ...opened(anOrder()), plan };
    expect(settle(order, later(5)).state).toMatchObject({ status: 'complete', endedAt: later(2) });
  });
});
