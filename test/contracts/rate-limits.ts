import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import type { Limit, RateLimits } from '../../src/ports/rate-limits.ts';
import { RACERS, race, winners } from '../support/races.ts';
import type { OpenReplicas, Replicas } from '../support/replicas.ts';
import { at } from '../support/sample-authentication.ts';

const THREE_A_MINUTE = { most: 3, seconds: 60 };

/** Every promise of the port `RateLimits`. */
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
      return (await one.take(key, limit, at(seconds))).isTaken;
    }

    test('gives as many uses as the window has, and no more', async () => {
      expect(await takenAt(0, 1, 2, 3, 59.999)).toEqual([true, true, true, false, false]);
    });

    test('begins a window with the first use after the one before it', async () => {
      expect(await takenAt(10, 11, 12, 69.999)).toEqual([true, true, true, false]);
      expect(await takenAt(70, 100, 129.999, 129.999)).toEqual([true, true, true, false]);
      expect(await takenAt(500, 559.999, 560)).toEqual([true, true, true]);
    });

    test('does not count what it refuses', async () => {
      await takenAt(0, 1, 2, 3, 4, 5, 6);
      expect(await takenAt(60, 61, 62, 63)).toEqual([true, true, true, false]);
    });

    test('counts each key for itself', async () => {
      await takenAt(0, 1, 2);
      expect(await isTaken('other', THREE_A_MINUTE, 3)).toBe(true);
      expect(await isTaken('key ', THREE_A_MINUTE, 3)).toBe(true);
      expect(await isTaken('', THREE_A_MINUTE, 3)).toBe(true);
      expect(await isTaken('key', THREE_A_MINUTE, 3)).toBe(false);
    });

    test('judges each use by the limit that it names', async () => {
      await takenAt(0, 1, 2);
      expect(await isTaken('key', { most: 4, seconds: 60 }, 3)).toBe(true);
      expect(await isTaken('key', { most: 2, seconds: 60 }, 3)).toBe(false);
    });

    test('says when there are uses again', async () => {
      await takenAt(0, 1, 2);
      const refused = { isTaken: false, freeAt: at(60) };
      expect(await one.take('key', THREE_A_MINUTE, at(3))).toEqual(refused);
      expect(await one.take('key', THREE_A_MINUTE, at(59.5))).toEqual(refused);
      expect(await one.take('key', { most: 0, seconds: 10 }, at(3))).toEqual({
        isTaken: false,
        freeAt: at(13),
      });
    });

    test('gives none when there are none', async () => {
      const none = { most: 0, seconds: 60 };
      expect(await isTaken('key', none, 0)).toBe(false);
      await takenAt(0);
      expect(await isTaken('key', none, 100)).toBe(false);
    });

    test('counts a use of a replica whose clock is behind', async () => {
      expect(await takenAt(10, 8, 9, 9.5)).toEqual([true, true, true, false]);
    });

    test('gives racing callers no more than there are', async () => {
      for (const seconds of [0, 60]) {
        const answers = await race(store.replicas, (replica) =>
          takes(replica, { most: 7, seconds: 60 }, seconds),
        );
        expect(winners(answers)).toHaveLength(7);
      }
    });

    test('refuses nobody as long as there are enough for all', async () => {
      const answers = await race(store.replicas, (replica) =>
        takes(replica, { most: RACERS, seconds: 60 }, 0),
      );
      expect(winners(answers)).toHaveLength(RACERS);
    });

    test('forgets windows that ended before the moment, no more than the limit at a time', async () => {
      for (const key of ['a', 'b', 'c']) await one.take(key, { most: 1, seconds: 10 }, at(0));
      await one.take('d', { most: 1, seconds: 20 }, at(0));
      expect(await one.purge(at(10), 10)).toBe(0);
      const purged = [await one.purge(at(20), 2), await one.purge(at(20), 2)];
      expect([...purged, await one.purge(at(20), 2)]).toEqual([2, 1, 0]);
      expect(await isTaken('d', { most: 1, seconds: 20 }, 19)).toBe(false);
    });
  });
}

async function takes(replica: RateLimits, limit: Limit, seconds: number): Promise<boolean> {
  return (await replica.take('key', limit, at(seconds))).isTaken;
}
