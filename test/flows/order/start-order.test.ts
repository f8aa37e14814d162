import { describe, expect, test } from '@jest/globals';

import { Failure } from '../../../src/domain/failure.ts';
import type { LoginRequest } from '../../../src/ports/eid.ts';
import { openFlows } from '../../support/flows.ts';
import { at, pendingAuthentication } from '../../support/sample-authentication.ts';

const REQUEST: LoginRequest = {
  kind: 'login',
  endUserIp: '192.0.2.7',
  device: 'other',
  returnUrl: undefined,
  text: undefined,
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

  test('takes its order back when the login has a pending attempt already', async () => {
    const { startOrder, eid, latest } = openFlows();
    const first = await startOrder(eid, ATTEMPT, REQUEST);
    expect(await startOrder(eid, { ...ATTEMPT, id: 'attempt-2' }, REQUEST)).toBeUndefined();
    expect(eid.asked('cancel')).toEqual(['order-2']);
    expect(await latest()).toEqual(first);
  });
});
