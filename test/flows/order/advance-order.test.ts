import {
  at,
  PERSON,
  pendingAuthentication,
  SUPPORT_CODE,
} from '@eid-broker/testing/sample-authentication';
import { describe, expect, test } from '@jest/globals';

import { Failure, type FailureCode, ServiceUnavailable } from '../../../src/domain/failure.ts';
import { PLAIN_LOGIN } from '../../../src/domain/intent.ts';
import type { JsonObject } from '../../../src/domain/json.ts';
import type { Progress } from '../../../src/domain/progress.ts';
import { shownSupportCode } from '../../../src/domain/support-code.ts';
import { snapshotOf } from '../../../src/flows/order/advance-order.ts';
import type { RenewOrder } from '../../../src/flows/order/renew-order.ts';
import type { OrderEid } from '../../../src/ports/eid.ts';
import { type Between, LOGIN, openFlows, USER_AGENT } from '../../support/flows.ts';
import { OUTSTANDING } from '../../support/scripted-eid.ts';

const SIGNING: Progress = { state: 'pending', stage: 'identification', hintCode: 'userSign' };
const IDENTIFIED: Progress = { state: 'identified', identity: PERSON };
const NOT_OPENED: Progress = { state: 'ended', why: 'not-opened', hintCode: 'startFailed' };

async function withPending(about: Parameters<typeof pendingAuthentication>[0] = {}) {
  const flows = openFlows();
  const supported = { supportCode: SUPPORT_CODE, ...about };
  const authentication = pendingAuthentication(supported, { order: { reference: 'order-1' } });
  await flows.authentications.begin(authentication);
  const advanced = async (renew?: RenewOrder) =>
    flows.advanceOrder(snapshotOf(await flows.latest()), renew);
  return { ...flows, authentication, advanced };
}

/** An answer that the test gives later. */
function pendingAnswer<Answer>() {
  let answerWith: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolve) => {
    answerWith = resolve;
  });
  return { answer, answerWith: (value: Answer) => answerWith(value) };
}

