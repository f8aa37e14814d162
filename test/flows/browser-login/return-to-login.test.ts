import { at, PERSON } from '@eid-broker/testing/sample-authentication';
import { describe, expect, test } from '@jest/globals';
import type { Device } from '../../../src/domain/authentication.ts';
import type { OrderEid } from '../../../src/ports/eid.ts';
import { type Between, LOGIN, openFlows, USER_AGENT } from '../../support/flows.ts';

const IDENTIFIED = { state: 'identified', identity: PERSON } as const;

async function started(device: Device = 'same', between: Between = {}) {
  const flows = openFlows(between);
  await flows.startLogin(LOGIN, USER_AGENT, device);
  const { returnNonce: nonce = '', browserSecret } = await flows.latest();
  return {
    ...flows,
    nonce,
    returnWith: (startedHere: boolean, secret: string = nonce, parameters = {}) =>
      flows.returnToLogin({
        loginId: LOGIN.id,
        nonce: secret,
        browserSecret: startedHere ? browserSecret : undefined,
        parameters,
      }),
    view: () => flows.advanceLogin(LOGIN, USER_AGENT),
  };
}

describe('the browser that the app opened', () => {
  test('is accepted with the cookie and the secret', async () => {
    const { returnWith, latest, eid } = await started();
    expect(await returnWith(true)).toBe('accepted');
    expect((await latest()).returned).toBe('here');
    expect(eid.ordersOf('cancel')).toEqual([]);
  });

  test('is accepted again after a reload', async () => {
    const { returnWith } = await started();
    await returnWith(true);
    expect(await returnWith(true)).toBe('accepted');
  });

  test('is accepted by each of many requests at the same time', async () => {
    const { returnWith } = await started();
    const results = await Promise.all(Array.from({ length: 25 }, () => returnWith(true)));
    expect(new Set(results)).toEqual(new Set(['accepted']));
  });

  test.each([
    ['a wrong secret', 'wrong'],
    ['no secret', ''],
  ])('is unknown with %s, with or without the cookie', async (_what, secret) => {
    const { returnWith, latest } = await started();
    expect(await returnWith(true, secret)).toBe('unknown');
    expect(await returnWith(false, secret)).toBe('unknown');
    expect(await latest()).toMatchObject({ returned: undefined, progress: { state: 'pending' } });
  });

  test('is unknown for an order on another device, which has no secret', async () => {
    const { returnWith } = await started('other');
    expect(await returnWith(true, '')).toBe('unknown');
    expect(await returnWith(true, 'undefined')).toBe('unknown');
  });

  test('is unknown with the secret of an earlier attempt', async () => {
    const { returnWith, abandonOrder, latest, startLogin, advance } = await started();
    await abandonOrder(await latest(), 'expired');
    advance(1);
    await startLogin(LOGIN, USER_AGENT, 'same');
    expect(await returnWith(true)).toBe('unknown');
  });

  test('is unknown for a login without a start', async () => {
    const { returnToLogin } = openFlows();
    const returning = { loginId: 'login-9', nonce: 'n', browserSecret: 'b' };
    expect(await returnToLogin(returning)).toBe('unknown');
  });

  test('ends the login when it has the secret but not the cookie', async () => {
    const { returnWith, latest, eid } = await started();
    expect(await returnWith(false)).toBe('other-browser');
    expect((await latest()).progress).toEqual({
      state: 'ended',
      at: at(0),
      why: 'other-browser',
      hintCode: undefined,
    });
    expect(eid.ordersOf('cancel')).toEqual(['order-1']);
  });

  test('ends the login when it has the secret of another start', async () => {
    const { returnToLogin, nonce } = await started();
    const returning = { loginId: LOGIN.id, nonce, browserSecret: 'planted' };
    expect(await returnToLogin(returning)).toBe('other-browser');
  });

  test('gets the same result for each request', async () => {
    const { returnWith, eid } = await started();
    const results = await Promise.all([returnWith(false), returnWith(false), returnWith(false)]);
    expect([...results, await returnWith(false)]).toEqual(Array(4).fill('other-browser'));
    expect(eid.ordersOf('cancel')).toEqual(['order-1']);
  });

  test('is too late with the cookie after another one with the secret', async () => {
    const { returnWith, latest } = await started();
    await returnWith(false);
    expect(await returnWith(true)).toBe('other-browser');
    expect((await latest()).returned).toBe('elsewhere');
  });

  test('without the cookie is unknown after the right one has returned', async () => {
    const { returnWith, latest } = await started();
    await returnWith(true);
    expect(await returnWith(false)).toBe('unknown');
    expect(await latest()).toMatchObject({ returned: 'here', progress: { state: 'pending' } });
  });
});

