import { IDENTIFY_REQUEST } from '@eid-broker/testing/identify-request';
import {
  at,
  PERSON,
  pendingAuthentication,
  SUPPORT_CODE,
} from '@eid-broker/testing/sample-authentication';
import { describe, expect, test } from '@jest/globals';
import type {
  AuthenticationProgress,
  PendingAuthentication,
} from '../../../src/domain/authentication.ts';
import { Failure } from '../../../src/domain/failure.ts';
import { PLAIN_LOGIN } from '../../../src/domain/intent.ts';
import type { NewAuthentication } from '../../../src/flows/order/start-order.ts';
import type { Authentications } from '../../../src/ports/authentications.ts';
import type { OrderEid } from '../../../src/ports/eid.ts';
import { openFlows } from '../../support/flows.ts';

const {
  progress: _progress,
  createdAt: _createdAt,
  returned: _returned,
  consumedAt: _consumedAt,
  ...ATTEMPT
} = pendingAuthentication();

describe('the start of an order', () => {
  test('sends the request and stores the attempt with the order', async () => {
    const { startOrder, eid, latest } = openFlows();
    const started = await startOrder(eid, ATTEMPT, IDENTIFY_REQUEST);
    expect(eid.calls).toEqual([{ operation: 'start', request: IDENTIFY_REQUEST }]);
    expect(started).toEqual({
      ...pendingAuthentication(),
      supportCode: SUPPORT_CODE,
      progress: {
        state: 'pending',
        stage: 'first-interaction',
        hintCode: '',
        order: { reference: 'order-1' },
        collectAfter: at(2),
      },
    });
    expect(await latest()).toEqual(started);
  });

  test('stores nothing when the eID refuses, and does not try again', async () => {
    const { startOrder, eid, authentications } = openFlows();
    eid.willStart(new Failure('eid-unavailable'));
    await expect(startOrder(eid, ATTEMPT, IDENTIFY_REQUEST)).rejects.toMatchObject({
      code: 'eid-unavailable',
    });
    expect(eid.calls).toHaveLength(1);
    expect(await authentications.find(ATTEMPT.id)).toBeUndefined();
  });

  test('leaves one order after any number of clicks at the same time', async () => {
    const { startOrder, eid, latest } = openFlows();
    const started = await Promise.all(
      clicks(ATTEMPT).map((authentication) => startOrder(eid, authentication, IDENTIFY_REQUEST)),
    );
    const [winner, ...others] = started.filter((one) => one !== undefined);
    expect(others).toEqual([]);
    expect(await latest()).toEqual(winner);
    const orders = clicks(ATTEMPT).map((_, click) => `order-${click + 1}`);
    const left = orders.filter((order) => !eid.ordersOf('cancel').includes(order));
    expect(left).toEqual([(await latest()).progress].map(orderIn));
  });

  test('is one for any number of clicks, when the eID cannot cancel the others', async () => {
    const { startOrder, eid } = openFlows();
    const { cancel: _, ...withoutCancel } = eid;
    const started = await Promise.all(
      clicks(ATTEMPT).map((attempt) => startOrder(withoutCancel, attempt, IDENTIFY_REQUEST)),
    );
    expect(started.filter((one) => one !== undefined)).toHaveLength(1);
    expect(eid.calls).toHaveLength(1);
  });

  test('leaves the order that is already pending', async () => {
    const { startOrder, eid, latest } = openFlows();
    const first = await startOrder(eid, ATTEMPT, IDENTIFY_REQUEST);
    expect(
      await startOrder(eid, { ...ATTEMPT, id: 'attempt-2' }, IDENTIFY_REQUEST),
    ).toBeUndefined();
    expect(eid.ordersOf('cancel')).toEqual(['order-2']);
    expect(await latest()).toEqual(first);
  });

  test('cancels the order when it cannot be stored', async () => {
    const { startOrder, eid, authentications } = openFlows({ authentications: failing('begin') });
    await expect(startOrder(eid, ATTEMPT, IDENTIFY_REQUEST)).rejects.toThrow(
      'the database is gone',
    );
    expect(eid.ordersOf('cancel')).toEqual(['order-1']);
    expect(await authentications.find(ATTEMPT.id)).toBeUndefined();
  });
});

const NAMED_REQUEST = { ...IDENTIFY_REQUEST, person: PERSON.nationalId };

describe('the start of an order for a named person, in a login', () => {
  const intent = { ...PLAIN_LOGIN, person: PERSON.nationalId };
  const NAMED = { ...ATTEMPT, intent };

  test('calls the eID once for any number of clicks, since a second order would end the first', async () => {
    const { startOrder, eid, latest } = openFlows();
    const started = await Promise.all(
      clicks(NAMED).map((authentication) => startOrder(eid, authentication, NAMED_REQUEST)),
    );
    expect(started.filter((one) => one !== undefined)).toEqual([await latest()]);
    expect(eid.calls).toHaveLength(1);
  });

  test('leaves no attempt when the eID refuses', async () => {
    const { startOrder, eid, authentications } = openFlows();
    eid.willStart(new Failure('eid-unavailable'));
    await expect(startOrder(eid, NAMED, NAMED_REQUEST)).rejects.toMatchObject({
      code: 'eid-unavailable',
    });
    expect(await authentications.find(ATTEMPT.id)).toBeUndefined();
  });

  test('cancels the order when the person cancels during the start', async () => {
    const { startOrder, abandonOrder, eid, latest } = openFlows();
    const slowEid: OrderEid = {
      ...eid,
      start: async (request) => {
        const order = await eid.start(request);
        await abandonOrder(await latest(), 'declined');
        return order;
      },
    };
    expect(await startOrder(slowEid, NAMED, NAMED_REQUEST)).toBeUndefined();
    expect(eid.ordersOf('cancel')).toEqual(['order-1']);
    expect((await latest()).progress).toMatchObject({ state: 'ended', why: 'declined' });
  });

  test('cancels the order when it cannot be stored', async () => {
    const { startOrder, eid } = openFlows({ authentications: failing('recordPending') });
    await expect(startOrder(eid, NAMED, NAMED_REQUEST)).rejects.toThrow('the database is gone');
    expect(eid.ordersOf('cancel')).toEqual(['order-1']);
  });
});

test('outside a login the eID is called first, for a named person too, since there are no double clicks', async () => {
  const begun: PendingAuthentication[] = [];
  const { startOrder, eid } = openFlows({
    authentications: (store) => ({
      ...store,
      begin: async (authentication) => {
        begun.push(authentication);
        return store.begin(authentication);
      },
    }),
  });
  const intent = { ...PLAIN_LOGIN, person: PERSON.nationalId };
  const started = await startOrder(eid, { ...ATTEMPT, loginId: undefined, intent }, NAMED_REQUEST);
  expect(begun).toEqual([started]);
  expect(started?.progress).toMatchObject({ order: { reference: 'order-1' } });
});

function clicks(authentication: NewAuthentication): readonly NewAuthentication[] {
  return Array.from({ length: 25 }, (_, click) => ({ ...authentication, id: `attempt-${click}` }));
}

function orderIn(progress: AuthenticationProgress): unknown {
  return progress.state === 'pending' ? progress.order?.reference : undefined;
}

/** A store that fails at this method. */
function failing(method: 'begin' | 'recordPending') {
  return (store: Authentications): Authentications => ({
    ...store,
    [method]: async () => {
      throw new Error('the database is gone');
    },
  });
}
