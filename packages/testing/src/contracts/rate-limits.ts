import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import type { Limit, RateLimits } from 'eid-broker/ports/rate-limits';
import { RACERS, race, winners } from '../races.ts';
import type { OpenReplicas, Replicas } from '../replicas.ts';
import { at } from '../sample-authentication.ts';

const THREE_A_MINUTE = { most: 3, seconds: 60 };

/** The contract of the port `RateLimits`. */
export function rateLimitsContract(name: string, open: OpenReplicas<RateLimits>): void {
  describe(`${name} keeps the promises of the port`, () => {
    let store: Replicas<RateLimits>;
    let one: RateLimits;

    beforeEach(async () => {
      store = await open(() => at(0));
      one = store.replicas[0];
    });
    afterEach(() => store.close());

    async function takenAt(...moments: readonly number[]): Promise<readonly boolean[]> {
      const taken: boolean[] = [];
      for (const seconds of moments) taken.push(await isTaken('key', THREE_A_MINUTE, seconds));
      return taken;
    }

    async function isTaken(key: string, limit: Limit, seconds: number): Promise<boolean> {
      return (await one.take([{ key, limit }], at(seconds))).isTaken;
    }

    test('permits as many uses as the window has, and no more', async () => {
      expect(await takenAt(0, 1, 2, 3, 59.999)).toEqual([true, true, true, false, false]);
    });

    test('begins a window with the first use after the previous one', async () => {
      expect(await takenAt(10, 11, 12, 69.999)).toEqual([true, true, true, false]);
      expect(await takenAt(70, 100, 129.999, 129.999)).toEqual([true, true, true, false]);
      expect(await takenAt(500, 559.999, 560)).toEqual([true, true, true]);
    });

    test('does not count refused uses', async () => {
      await takenAt(0, 1, 2, 3, 4, 5, 6);
      expect(await takenAt(60, 61, 62, 63)).toEqual([true, true, true, false]);
    });

    test('reads which keys have no use left, and counts nothing', async () => {
      await takenAt(0, 1, 2);
      const uses = ['key', 'other'].map((key) => ({ key, limit: THREE_A_MINUTE }));
      expect(await one.full(uses, at(3))).toEqual(['key']);
      expect(await one.full(uses, at(60))).toEqual([]);
      expect(await takenAt(60, 61, 62, 63)).toEqual([true, true, true, false]);
    });

    test('counts each key separately', async () => {
      await takenAt(0, 1, 2);
      expect(await isTaken('other', THREE_A_MINUTE, 3)).toBe(true);
      expect(await isTaken('key ', THREE_A_MINUTE, 3)).toBe(true);
      expect(await isTaken('', THREE_A_MINUTE, 3)).toBe(true);
      expect(await isTaken('key', THREE_A_MINUTE, 3)).toBe(false);
    });

    test('checks each use against its own limit', async () => {
      await takenAt(0, 1, 2);
      expect(await isTaken('key', { most: 4, seconds: 60 }, 3)).toBe(true);
      expect(await isTaken('key', { most: 2, seconds: 60 }, 3)).toBe(false);
    });

    test('returns the keys without a use, and the time of the next permitted use', async () => {
      await takenAt(0, 1, 2);
      const refused = { isTaken: false, full: ['key'], freeAt: at(60) };
      expect(await one.take([{ key: 'key', limit: THREE_A_MINUTE }], at(3))).toEqual(refused);
      expect(await one.take([{ key: 'key', limit: THREE_A_MINUTE }], at(59.5))).toEqual(refused);
      expect(await one.take([{ key: 'key', limit: { most: 0, seconds: 10 } }], at(3))).toEqual({
        isTaken: false,
        full: ['key'],
        freeAt: at(13),
      });
    });

    test('permits no use with a limit of none', async () => {
      const none = { most: 0, seconds: 60 };
      expect(await isTaken('key', none, 0)).toBe(false);
      await takenAt(0);
      expect(await isTaken('key', none, 100)).toBe(false);
    });

    test('counts a use of a replica whose clock is behind', async () => {
      expect(await takenAt(10, 8, 9, 9.5)).toEqual([true, true, true, false]);
    });

    test('permits racing callers no more uses than the limit', async () => {
      for (const seconds of [0, 60]) {
        const answers = await race(store.replicas, (replica) =>
          takes(replica, { most: 7, seconds: 60 }, seconds),
        );
        expect(winners(answers)).toHaveLength(7);
      }
    });

    test('refuses no racing caller while the limit suffices', async () => {
      const answers = await race(store.replicas, (replica) =>
        takes(replica, { most: RACERS, seconds: 60 }, 0),
      );
      expect(winners(answers)).toHaveLength(RACERS);
    });

    describe('of several keys', () => {
      const both = [
        { key: 'key', limit: THREE_A_MINUTE },
        { key: 'other', limit: { most: 5, seconds: 600 } },
      ];

      test('are counted together', async () => {
        expect(await one.take(both, at(0))).toEqual({ isTaken: true });
        await takenAt(1, 2);
        expect(await isTaken('key', THREE_A_MINUTE, 3)).toBe(false);
        expect(await isTaken('other', { most: 1, seconds: 600 }, 3)).toBe(false);
        expect(await isTaken('other', { most: 2, seconds: 600 }, 3)).toBe(true);
      });

      test('are all refused when one is, and none of them counts', async () => {
        await takenAt(0, 1, 2);
        expect(await one.take(both, at(3))).toEqual({
          isTaken: false,
          full: ['key'],
          freeAt: at(60),
        });
        expect(await one.take(both.toReversed(), at(3))).toEqual({
          isTaken: false,
          full: ['key'],
          freeAt: at(60),
        });
        expect(await isTaken('other', { most: 1, seconds: 600 }, 3)).toBe(true);
      });

      test('are permitted again when the last full window ends', async () => {
        await takenAt(0, 1, 2);
        await one.take([{ key: 'other', limit: { most: 1, seconds: 600 } }], at(0));
        const full = both.map(({ key }) => ({ key, limit: { most: 1, seconds: 600 } }));
        expect(await one.take(full, at(3))).toEqual({
          isTaken: false,
          full: ['key', 'other'],
          freeAt: at(600),
        });
      });

      test('are permitted to racing callers up to the smaller limit', async () => {
        const answers = await race(store.replicas, async (replica, racer) => {
          const uses = racer % 2 === 0 ? both : both.toReversed();
          return (await replica.take(uses, at(0))).isTaken;
        });
        expect(winners(answers)).toHaveLength(3);
        for (let left = 0; left < 2; left += 1) {
          expect(await isTaken('other', { most: 5, seconds: 600 }, 1)).toBe(true);
        }
        expect(await isTaken('other', { most: 5, seconds: 600 }, 1)).toBe(false);
      });
    });

    describe('returned uses', () => {
      const uses = [{ key: 'key', limit: THREE_A_MINUTE }];

      test('are available again', async () => {
        await takenAt(0, 1, 2);
        await one.refund(uses, at(2));
        expect(await takenAt(3, 3)).toEqual([true, false]);
      });

      test('do not count for the next window', async () => {
        await takenAt(0);
        await takenAt(60, 61, 62);
        await one.refund(uses, at(0));
        expect(await takenAt(63)).toEqual([false]);
      });

      test('never exceed the uses before them', async () => {
        await takenAt(0);
        for (let times = 0; times < 3; times += 1) await one.refund(uses, at(0));
        await one.refund([{ key: 'unknown', limit: THREE_A_MINUTE }], at(0));
        expect(await takenAt(1, 2, 3, 4)).toEqual([true, true, true, false]);
      });
    });

    test('deletes windows that ended before the moment, up to the limit at a time', async () => {
      for (const key of ['a', 'b', 'c'])
        await one.take([{ key, limit: { most: 1, seconds: 10 } }], at(0));
      await one.take([{ key: 'd', limit: { most: 1, seconds: 20 } }], at(0));
      expect(await one.purge(at(10), 10)).toBe(0);
      const purged = [await one.purge(at(20), 2), await one.purge(at(20), 2)];
      expect([...purged, await one.purge(at(20), 2)]).toEqual([2, 1, 0]);
      expect(await isTaken('d', { most: 1, seconds: 20 }, 19)).toBe(false);
    });
  });
}

async function takes(replica: RateLimits, limit: Limit, seconds: number): Promise<boolean> {
  return (await replica.take([{ key: 'key', limit }], at(seconds))).isTaken;
}
