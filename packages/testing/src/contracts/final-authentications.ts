import { beforeEach, describe, expect, test } from '@jest/globals';
import { race, winners } from '../races.ts';
import type { Replicas } from '../replicas.ts';
import { at, leaseOf, pendingAuthentication } from '../sample-authentication.ts';
import {
  acquireLease,
  DECLINED,
  IDENTIFIED,
  NEWS,
  type ReadableAuthentications,
} from './authentication-samples.ts';

/** Results and endings: stored once, consumed once. */
export function finalAuthenticationsContract(
  opened: () => Replicas<ReadableAuthentications>,
): void {
  let store: Replicas<ReadableAuthentications>;
  let one: ReadableAuthentications;
  beforeEach(() => {
    store = opened();
    one = store.replicas[0];
  });

  describe('final results', () => {
    test('of an identified person are stored completely', async () => {
      const authentication = pendingAuthentication();
      await one.begin(authentication);
      const expected = { ...authentication, progress: IDENTIFIED };
      expect(await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED)).toEqual(expected);
      expect(await one.find('attempt-1')).toEqual(expected);
    });

    test('of an end are stored completely', async () => {
      const authentication = pendingAuthentication();
      await one.begin(authentication);
      const expected = { ...authentication, progress: DECLINED };
      expect(await one.recordOutcome(leaseOf('attempt-1'), DECLINED)).toEqual(expected);
      expect(await one.findLatest('login-1')).toEqual(expected);
    });

    test.each([
      ['identified', IDENTIFIED, DECLINED],
      ['ended', DECLINED, IDENTIFIED],
    ])('are final: after %s, later results change nothing', async (_state, first, second) => {
      await one.begin(pendingAuthentication());
      const settled = await one.recordOutcome(leaseOf('attempt-1'), first);
      expect(await one.recordOutcome(leaseOf('attempt-1'), second)).toBeUndefined();
      expect(await one.recordOutcome(leaseOf('attempt-1'), first)).toBeUndefined();
      expect(await one.find('attempt-1')).toEqual(settled);
    });

    test('of racing callers are stored once', async () => {
      await one.begin(pendingAuthentication());
      const answers = await race(store.replicas, (replica, racer) =>
        replica.recordOutcome(leaseOf('attempt-1'), racer % 2 === 0 ? IDENTIFIED : DECLINED),
      );
      const [winner, ...others] = winners(answers);
      expect(others).toEqual([]);
      expect(await one.find('attempt-1')).toEqual(winner);
    });

    test('of an end need the latest lease; an identified person does not', async () => {
      await one.begin(pendingAuthentication());
      const old = await acquireLease(one);
      await one.acquireLease('attempt-1', { now: at(12), leaseUntil: at(22) });
      expect(await one.recordOutcome(old, DECLINED)).toBeUndefined();
      expect((await one.find('attempt-1'))?.progress.state).toBe('pending');
      expect((await one.recordOutcome(old, IDENTIFIED))?.progress).toEqual(IDENTIFIED);
    });

    test('of unknown attempts are ignored', async () => {
      expect(await one.recordOutcome(leaseOf('nobody'), DECLINED)).toBeUndefined();
    });
  });

  describe('abandoning', () => {
    const ending = { state: 'ended', at: at(6), why: 'declined', hintCode: undefined } as const;

    test('ends the attempt and returns it with its last order', async () => {
      const authentication = pendingAuthentication();
      await one.begin(authentication);
      await one.recordPending(await acquireLease(one), NEWS);
      const before = { ...authentication, progress: { state: 'pending', ...NEWS } };
      expect(await one.abandon('attempt-1', ending)).toEqual(before);
      expect(await one.find('attempt-1')).toEqual({ ...authentication, progress: ending });
    });

    test('succeeds for one of many racing callers', async () => {
      await one.begin(pendingAuthentication());
      const answers = await race(store.replicas, (replica) => replica.abandon('attempt-1', ending));
      expect(winners(answers)).toHaveLength(1);
    });

    test('does not change attempts that are final or unknown', async () => {
      await one.begin(pendingAuthentication());
      const settled = await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
      expect(await one.abandon('attempt-1', ending)).toBeUndefined();
      expect(await one.abandon('nobody', ending)).toBeUndefined();
      expect(await one.find('attempt-1')).toEqual(settled);
    });
  });

  describe('the return of the browser', () => {
    test.each(['here', 'elsewhere'] as const)('counts once: first %s', async (where) => {
      const authentication = pendingAuthentication({ device: 'same', returnNonce: 'nonce-1' });
      await one.begin(authentication);
      expect(await one.recordReturn('attempt-1', where, at(1))).toBe(true);
      expect(await one.recordReturn('attempt-1', 'here', at(1))).toBe(false);
      expect(await one.recordReturn('attempt-1', 'elsewhere', at(1))).toBe(false);
      expect(await one.find('attempt-1')).toEqual({ ...authentication, returned: where });
    });

    test('keeps its parameters, which are visible in the result of an earlier lease', async () => {
      const parameters = { value: 'ä=1&b' };
      await one.begin(pendingAuthentication({ device: 'same', returnNonce: 'nonce-1' }));
      const lease = await acquireLease(one);
      await one.recordReturn('attempt-1', 'here', at(1), parameters);
      await one.recordReturn('attempt-1', 'here', at(1), { value: 'another' });
      const expected = { returned: 'here', returnParameters: parameters };
      expect(await one.find('attempt-1')).toMatchObject(expected);
      expect(await one.recordPending(lease, NEWS)).toMatchObject(expected);
    });

    test('by racing callers is either in the same browser or in another', async () => {
      await one.begin(pendingAuthentication({ device: 'same', returnNonce: 'nonce-1' }));
      const answers = await race(store.replicas, async (replica, racer) => {
        const where = racer % 2 === 0 ? 'here' : 'elsewhere';
        return (await replica.recordReturn('attempt-1', where, at(1))) && where;
      });
      expect(winners(answers)).toEqual([(await one.find('attempt-1'))?.returned]);
    });

    test('is visible in the result of an earlier lease', async () => {
      await one.begin(pendingAuthentication({ device: 'same', returnNonce: 'nonce-1' }));
      const lease = await acquireLease(one);
      await one.recordReturn('attempt-1', 'here', at(1));
      expect(await one.recordPending(lease, NEWS)).toMatchObject({ returned: 'here' });
      expect(await one.recordOutcome(lease, IDENTIFIED)).toMatchObject({ returned: 'here' });
    });

    test("counts before and after the eID's result", async () => {
      await one.begin(pendingAuthentication({ device: 'same', returnNonce: 'nonce-1' }));
      await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
      expect(await one.recordReturn('attempt-1', 'here', at(1))).toBe(true);
      expect(await one.find('attempt-1')).toMatchObject({
        returned: 'here',
        progress: IDENTIFIED,
      });
    });

    test('to an unknown attempt does not count', async () => {
      expect(await one.recordReturn('nobody', 'here', at(1))).toBe(false);
    });
  });

  describe('taking the return', () => {
    const AT = { now: at(1), leaseUntil: at(11) };
    const begin = () =>
      one.begin(pendingAuthentication({ device: 'same', returnNonce: 'nonce-1' }));

    test('records it and acquires the lease, before the order is due', async () => {
      await begin();
      const lease = await one.takeReturn('attempt-1', AT);
      expect(lease).toEqual({
        fencingToken: 1,
        began: at(1),
        until: at(11),
        authentication: { ...(await one.find('attempt-1')), returned: 'here' },
      });
      expect(await one.recordOutcome(lease!, IDENTIFIED)).toMatchObject({ returned: 'here' });
    });

    test('succeeds for one of racing callers', async () => {
      await begin();
      const leases = await race(store.replicas, (replica) => replica.takeReturn('attempt-1', AT));
      expect(winners(leases)).toMatchObject([{ fencingToken: 1 }]);
    });

    test('succeeds once, also after the lease', async () => {
      await begin();
      await one.takeReturn('attempt-1', AT);
      const later = { now: at(30), leaseUntil: at(40) };
      expect(await one.takeReturn('attempt-1', later)).toBeUndefined();
      expect(await one.acquireLease('attempt-1', later)).toMatchObject({ fencingToken: 2 });
    });

    test.each(['here', 'elsewhere'] as const)('fails after a return %s', async (where) => {
      await begin();
      await one.recordReturn('attempt-1', where, at(1));
      expect(await one.takeReturn('attempt-1', AT)).toBeUndefined();
    });

    test('fails for an attempt that is unknown, expired, or no longer pending', async () => {
      await begin();
      const { expiresAt } = (await one.find('attempt-1'))!;
      const tooLate = { now: expiresAt, leaseUntil: new Date(expiresAt.getTime() + 10_000) };
      expect(await one.takeReturn('attempt-1', tooLate)).toBeUndefined();
      expect(await one.takeReturn('nobody', AT)).toBeUndefined();
      await one.recordOutcome(leaseOf('attempt-1'), DECLINED);
      expect(await one.takeReturn('attempt-1', AT)).toBeUndefined();
    });
  });

  describe('consuming a result', () => {
    test('returns the person exactly once', async () => {
      const authentication = pendingAuthentication();
      await one.begin(authentication);
      await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
      const expected = { ...authentication, progress: IDENTIFIED, consumedAt: at(7) };
      expect(await one.consumeResult('attempt-1', at(7))).toEqual(expected);
      expect(await one.consumeResult('attempt-1', at(8))).toBeUndefined();
      expect(await one.find('attempt-1')).toEqual(expected);
    });

    test('returns the person to one of many racing callers', async () => {
      await one.begin(pendingAuthentication());
      await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
      const answers = await race(store.replicas, (replica, racer) =>
        replica.consumeResult('attempt-1', at(10 + racer)),
      );
      const [winner, ...others] = winners(answers);
      expect(others).toEqual([]);
      expect(await one.find('attempt-1')).toEqual(winner);
    });

    test('returns no person while pending, after an end, or of an unknown attempt', async () => {
      await one.begin(pendingAuthentication());
      expect(await one.consumeResult('attempt-1', at(3))).toBeUndefined();
      await one.recordOutcome(leaseOf('attempt-1'), DECLINED);
      expect(await one.consumeResult('attempt-1', at(6))).toBeUndefined();
      expect(await one.consumeResult('nobody', at(6))).toBeUndefined();
      expect((await one.find('attempt-1'))?.consumedAt).toBeUndefined();
    });
  });

  describe('consuming an ending', () => {
    test('succeeds once', async () => {
      await one.begin(pendingAuthentication());
      const settled = await one.recordOutcome(leaseOf('attempt-1'), DECLINED);
      expect(await one.consumeEnding('attempt-1', at(6))).toBe(true);
      expect(await one.consumeEnding('attempt-1', at(7))).toBe(false);
      expect(await one.find('attempt-1')).toEqual({ ...settled, consumedAt: at(6) });
    });

    test('succeeds for one of many racing callers', async () => {
      await one.begin(pendingAuthentication());
      await one.recordOutcome(leaseOf('attempt-1'), DECLINED);
      const answers = await race(store.replicas, (replica) =>
        replica.consumeEnding('attempt-1', at(6)),
      );
      expect(winners(answers)).toEqual([true]);
    });

    test('requires an ending, and fails for a person and for an unknown attempt', async () => {
      await one.begin(pendingAuthentication());
      expect(await one.consumeEnding('attempt-1', at(3))).toBe(false);
      await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
      expect(await one.consumeEnding('attempt-1', at(6))).toBe(false);
      expect(await one.consumeEnding('nobody', at(6))).toBe(false);
      await one.begin(pendingAuthentication({ id: 'later', loginId: undefined }));
      expect(await one.consumeEnding('later', at(6))).toBe(false);
      await one.recordOutcome(leaseOf('later'), DECLINED);
      expect(await one.consumeEnding('later', at(7))).toBe(true);
    });
  });
}
