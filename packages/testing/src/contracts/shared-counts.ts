import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { CountedWindow, SharedCounts } from 'eid-broker/ports/rate-limits';

import { RACERS, race } from '../races.ts';
import type { OpenReplicas, Replicas } from '../replicas.ts';
import { at } from '../sample-authentication.ts';

const FIRST: CountedWindow = { startsAt: at(0), endsAt: at(10) };
const SECOND: CountedWindow = { startsAt: at(10), endsAt: at(20) };

/** The contract of the port `SharedCounts`. */
export function sharedCountsContract(name: string, open: OpenReplicas<SharedCounts>): void {
  describe(`${name} keeps the promises of the port`, () => {
    let store: Replicas<SharedCounts>;
    let one: SharedCounts;

    beforeEach(async () => {
      store = await open(() => at(0));
      one = store.replicas[0];
    });
    afterEach(() => store.close());

    test('adds up each key separately', async () => {
      expect(await added(FIRST, { a: 3, b: 1 })).toEqual({ a: 3, b: 1 });
      expect(await added(FIRST, { a: 2, c: 4 })).toEqual({ a: 5, c: 4 });
    });

    test('returns counts without adding', async () => {
      await added(FIRST, { a: 3 });
      expect(await added(FIRST, { a: 0, b: 0 })).toEqual({ a: 3, b: 0 });
    });

    test('returns nothing for no keys', async () => {
      expect(await added(FIRST, {})).toEqual({});
    });

    test('begins each window at zero', async () => {
      await added(FIRST, { a: 3 });
      expect(await added(SECOND, { a: 1 })).toEqual({ a: 1 });
    });

    test('counts all that racing replicas add', async () => {
      const counts = new Map(['a', 'b', 'c'].map((key) => [key, 2]));
      await race(store.replicas, (replica) => replica.add(FIRST, counts));
      expect(await added(FIRST, { a: 0, b: 0, c: 0 })).toEqual({
        a: 2 * RACERS,
        b: 2 * RACERS,
        c: 2 * RACERS,
      });
    });

    test('counts what racing replicas add in different orders, without a deadlock', async () => {
      const keys = Array.from({ length: 50 }, (_, index) => `key ${index}`);
      let lease = 0;
      await race(store.replicas, (replica) => {
        lease += 1;
        const order = lease % 2 === 0 ? keys : keys.toReversed();
        return replica.add(FIRST, new Map(order.map((key) => [key, 1])));
      });
      const totals = await one.add(FIRST, new Map(keys.map((key) => [key, 0])));
      expect(new Set(totals.values())).toEqual(new Set([RACERS]));
    });

    async function added(window: CountedWindow, counts: Readonly<Record<string, number>>) {
      return Object.fromEntries(await one.add(window, new Map(Object.entries(counts))));
    }
  });
}
