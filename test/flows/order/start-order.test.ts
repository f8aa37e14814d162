import { describe, expect, test } from '@jest/globals';

import { Failure } from '../../../src/domain/failure.ts';
import type { Eid, LoginRequest } from '../../../src/ports/eid.ts';
import { openFlows } from '../../support/flows.ts';
import { at, pendingAuthentication } from '../../support/sample-authentication.ts';

const REQUEST: LoginRequest = {
  kind: 'login',
  endUserIp: '192.0.2.7',
  device: 'other',
  returnUrl: undefined,
  text: undefined,
  person: undefined,
  evidence: false,
  browser: undefined,
};

const {
  progress: _progress,
  createdAt: _createdAt,
  returned: _returned,
  handedOutAt: _handedOutAt,
  ...ATTEMPT
} = pendingAuthentication();

describe('starting an order', () => {
  test('passes the request on and stores the attempt with the order', async () => {
    const { startOrder, eid, latest } = openFlows();
    const started = await startOrder(eid, ATTEMPT, REQUEST);
    expect(eid.calls).toEqual([{ ask: 'start', request: REQUEST }]);
    expect(started).toEqual({
      ...pendingAuthentication(),
      progress: {
        state: 'pending',
        stage: 'first-interaction',
        hint: '',
        order: { reference: 'order-1' },
        collectAfter: at(2),
      },
    });
    expect(await latest()).toEqual(started);
  });

  test('stores nothing when the eID refuses, and does not try again', async () => {
    const { startOrder, eid, authentications } = openFlows();
    eid.willStart(new Failure('eid-unavailable'));
    await expect(startOrder(eid, ATTEMPT, REQUEST)).rejects.toMatchObject({
      code: 'eid-unavailable',
    });
    expect(eid.calls).toHaveLength(1);
    expect(await authentications.find(ATTEMPT.id)).toBeUndefined();
  });

  test('asks the eID once, however often the person clicks', async () => {
    const { startOrder, eid, latest } = openFlows();
    const clicks = Array.from({ length: 25 }, (_, click) => ({
      ...ATTEMPT,
      id: `attempt-${click}`,
    }));
    const started = await Promise.all(clicks.map((attempt) => startOrder(eid, attempt, REQUEST)));
    expect(started.filter((one) => one !== undefined)).toEqual([await latest()]);
    expect(eid.calls).toHaveLength(1);
  });

  test('takes the order back when the person cancels while the eID starts it', async () => {
    const { startOrder, abandonOrder, eid, latest } = openFlows();
    const slowly: Eid = {
      ...eid,
      start: async (request) => {
        const order = await eid.start(request);
        await abandonOrder(await latest(), 'declined');
        return order;
      },
    };
    expect(await startOrder(slowly, ATTEMPT, REQUEST)).toBeUndefined();
    expect(eid.asked('cancel')).toEqual(['order-1']);
    expect((await latest()).progress).toMatchObject({ state: 'ended', why: 'declined' });
  });

  test('takes the order back when it cannot be recorded', async () => {
    const { startOrder, eid } = openFlows({
      authentications: (store) => ({
        ...store,
        recordPending: async () => {
          throw new Error('the database is gone');
        },
      }),
    });
    await expect(startOrder(eid, ATTEMPT, REQUEST)).rejects.toThrow('the database is gone');
    expect(eid.asked('cancel')).toEqual(['order-1']);
  });
});