describe('the parameters of the return', () => {
  const PARAMETERS = { userChallengeVerifier: 'from-the-app' };

  /** An eID that records the parameters of its collects; it reads them, or does not. */
  function recording(readsReturn: boolean) {
    const got: unknown[] = [];
    const eid = (real: OrderEid): OrderEid => ({
      ...real,
      ...(readsReturn && { readsReturn }),
      collect(order, returned) {
        got.push(returned);
        return real.collect(order);
      },
    });
    return { got, between: { eid } };
  }

  test('reach the next collects of an eID that reads them', async () => {
    const { got, between } = recording(true);
    const { returnWith, view, advance } = await started('same', between);
    advance(2);
    await view();
    expect(await returnWith(true, undefined, PARAMETERS)).toBe('accepted');
    for (let time = 0; time < 2; time += 1) {
      advance(2);
      await view();
    }
    expect(got).toEqual([undefined, PARAMETERS, PARAMETERS]);
  });

  test('of the first return count', async () => {
    const { between } = recording(true);
    const { returnWith, latest } = await started('same', between);
    await returnWith(true, undefined, PARAMETERS);
    await returnWith(true, undefined, { userChallengeVerifier: 'planted' });
    expect((await latest()).returnParameters).toEqual(PARAMETERS);
  });

  test.each([
    ['an eID that does not read them', false, PARAMETERS],
    ['more than 4096 characters', true, { ...PARAMETERS, more: 'x'.repeat(4096) }],
  ])('are dropped for %s, and the return counts', async (_, readsReturn, parameters) => {
    const { got, between } = recording(readsReturn);
    const { returnWith, view, advance, latest } = await started('same', between);
    expect(await returnWith(true, undefined, parameters)).toBe('accepted');
    advance(2);
    await view();
    expect(await latest()).not.toHaveProperty('returnParameters');
    expect(got).toEqual([{}]);
  });

  test('of another browser are not kept', async () => {
    const { between } = recording(true);
    const { returnWith, latest } = await started('same', between);
    await returnWith(false, undefined, PARAMETERS);
    expect(await latest()).not.toHaveProperty('returnParameters');
  });
});

describe('session fixation: a login whose cookie the attacker has, and whose link another person got', () => {
  test('is never finished when the app opens the other person’s browser first', async () => {
    const { returnWith, view, eid, advance } = await started();
    expect(await returnWith(false)).toBe('other-browser');
    eid.willCollect(IDENTIFIED);
    advance(2);
    expect(await view()).toMatchObject({ step: 'ended', why: 'other-browser' });
  });

  test('is never finished when the person was identified before the app returned', async () => {
    const { returnWith, view, eid, advance } = await started();
    eid.willCollect(IDENTIFIED);
    advance(2);
    expect(await view()).toMatchObject({ step: 'waiting', awaitsReturn: true });
    expect(await returnWith(false)).toBe('other-browser');
    expect(await view()).toMatchObject({ step: 'ended', why: 'other-browser' });
  });

  test('is never finished when the attacker guesses the secret for a long time', async () => {
    const { returnWith, view, eid, advance } = await started();
    eid.willCollect(IDENTIFIED);
    for (let second = 0; second < 600; second += 10) {
      advance(10);
      expect(await returnWith(true, `guess-${second}`)).toBe('unknown');
      expect((await view()).step).toBe('waiting');
    }
  });
});
