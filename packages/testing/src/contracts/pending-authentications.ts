import { beforeEach, describe, expect, test } from '@jest/globals';
import { race, winners } from '../races.ts';
import type { Replicas } from '../replicas.ts';
import { at, leaseAbout, leaseOf, pendingAuthentication } from '../sample-authentication.ts';
import {
  acquireLease,
  DECLINED,
  IDENTIFIED,
  NEWS,
  POLLER,
  pollTime,
  type ReadableAuthentications,
} from './authentication-samples.ts';

/** Polls, leases, and updates of a pending order. */
export function pendingAuthenticationsContract(
  opened: () => Replicas<ReadableAuthentications>,
): void {
  let store: Replicas<ReadableAuthentications>;
  let one: ReadableAuthentications;
  beforeEach(() => {
    store = opened();
    one = store.replicas[0];
  });

  describe('polls', () => {
    /** The eID was polled just before the first of them. */
    const authentication = pendingAuthentication(
      { channel: 'headless', loginId: undefined },
      { collectAfter: at(100) },
    );
    const found = { authentication, lease: undefined, tooSoon: false };
    const pollAt = (seconds: number, by = POLLER) => one.poll('attempt-1', by, pollTime(seconds));

    test('find the attempt unchanged', async () => {
      await one.begin(authentication);
      expect(await pollAt(0)).toEqual(found);
      expect(await one.find('attempt-1')).toEqual(authentication);
    });

    test('are too soon within the minimum interval', async () => {
      await one.begin(authentication);
      const first = await pollAt(10);
      const early = await pollAt(10.999);
      const due = await pollAt(11);
      expect([first, early, due].map((poll) => poll?.tooSoon)).toEqual([false, true, false]);
      expect(early?.authentication).toEqual(authentication);
    });

    test('that are too soon do not extend the interval', async () => {
      await one.begin(authentication);
      const notified: (boolean | undefined)[] = [];
      for (const seconds of [0, 0.3, 0.6, 0.9, 1, 1.3]) {
        notified.push((await pollAt(seconds))?.tooSoon);
      }
      expect(notified).toEqual([false, true, true, true, false, true]);
    });

    test.each([IDENTIFIED, DECLINED])(
      'are never too soon after the attempt is $state',
      async (outcome) => {
        await one.begin(authentication);
        await pollAt(10);
        const settled = await one.recordOutcome(leaseAbout(authentication), outcome);
        expect(await pollAt(10)).toEqual({ ...found, authentication: settled });
        expect(await pollAt(10)).toEqual({ ...found, authentication: settled });
      },
    );

    test('are never too soon after it has expired, and get no lease', async () => {
      const due = pendingAuthentication({ ...authentication, expiresAt: at(10) });
      await one.begin(due);
      await pollAt(9.9);
      for (const seconds of [10, 10.5]) {
        expect(await pollAt(seconds)).toMatchObject({ lease: undefined, tooSoon: false });
      }
    });

    test.each([
      ['issuer', { ...POLLER, issuer: 'https://other.example.com' }],
      ['client', { ...POLLER, clientId: 'other' }],
      ['channel', { ...POLLER, channel: 'ciba' as const }],
    ])('of another %s find nothing, and do not affect the interval', async (_what, foreign) => {
      await one.begin(authentication);
      expect(await pollAt(10, foreign)).toBeUndefined();
      expect(await pollAt(10)).toEqual(found);
      expect(await pollAt(10.9, foreign)).toBeUndefined();
      expect(await pollAt(11)).toEqual(found);
    });

    test('of another client get no lease', async () => {
      await one.begin(authentication);
      expect(await pollAt(100, { ...POLLER, clientId: 'other' })).toBeUndefined();
      expect((await pollAt(100))?.lease?.fencingToken).toBe(1);
    });

    test('of an unknown attempt find nothing', async () => {
      expect(await pollAt(0)).toBeUndefined();
    });

    test('of racing callers all but one are too soon', async () => {
      await one.begin(authentication);
      for (const seconds of [10, 11]) {
        const polls = await race(store.replicas, (replica) =>
          replica.poll('attempt-1', POLLER, pollTime(seconds)),
        );
        const inPace = polls.filter((poll) => poll?.tooSoon === false);
        expect(inPace).toEqual([found]);
        expect(winners(polls)).toHaveLength(polls.length);
      }
    });

    test('racing with the outcome are too soon only while it is pending', async () => {
      await one.begin(authentication);
      await pollAt(10);
      const polls = await race(store.replicas, async (replica, racer) => {
        if (racer !== 12) return replica.poll('attempt-1', POLLER, pollTime(10));
        await replica.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
        return undefined;
      });
      for (const { authentication: seen, tooSoon } of winners(polls)) {
        expect(tooSoon).toBe(seen.progress.state === 'pending');
      }
    });

    test('that are due get the lease exclusively', async () => {
      await one.begin(authentication);
      const lease = { fencingToken: 1, began: at(100), until: at(110), authentication };
      expect(await pollAt(100)).toEqual({ ...found, lease });
      expect(await pollAt(101)).toMatchObject({ lease: undefined, tooSoon: false });
      const when = { now: at(109.999), leaseUntil: at(120) };
      expect(await one.acquireLease('attempt-1', when)).toBeUndefined();
      expect((await one.find('attempt-1'))?.progress).toMatchObject({ collectAfter: at(110) });
    });

    test('release their lease like any other caller', async () => {
      await one.begin(authentication);
      const first = (await pollAt(100))?.lease;
      const update = { ...NEWS, order: undefined, collectAfter: at(102) };
      const progress = {
        ...authentication.progress,
        ...NEWS,
        order: authentication.progress.order,
      };
      const recorded = { ...authentication, progress: { ...progress, collectAfter: at(102) } };
      expect(first && (await one.recordPending(first, update))).toEqual(recorded);
      const second = await pollAt(102);
      expect(second?.authentication).toEqual(recorded);
      expect(second?.lease).toMatchObject({ fencingToken: 2, authentication: recorded });
      expect(first && (await one.recordPending(first, update))).toBeUndefined();
    });

    test('get the lease after another one has expired', async () => {
      await one.begin(authentication);
      await pollAt(100);
      expect((await pollAt(109))?.lease).toBeUndefined();
      expect((await pollAt(110))?.lease?.fencingToken).toBe(2);
    });

    test('get no lease while they are too soon', async () => {
      await one.begin(authentication);
      await pollAt(99.5);
      expect(await pollAt(100)).toEqual({ ...found, tooSoon: true });
    });

    test('of racing callers and other lease requests, one gets the lease', async () => {
      await one.begin(authentication);
      const leases = await race(store.replicas, async (replica, racer) => {
        const { now, leaseUntil, pace } = pollTime(100);
        if (racer % 2 === 0) return replica.acquireLease('attempt-1', { now, leaseUntil });
        return (await replica.poll('attempt-1', POLLER, { now, leaseUntil, pace }))?.lease;
      });
      expect(winners(leases)).toMatchObject([{ fencingToken: 1 }]);
    });
  });

  describe('leases', () => {
    test('are not granted before their time', async () => {
      await one.begin(pendingAuthentication());
      expect(await one.acquireLease('attempt-1', { now: at(1.999), leaseUntil: at(12) })).toBe(
        undefined,
      );
      const lease = await one.acquireLease('attempt-1', { now: at(2), leaseUntil: at(12) });
      const times = { began: at(2), until: at(12) };
      expect(lease).toEqual({
        fencingToken: 1,
        ...times,
        authentication: await one.find('attempt-1'),
      });
    });

    test('belong to one caller until they expire, then to the next with a higher fencing token', async () => {
      await one.begin(pendingAuthentication());
      await one.acquireLease('attempt-1', { now: at(2), leaseUntil: at(12) });
      expect(await one.acquireLease('attempt-1', { now: at(11), leaseUntil: at(21) })).toBe(
        undefined,
      );
      const next = await one.acquireLease('attempt-1', { now: at(12), leaseUntil: at(22) });
      expect(next).toMatchObject({ fencingToken: 2, authentication: { id: 'attempt-1' } });
    });

    test('are granted to one of many racing callers', async () => {
      await one.begin(pendingAuthentication());
      const answers = await race(store.replicas, (replica) =>
        replica.acquireLease('attempt-1', { now: at(2), leaseUntil: at(12) }),
      );
      expect(winners(answers)).toMatchObject([
        { fencingToken: 1, authentication: { id: 'attempt-1' } },
      ]);
    });

    test('are not granted for attempts that are final or unknown', async () => {
      await one.begin(pendingAuthentication());
      await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
      const when = { now: at(100), leaseUntil: at(110) };
      expect(await one.acquireLease('attempt-1', when)).toBeUndefined();
      expect(await one.acquireLease('nobody', when)).toBeUndefined();
    });
  });

  describe('updates of a pending order', () => {
    test('replace the stored state and return the current attempt', async () => {
      const authentication = pendingAuthentication();
      await one.begin(authentication);
      const lease = await acquireLease(one);
      const expected = { ...authentication, progress: { state: 'pending', ...NEWS } };
      expect(await one.recordPending(lease, NEWS)).toEqual(expected);
      expect(await one.find('attempt-1')).toEqual(expected);
    });

    test('mark a lost order, which is not polled any more', async () => {
      const authentication = pendingAuthentication();
      await one.begin(authentication);
      const gone = { ...NEWS, order: 'gone' } as const;
      const expected = { state: 'pending', ...NEWS, order: undefined };
      expect((await one.recordPending(await acquireLease(one), gone))?.progress).toEqual(expected);
      const next = await one.acquireLease('attempt-1', { now: at(4), leaseUntil: at(14) });
      expect(next?.authentication.progress.order).toBeUndefined();
      const replaced = next && (await one.recordPending(next, NEWS));
      expect(replaced?.progress).toEqual({ state: 'pending', ...NEWS });
    });

    test('release the lease until the given time', async () => {
      await one.begin(pendingAuthentication());
      await one.recordPending(await acquireLease(one), NEWS);
      const early = await one.acquireLease('attempt-1', { now: at(3.9), leaseUntil: at(20) });
      const due = await one.acquireLease('attempt-1', { now: at(4), leaseUntil: at(20) });
      expect(early).toBeUndefined();
      expect(due).toMatchObject({
        fencingToken: 2,
        authentication: { progress: { order: NEWS.order } },
      });
    });

    test('change nothing after the lease was lost', async () => {
      await one.begin(pendingAuthentication());
      const lost = await acquireLease(one);
      await one.acquireLease('attempt-1', { now: at(12), leaseUntil: at(22) });
      const before = await one.find('attempt-1');
      expect(await one.recordPending(lost, NEWS)).toBeUndefined();
      expect(await one.find('attempt-1')).toEqual(before);
    });

    test('change nothing after the attempt is final', async () => {
      await one.begin(pendingAuthentication());
      const lease = await acquireLease(one);
      const final = await one.recordOutcome(lease, DECLINED);
      expect(await one.recordPending(lease, NEWS)).toBeUndefined();
      expect(await one.find('attempt-1')).toEqual(final);
    });
  });
}
