import { beforeEach, describe, expect, test } from '@jest/globals';
import { race, winners } from '../races.ts';
import type { Replicas } from '../replicas.ts';
import { at, leaseOf, PERSON, pendingAuthentication } from '../sample-authentication.ts';
import {
  acquireLease,
  DECLINED,
  IDENTIFIED,
  NEWS,
  outcomesIn,
  type ReadableAuthentications,
  SIGNATURE,
} from './authentication-samples.ts';

/** What stays of an attempt: its event, its end when nobody polls, and its row until it is purged. */
export function authenticationRemainsContract(
  opened: () => Replicas<ReadableAuthentications>,
): void {
  let store: Replicas<ReadableAuthentications>;
  let one: ReadableAuthentications;
  beforeEach(() => {
    store = opened();
    one = store.replicas[0];
  });

  describe('the event of an attempt', () => {
    const ending = { state: 'ended', at: at(6), why: 'declined', hintCode: undefined } as const;
    const about = {
      authenticationId: 'attempt-1',
      tenantId: 'tenant',
      clientId: 'shop',
      issuer: 'https://login.example.com',
      channel: 'browser',
      kind: 'authentication',
      acr: 'urn:grn:authn:xx:some-eid',
      addressFrom: 'browser',
      hintCode: undefined,
    };

    test('does not exist while the attempt is pending', async () => {
      await one.begin(pendingAuthentication());
      await one.recordPending(await acquireLease(one), NEWS);
      expect(await one.readEvents()).toEqual([]);
    });

    test('records an identified person', async () => {
      await one.begin(pendingAuthentication());
      await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
      await one.consumeResult('attempt-1', at(7));
      expect(await one.readEvents()).toEqual([{ ...about, outcome: 'identified', at: at(5) }]);
    });

    test("records the reason for an end, with the eID's hint code", async () => {
      await one.begin(pendingAuthentication());
      await one.recordOutcome(leaseOf('attempt-1'), DECLINED);
      await one.consumeEnding('attempt-1', at(7));
      expect(await one.readEvents()).toEqual([
        { ...about, outcome: 'declined', hintCode: 'userCancel', at: at(5) },
      ]);
    });

    test('records an end by the service', async () => {
      await one.begin(pendingAuthentication({}, { hintCode: 'outstandingTransaction' }));
      await one.abandon('attempt-1', { ...ending, why: 'superseded' });
      expect(await one.readEvents()).toEqual([{ ...about, outcome: 'superseded', at: at(6) }]);
    });

    test('records a result from a session, at the time of the request', async () => {
      const own = { createdAt: at(3600), addressFrom: undefined };
      await one.createIdentified({ ...pendingAuthentication(own), progress: IDENTIFIED });
      expect(await one.readEvents()).toEqual([
        { ...about, addressFrom: undefined, outcome: 'remembered', at: at(3600) },
      ]);
    });

    test('records the request, the address, and the source of the address', async () => {
      const own = { tenantId: 'bank', clientId: 'urn:bank:1', channel: 'headless' } as const;
      const more = { intent: SIGNATURE, loginId: undefined, addressFrom: 'caller' } as const;
      await one.begin(pendingAuthentication({ ...own, ...more }));
      await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
      const expected = { ...about, ...own, kind: 'signature', addressFrom: 'caller' };
      expect(await one.readEvents()).toEqual([{ ...expected, outcome: 'identified', at: at(5) }]);
    });

    test('records a purged pending attempt as expired, at its expiry', async () => {
      const authentication = pendingAuthentication({ expiresAt: at(420) }, { hintCode: 'started' });
      await one.begin(authentication);
      await one.purge(at(1000), 10);
      expect(await one.readEvents()).toEqual([{ ...about, outcome: 'expired', at: at(420) }]);
    });

    test('outlives the attempt, and stays the only one', async () => {
      await one.begin(pendingAuthentication());
      await one.recordOutcome(leaseOf('attempt-1'), DECLINED);
      await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
      await one.abandon('attempt-1', ending);
      await one.createIdentified({
        ...pendingAuthentication({ id: 'attempt-2' }),
        progress: IDENTIFIED,
      });
      expect(await one.purge(at(1000), 10)).toBe(2);
      expect(await outcomesIn(one)).toEqual(['declined', 'remembered']);
    });

    test('does not exist for a discarded attempt', async () => {
      await one.begin(pendingAuthentication({}, { order: undefined }));
      await one.discard('attempt-1');
      await one.begin(pendingAuthentication({}, { order: undefined }));
      await one.recordOutcome(leaseOf('attempt-1'), DECLINED);
      await one.discard('attempt-1');
      expect(await outcomesIn(one)).toEqual(['declined']);
    });

    test('does not exist for a result that was not stored', async () => {
      await one.begin(pendingAuthentication());
      const old = await acquireLease(one);
      await one.acquireLease('attempt-1', { now: at(12), leaseUntil: at(22) });
      await one.recordOutcome(old, DECLINED);
      await one.recordOutcome(leaseOf('nobody'), IDENTIFIED);
      await one.abandon('nobody', ending);
      expect(await one.readEvents()).toEqual([]);
    });

    test('records the winner of all racing ends', async () => {
      await one.begin(pendingAuthentication());
      const answers = await race(store.replicas, async (replica, racer) => {
        if (racer % 3 === 0) return replica.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
        if (racer % 3 === 1) return replica.recordOutcome(leaseOf('attempt-1'), DECLINED);
        return replica.abandon('attempt-1', { ...ending, why: 'other-browser' });
      });
      expect(winners(answers)).toHaveLength(1);
      const { progress } = (await one.find('attempt-1'))!;
      const outcome = progress.state === 'ended' ? progress.why : progress.state;
      expect(await outcomesIn(one)).toEqual([outcome]);
    });

    test('exists once, also when the attempt is purged at the same time', async () => {
      for (let round = 0; round < 5; round += 1) {
        const id = `attempt-${round}`;
        await one.begin(pendingAuthentication({ id, loginId: undefined }));
        const answers = await race(store.replicas, async (replica, racer) => {
          if (racer % 2 === 0) return (await replica.purge(at(1000), 10)) > 0;
          return replica.abandon(id, ending);
        });
        // A purge that began before the attempt ended leaves it to the next purge.
        expect(winners(answers).length).toBeGreaterThan(0);
        await one.purge(at(1000), 10);
        expect(await one.find(id)).toBeUndefined();
      }
      const ids = (await one.readEvents()).map(({ authenticationId }) => authenticationId);
      expect(ids.toSorted()).toEqual([0, 1, 2, 3, 4].map((round) => `attempt-${round}`));
    });
  });

  describe('ending expired attempts', () => {
    const SPAN = { from: at(0), until: at(10) };
    const GIVEN_UP = { state: 'ended', at: at(5), why: 'declined', hintCode: undefined } as const;
    const beginAll = async (...all: readonly (readonly [string, Date])[]) => {
      for (const [id, expiresAt] of all) {
        await one.begin(pendingAuthentication({ id, loginId: undefined, expiresAt }));
      }
    };

    test('ends pending attempts that expired within the span, and returns them with their orders', async () => {
      await beginAll(['earlier', at(0)], ['old', at(0.001)], ['due', at(10)], ['new', at(10.001)]);
      await beginAll(['done', at(5)]);
      await one.recordOutcome(leaseOf('done'), IDENTIFIED);
      const abandoned = await one.abandonExpired(SPAN, 10);
      expect(abandoned.map(({ id }) => id).toSorted()).toEqual(['due', 'old']);
      expect(abandoned.map(({ progress }) => progress.order)).toEqual([
        pendingAuthentication().progress.order,
        pendingAuthentication().progress.order,
      ]);
      const expired = { state: 'ended', at: at(10), why: 'expired', hintCode: undefined };
      expect((await one.find('old'))?.progress).toEqual(expired);
      expect((await one.find('earlier'))?.progress.state).toBe('pending');
      expect((await one.find('new'))?.progress.state).toBe('pending');
      expect((await one.find('done'))?.progress.state).toBe('identified');
      expect(await outcomesIn(one)).toEqual(['expired', 'expired', 'identified']);
      expect(await one.abandonExpired(SPAN, 10)).toEqual([]);
    });

    test('returns no more than the limit at a time', async () => {
      await beginAll(['a', at(1)], ['b', at(1)], ['c', at(1)]);
      const taken = [await one.abandonExpired(SPAN, 2), await one.abandonExpired(SPAN, 2)];
      expect(taken.map(({ length }) => length)).toEqual([2, 1]);
    });

    test('returns each attempt to one of many callers', async () => {
      const ids = Array.from({ length: 30 }, (_, index) => `attempt-${index}`);
      await beginAll(...ids.map((id) => [id, at(5)] as const));
      const taken = await race(store.replicas, (replica) => replica.abandonExpired(SPAN, 5));
      const left = await one.abandonExpired(SPAN, 30);
      const all = [...taken.flat(), ...left].map(({ id }) => id);
      expect(all.toSorted()).toEqual(ids.toSorted());
      expect(await outcomesIn(one)).toHaveLength(30);
    });

    test('skips an attempt that another caller ends at the same time', async () => {
      for (let round = 0; round < 5; round += 1) {
        const id = `attempt-${round}`;
        await beginAll([id, at(5)]);
        const answers = await race(store.replicas, async (replica, racer) => {
          if (racer % 3 === 0) return (await replica.abandonExpired(SPAN, 5))[0];
          if (racer % 3 === 1) return replica.abandon(id, GIVEN_UP);
          return replica.recordOutcome(leaseOf(id), IDENTIFIED);
        });
        expect(winners(answers)).toHaveLength(1);
      }
      expect(await outcomesIn(one)).toHaveLength(5);
    });
  });

  describe('purging', () => {
    test('deletes attempts that expired before the moment, and no others', async () => {
      for (const [id, expiresAt] of [
        ['old', at(9.999)],
        ['due', at(10)],
        ['new', at(11)],
      ] as const) {
        await one.begin(pendingAuthentication({ id, loginId: undefined, expiresAt }));
      }
      expect(await one.purge(at(10), 100)).toBe(1);
      expect(await one.find('old')).toBeUndefined();
      expect((await one.find('due'))?.id).toBe('due');
      expect((await one.find('new'))?.id).toBe('new');
    });

    test('deletes no more than the limit at a time', async () => {
      for (const id of ['a', 'b', 'c']) {
        await one.begin(pendingAuthentication({ id, loginId: undefined, expiresAt: at(1) }));
      }
      const purged = [await one.purge(at(10), 2), await one.purge(at(10), 2)];
      expect([...purged, await one.purge(at(10), 2)]).toEqual([2, 1, 0]);
    });

    test('deletes attempts with a consumed result earlier, after their expiry', async () => {
      const consumed = async (id: string, expiresAt: Date, seconds: number) => {
        await one.begin(pendingAuthentication({ id, loginId: undefined, expiresAt }));
        const outcome = { state: 'identified', at: at(1), identity: PERSON } as const;
        await one.recordOutcome(leaseOf(id), outcome);
        await one.consumeResult(id, at(seconds));
      };
      await consumed('long-ago', at(5), 2);
      await consumed('just-now', at(5), 9);
      await consumed('not-expired', at(20), 2);
      await one.begin(
        pendingAuthentication({ id: 'nobody', loginId: undefined, expiresAt: at(5) }),
      );
      const before = { expired: at(10), consumed: at(9) };
      expect(await one.forgetUsed(before, 10)).toBe(1);
      expect(await one.find('long-ago')).toBeUndefined();
      for (const id of ['just-now', 'not-expired', 'nobody']) {
        expect((await one.find(id))?.id).toBe(id);
      }
      expect(await one.forgetUsed(before, 10)).toBe(0);
    });
  });
}