/** Runs all work that is not blocked. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('a collect', () => {
  test('is not sent in the first two seconds', async () => {
    const { advanced, advance, authentication, eid } = await withPending();
    advance(1.999);
    expect(await advanced()).toEqual(authentication);
    expect(eid.calls).toEqual([]);
  });

  test('is sent at most every two seconds, for any number of callers', async () => {
    const { advanced, advance, eid } = await withPending();
    for (let tenth = 0; tenth < 600; tenth += 1) {
      await Promise.all([advanced(), advanced(), advanced(), advanced(), advanced()]);
      advance(0.1);
    }
    // In sixty seconds; floating steps of a tenth may each be slightly late.
    expect(eid.ordersOf('collect').length).toBeLessThanOrEqual(29);
    expect(eid.ordersOf('collect').length).toBeGreaterThanOrEqual(27);
  });

  test('is sent as seldom as its eID demands', async () => {
    const eid = (real: OrderEid): OrderEid => ({ ...real, collectInterval: 5 });
    const flows = openFlows({ eid });
    await flows.startLogin(LOGIN, USER_AGENT, 'other');
    const collects: number[] = [];
    for (let second = 1; second <= 12; second += 1) {
      flows.advance(1);
      await flows.advanceLogin(LOGIN, USER_AGENT);
      collects.push(flows.eid.ordersOf('collect').length);
    }
    expect(collects).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2]);
  });

  test('waits for the pause that the eID demands', async () => {
    const { advanced, advance, eid } = await withPending();
    eid.willCollect({ ...OUTSTANDING, pauseSeconds: 8 });
    advance(2);
    await advanced();
    advance(7.9);
    await advanced();
    expect(eid.ordersOf('collect')).toHaveLength(1);
    advance(0.1);
    await advanced();
    expect(eid.ordersOf('collect')).toHaveLength(2);
  });

  test('stores the progress, and the time of the next collect', async () => {
    const { advanced, advance, eid, authentication, latest } = await withPending();
    eid.willCollect(SIGNING);
    advance(2);
    const expected = {
      ...authentication,
      progress: { ...SIGNING, order: { reference: 'order-1' }, collectAfter: at(4) },
    };
    expect(await advanced()).toEqual(expected);
    expect(await latest()).toEqual(expected);
  });

  test('is sent by one of many parallel callers, and the others return the stored state', async () => {
    const { advanceOrder, advance, eid, authentication } = await withPending();
    const { answer, answerWith } = pendingAnswer<Progress>();
    eid.willCollect(answer);
    advance(2);
    const callers = Array.from({ length: 25 }, () => advanceOrder(snapshotOf(authentication)));
    await settle();
    answerWith(SIGNING);
    const stages = (await Promise.all(callers)).map(({ progress }) =>
      progress.state === 'pending' ? progress.stage : progress.state,
    );
    expect(eid.ordersOf('collect')).toEqual(['order-1']);
    expect(stages.filter((stage) => stage === 'identification')).toHaveLength(1);
    expect(stages.filter((stage) => stage === 'first-interaction')).toHaveLength(24);
  });

  test('is sent by the next caller when an earlier one hangs longer than its lease', async () => {
    const { advanced, advance, eid, latest } = await withPending();
    const { answer, answerWith } = pendingAnswer<Progress>();
    eid.willCollect(answer, SIGNING);
    advance(2);
    const hanging = advanced();
    await settle();
    advance(9.999);
    await advanced();
    expect(eid.ordersOf('collect')).toHaveLength(1);
    advance(0.001);
    const current = await advanced();
    expect(eid.ordersOf('collect')).toHaveLength(2);
    answerWith(OUTSTANDING);
    expect(await hanging).toEqual(current);
    expect(await latest()).toEqual(current);
  });

  test('records an identification that arrives after its lease, since the eID returns it only once', async () => {
    const { advanced, advance, eid } = await withPending();
    const { answer, answerWith } = pendingAnswer<Progress>();
    eid.willCollect(answer, OUTSTANDING);
    advance(2);
    const hanging = advanced();
    await settle();
    advance(10);
    await advanced();
    answerWith(IDENTIFIED);
    expect((await hanging).progress).toEqual({ ...IDENTIFIED, at: at(12) });
    expect((await advanced()).progress.state).toBe('identified');
  });
});

describe('an answer of the eID', () => {
  test('with an identified person ends the collects', async () => {
    const { advanced, advance, eid, authentication } = await withPending();
    eid.willCollect(IDENTIFIED);
    advance(2);
    expect(await advanced()).toEqual({ ...authentication, progress: { ...IDENTIFIED, at: at(2) } });
    advance(100);
    await advanced();
    expect(eid.ordersOf('collect')).toHaveLength(1);
  });

  test('with an end is stored with its reason', async () => {
    const { advanced, advance, eid, latest } = await withPending();
    eid.willCollect({ state: 'ended', why: 'blocked', hintCode: 'certificateErr' });
    advance(2);
    const progress = { state: 'ended', at: at(2), why: 'blocked', hintCode: 'certificateErr' };
    expect((await advanced()).progress).toEqual(progress);
    expect((await latest()).progress).toEqual(progress);
  });

  test('that does not arrive leaves the attempt pending: an outage is not a refusal', async () => {
    const { advanced, advance, eid, authentication, logged, noted } = await withPending();
    eid.willCollect(SIGNING, new Failure('eid-unavailable', { detail: '503' }), IDENTIFIED);
    advance(2);
    await advanced();
    advance(2);
    expect(await advanced()).toEqual({
      ...authentication,
      progress: { ...SIGNING, order: { reference: 'order-1' }, collectAfter: at(6) },
    });
    expect(logged).toEqual([
      {
        event: 'order.collect_failed',
        facts: {
          authentication: 'attempt-1',
          support_code: shownSupportCode(SUPPORT_CODE),
          code: 'eid-unavailable',
          hintCode: undefined,
          detail: '503',
        },
      },
    ]);
    const { id, tenantId } = authentication;
    const failed = { what: 'refused', key: 'eid-unavailable', endpoint: 'eid' };
    expect(noted).toEqual([
      { tenantId, login: { authenticationId: id }, step: { at: at(4).getTime(), ...failed } },
    ]);
    advance(2);
    expect((await advanced()).progress.state).toBe('identified');
  });

  test.each([
    ['eid-refused-request', 'No such order'],
    ['eid-misconfigured', undefined],
  ] as const)('that can never come (%s) ends the attempt as lost', async (code, hintCode) => {
    const { advanced, advance, eid } = await withPending();
    eid.willCollect(new Failure(code, hintCode === undefined ? {} : { hintCode }));
    advance(2);
    expect((await advanced()).progress).toEqual({
      state: 'ended',
      at: at(2),
      why: 'lost',
      hintCode,
    });
  });

  test('after a cancel is ignored', async () => {
    const { advanced, abandonOrder, advance, eid, authentication, latest } = await withPending();
    const { answer, answerWith } = pendingAnswer<Progress>();
    eid.willCollect(answer);
    advance(2);
    const leaseRequest = advanced();
    await settle();
    const ended = await abandonOrder(authentication, 'declined');
    answerWith(IDENTIFIED);
    expect(await leaseRequest).toEqual(ended);
    expect(await latest()).toEqual(ended);
  });

  test('with a bug reaches the caller and leaves the attempt pending', async () => {
    const { advanced, advance, eid, latest } = await withPending();
    eid.willCollect(Promise.reject(new TypeError('a bug')));
    advance(2);
    await expect(advanced()).rejects.toThrow('a bug');
    expect((await latest()).progress.state).toBe('pending');
  });
});

describe('the time limit of an attempt', () => {
  test('ends the attempt and cancels its order', async () => {
    const { advanced, advance, eid, latest } = await withPending();
    advance(420);
    const expired = await advanced();
    expect(expired.progress).toEqual({
      state: 'ended',
      at: at(420),
      why: 'expired',
      hintCode: undefined,
    });
    expect(await latest()).toEqual(expired);
    expect(eid.calls).toEqual([{ operation: 'cancel', order: 'order-1' }]);
  });

  test('is not applied a moment earlier', async () => {
    const { advanced, advance } = await withPending();
    advance(419.999);
    expect((await advanced()).progress.state).toBe('pending');
  });

  test('does not change an attempt that was identified in time', async () => {
    const { advanced, advance, eid } = await withPending();
    eid.willCollect(IDENTIFIED);
    advance(419);
    await advanced();
    advance(100);
    expect((await advanced()).progress.state).toBe('identified');
  });
});

describe('a lease of a snapshot', () => {
  const LEASE = { now: at(2), leaseUntil: at(12) };

  async function withLease(between: Between = {}) {
    const flows = openFlows(between);
    const authentication = pendingAuthentication({}, { order: { reference: 'order-1' } });
    await flows.authentications.begin(authentication);
    flows.advance(2);
    const lease = await flows.authentications.acquireLease(authentication.id, LEASE);
    return { ...flows, snapshot: { authentication, lease } };
  }

  test('is used for the collect', async () => {
    const { advanceOrder, snapshot, eid, latest } = await withLease();
    eid.willCollect(SIGNING);
    const answered = await advanceOrder(snapshot);
    expect(answered.progress).toMatchObject({ ...SIGNING, collectAfter: at(4) });
    expect(await latest()).toEqual(answered);
    expect(eid.ordersOf('collect')).toEqual(['order-1']);
  });

  test('is not used after its end, since another caller may have the next one', async () => {
    const { advanceOrder, snapshot, eid, latest, advance } = await withLease();
    advance(10);
    expect(await advanceOrder(snapshot)).toEqual(await latest());
    expect(eid.calls).toEqual([]);
  });

  test('is released unused when the attempt has expired', async () => {
    const { advanceOrder, snapshot, eid, advance } = await withLease();
    advance(418);
    const answered = await advanceOrder(snapshot);
    expect(answered.progress).toMatchObject({ state: 'ended', why: 'expired' });
    expect(eid.calls).toEqual([{ operation: 'cancel', order: 'order-1' }]);
  });

  test('is released unused when the eID is no longer offered', async () => {
    const { advanceOrder, snapshot, eid, withdrawEid } = await withLease();
    withdrawEid();
    const answered = await advanceOrder(snapshot);
    expect(answered.progress).toMatchObject({ state: 'ended', why: 'failed' });
    expect(eid.calls).toEqual([]);
  });

  test.each([
    ['at once', 0, 4],
    ['after a second', 1, 4],
    ['after nine', 9, 11],
  ])(
    'allows the next collect two seconds after its start, or at once when the eID answers %s',
    async (_when, delay, next) => {
      const { advanceOrder, snapshot, eid, advance } = await withLease();
      const { answer, answerWith } = pendingAnswer<Progress>();
      eid.willCollect(answer);
      const requested = advanceOrder(snapshot);
      await settle();
      advance(delay);
      answerWith(SIGNING);
      expect((await requested).progress).toMatchObject({ collectAfter: at(next) });
    },
  );

  test('that was replaced stores no answer but an identification', async () => {
    for (const [progress, state] of [
      [SIGNING, 'pending'],
      [NOT_OPENED, 'pending'],
      [IDENTIFIED, 'identified'],
    ] as const) {
      const { advanceOrder, authentications, snapshot, eid, advance, latest } = await withLease();
      const { answer, answerWith } = pendingAnswer<Progress>();
      eid.willCollect(answer);
      const requested = advanceOrder(snapshot);
      await settle();
      advance(10);
      await authentications.acquireLease('attempt-1', { now: at(12), leaseUntil: at(22) });
      answerWith(progress);
      expect((await requested).progress.state).toBe(state);
      expect((await latest()).progress).toMatchObject(
        state === 'pending' ? { hintCode: '', collectAfter: at(22) } : { state },
      );
    }
  });
});

test('a stage never goes back to an earlier one', async () => {
  const { advanced, advance, eid } = await withPending();
  eid.willCollect(SIGNING, OUTSTANDING);
  advance(2);
  await advanced();
  advance(2);
  expect((await advanced()).progress).toMatchObject({
    stage: 'identification',
    hintCode: OUTSTANDING.hintCode,
  });
});

describe('an attempt for one named person', () => {
  const leaseRequest = async (person: string) => {
    const flows = openFlows();
    const intent = { ...PLAIN_LOGIN, person };
    const authentication = pendingAuthentication({ intent });
    await flows.authentications.begin(authentication);
    flows.eid.willCollect(IDENTIFIED);
    flows.advance(2);
    return { ...flows, answered: await flows.advanceOrder(snapshotOf(authentication)) };
  };

  test('is identified by that person', async () => {
    const { answered } = await leaseRequest(PERSON.nationalId);
    expect(answered.progress).toEqual({ ...IDENTIFIED, at: at(2) });
  });

  test('ends when another person answered, of whom nothing is stored', async () => {
    const { answered, latest } = await leaseRequest('198001011236');
    const ended = { state: 'ended', at: at(2), why: 'other-person', hintCode: undefined };
    expect(answered.progress).toEqual(ended);
    expect((await latest()).progress).toEqual(ended);
  });
});

test('an attempt whose eID is no longer offered ends', async () => {
  const { advanced, withdrawEid, eid } = await withPending();
  withdrawEid();
  expect((await advanced()).progress).toEqual({
    state: 'ended',
    at: at(0),
    why: 'failed',
    hintCode: undefined,
  });
  expect(eid.calls).toEqual([]);
});

test('an attempt ends without a collect when its replica died before the order was stored', async () => {
  const { advanceOrder, authentications, advance, eid } = openFlows();
  const authentication = pendingAuthentication({}, { order: undefined, collectAfter: at(10) });
  await authentications.begin(authentication);
  advance(10);
  expect((await advanceOrder(snapshotOf(authentication))).progress).toEqual({
    state: 'ended',
    at: at(10),
    why: 'not-opened',
    hintCode: undefined,
  });
  expect(eid.calls).toEqual([]);
});

describe('an order that the person did not open', () => {
  const renewed = async (): Promise<JsonObject> => ({ reference: 'order-2' });
  const failing = (code: FailureCode, hintCode: string) => async () => {
    throw new Failure(code, { hintCode });
  };

  test('is renewed: the attempt stays pending with the new order', async () => {
    const { advanced, advance, eid, authentication } = await withPending();
    eid.willCollect(NOT_OPENED);
    advance(30);
    expect(await advanced(renewed)).toEqual({
      ...authentication,
      progress: {
        ...authentication.progress,
        order: { reference: 'order-2' },
        collectAfter: at(32),
      },
    });
    advance(2);
    await advanced(renewed);
    expect(eid.ordersOf('collect')).toEqual(['order-1', 'order-2']);
  });

  test('ends the attempt when no renewal is offered', async () => {
    const { advanced, advance, eid } = await withPending();
    eid.willCollect(NOT_OPENED);
    advance(30);
    expect((await advanced()).progress).toEqual({ ...NOT_OPENED, at: at(30) });
  });

  test('ends the attempt when the renewal fails in front of a person, and the reason is logged', async () => {
    const { advanced, advance, eid, logged } = await withPending();
    eid.willCollect(NOT_OPENED);
    advance(30);
    const fails = failing('eid-unavailable', 'maintenance');
    expect((await advanced(fails)).progress).toEqual({ ...NOT_OPENED, at: at(30) });
    expect(logged).toEqual([
      {
        event: 'order.renewal_failed',
        facts: {
          authentication: 'attempt-1',
          support_code: shownSupportCode(SUPPORT_CODE),
          code: 'eid-unavailable',
          hintCode: 'maintenance',
          detail: undefined,
        },
      },
    ]);
  });

  test.each([
    ['eid-busy-with-person', 'superseded', 'alreadyInProgress'],
    ['eid-misconfigured', 'lost', 'unauthorized'],
    ['eid-refused-request', 'lost', 'invalidParameters'],
  ] as const)(
    'ends the attempt when the renewal fails for good (%s), never as a denial',
    async (code, why, hintCode) => {
      const { advanced, advance, eid } = await withPending({ channel: 'headless' });
      eid.willCollect(NOT_OPENED);
      advance(30);
      const ended = { state: 'ended', at: at(30), why, hintCode };
      expect((await advanced(failing(code, hintCode))).progress).toEqual(ended);
      expect((await advanced(renewed)).progress).toEqual(ended);
    },
  );

  test('of an application stays pending during an outage of the eID, without another collect of the old order', async () => {
    const { advanced, advance, eid, authentication } = await withPending({ channel: 'headless' });
    eid.willCollect(NOT_OPENED);
    advance(30);
    const waiting = { ...authentication.progress, order: undefined, collectAfter: at(32) };
    const fails = failing('eid-unavailable', 'maintenance');
    expect((await advanced(fails)).progress).toEqual(waiting);
    advance(1.9);
    expect((await advanced(renewed)).progress).toEqual(waiting);
    advance(0.1);
    expect((await advanced(fails)).progress).toEqual({ ...waiting, collectAfter: at(34) });
    advance(2);
    const order = { reference: 'order-2' };
    expect((await advanced(renewed)).progress).toEqual({ ...waiting, order, collectAfter: at(36) });
    expect(eid.ordersOf('collect')).toEqual(['order-1']);
  });

  test('stays pending no longer than the request lasts', async () => {
    const { advanced, advance, eid } = await withPending({ channel: 'headless' });
    eid.willCollect(NOT_OPENED);
    advance(30);
    await advanced(failing('eid-unavailable', 'maintenance'));
    advance(390);
    const expired = { state: 'ended', at: at(420), why: 'expired', hintCode: undefined };
    expect((await advanced(renewed)).progress).toEqual(expired);
    expect(eid.ordersOf('cancel')).toEqual([]);
  });

  test('throws a fault of ours, and can be advanced again', async () => {
    const { advanced, advance, eid, latest } = await withPending({ channel: 'headless' });
    eid.willCollect(NOT_OPENED);
    advance(30);
    const bug = async () => {
      throw new TypeError('a bug');
    };
    await expect(advanced(bug)).rejects.toThrow('a bug');
    expect((await latest()).progress.state).toBe('pending');
  });

  test('is not renewed after any other end', async () => {
    const { advanced, advance, eid } = await withPending();
    eid.willCollect({ state: 'ended', why: 'expired', hintCode: 'expiredTransaction' });
    advance(30);
    expect((await advanced(renewed)).progress).toMatchObject({ state: 'ended', why: 'expired' });
  });

  test('is replaced by an order that is cancelled when the person left meanwhile', async () => {
    const { advanced, abandonOrder, advance, eid, latest } = await withPending();
    eid.willCollect(NOT_OPENED);
    advance(30);
    const settled = await advanced(async () => {
      await abandonOrder(await latest(), 'declined');
      return { reference: 'order-2' };
    });
    expect(settled.progress).toMatchObject({ state: 'ended', why: 'declined' });
    expect(eid.ordersOf('cancel')).toEqual(['order-1', 'order-2']);
  });
});

describe('a final answer during an outage of the store', () => {
  /** The first attempts to store it fail, this many times. */
  async function withFailingStore(
    failures: number,
    error: Error = new ServiceUnavailable('the database'),
  ) {
    let left = failures;
    let isWritten = false;
    const flows = openFlows({
      authentications: (real) => ({
        ...real,
        async recordOutcome(lease, outcome) {
          if (left > 0) {
            left -= 1;
            if (isWritten) await real.recordOutcome(lease, outcome);
            throw error;
          }
          return real.recordOutcome(lease, outcome);
        },
      }),
    });
    await flows.authentications.begin(
      pendingAuthentication({}, { order: { reference: 'order-1' } }),
    );
    flows.eid.willCollect(IDENTIFIED);
    flows.advance(2);
    const advanced = async () => flows.advanceOrder(snapshotOf(await flows.latest()));
    return {
      ...flows,
      advanced,
      /** The store writes the row, and its answer is lost. */
      loseAnswers: () => {
        isWritten = true;
      },
    };
  }

  test('is stored once the store is back, during the lease', async () => {
    const { advanced, eid, clock } = await withFailingStore(15);
    expect((await advanced()).progress.state).toBe('identified');
    expect(eid.ordersOf('collect')).toHaveLength(1);
    expect(clock()).toEqual(at(2 + 7.5));
  });

  test('is stored once when only the store’s answer was lost', async () => {
    const { advanced, loseAnswers, authentications } = await withFailingStore(1);
    loseAnswers();
    expect((await advanced()).progress.state).toBe('identified');
    expect(authentications.events.map(({ outcome }) => outcome)).toEqual(['identified']);
  });

  test('is given up with the lease, and nothing of the person is stored', async () => {
    const { advanced, clock, latest } = await withFailingStore(1000);
    await expect(advanced()).rejects.toThrow('the database');
    expect(clock()).toEqual(at(12));
    expect((await latest()).progress.state).toBe('pending');
  });

  test('is not retried after any other error', async () => {
    const { advanced, clock } = await withFailingStore(1, new TypeError('a bug'));
    await expect(advanced()).rejects.toThrow('a bug');
    expect(clock()).toEqual(at(2));
  });
});
