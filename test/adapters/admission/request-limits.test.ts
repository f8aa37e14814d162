import { memorySharedCounts } from '@eid-broker/testing/memory/shared-counts';
import { beforeEach, describe, expect, test } from '@jest/globals';

import { makeRequestLimits } from '../../../src/adapters/admission/request-limits.ts';
import type { RequestLimits } from '../../../src/ports/admission.ts';
import type { SharedCounts } from '../../../src/ports/rate-limits.ts';

const START = Date.parse('2026-03-01T10:00:00.000Z');
/** In a window of ten seconds. */
const MOST = 40;

let seconds = 0;
let calls: ReadonlyMap<string, number>[] = [];
let isDown = false;
let warned: string[] = [];
let one: RequestLimits;
let two: RequestLimits;
beforeEach(() => {
  [seconds, calls, isDown, warned] = [0, [], false, []];
  const shared = memorySharedCounts();
  const sharedCounts: SharedCounts = {
    async add(window, counts) {
      calls.push(counts);
      if (isDown) throw new Error('no database');
      return shared.add(window, counts);
    },
  };
  const deps = {
    sharedCounts,
    perSecond: {
      address: MOST / 10,
      'address-starts': MOST / 10,
      client: MOST / 10,
      tenant: MOST / 10,
    },
    clock: () => new Date(START + seconds * 1000),
    log: { info() {}, error() {}, warn: (event: string) => void warned.push(event) },
  };
  one = makeRequestLimits(deps);
  two = makeRequestLimits(deps);
});

describe('in one process', () => {
  test('the allowed requests pass in each window', () => {
    expect(sent(one, MOST + 5)).toBe(MOST);
    seconds = 9.999;
    expect(sent(one, 1)).toBe(0);
    seconds = 10;
    expect(sent(one, MOST + 1)).toBe(MOST);
  });

  test('a refusal names the seconds until the window ends', () => {
    sent(one, MOST);
    expect(() => one.count('address', 'a')).toThrow(
      expect.objectContaining({ code: 'too-many-requests', values: { seconds: 10 } }),
    );
    seconds = 6.5;
    expect(() => one.count('address', 'a')).toThrow(
      expect.objectContaining({ values: { seconds: 4 } }),
    );
  });

  test('each key is counted by itself, and logged once in a window', () => {
    sent(one, MOST + 3);
    expect(sent(one, 1, 'b')).toBe(1);
    expect(() => one.count('tenant', 'a')).not.toThrow();
    expect(warned).toEqual(['requests.limited']);
  });

  test('a low count costs no statement', async () => {
    sent(one, MOST / 20 - 1);
    await one.share();
    expect(calls).toEqual([]);
  });
});

describe('over replicas', () => {
  test('one replica counts the requests of the other a second later', async () => {
    sent(one, 30);
    await one.share();
    expect(sent(two, 5)).toBe(5);
    await two.share();
    expect(sent(two, MOST)).toBe(5);
    await two.share();
    await one.share();
    expect(sent(one, MOST)).toBe(0);
  });

  test('no request is counted twice', async () => {
    sent(one, 10);
    for (let time = 0; time < 5; time += 1) await one.share();
    expect(calls.map((counts) => [...counts.values()])).toEqual([[10], [0], [0], [0], [0]]);
    expect(sent(one, MOST)).toBe(30);
  });

  test('no count is added twice while it is on its way', async () => {
    sent(one, 10);
    await Promise.all([one.share(), one.share()]);
    expect(calls).toHaveLength(1);
  });

  test('only high counts are shared, in one statement', async () => {
    sent(one, 10, 'busy');
    sent(one, 2, 'also');
    sent(one, 1, 'quiet');
    await one.share();
    expect(calls).toEqual([
      new Map([
        ['address busy', 10],
        ['address also', 2],
      ]),
    ]);
  });

  test('the count of a login at its usual pace is not shared', async () => {
    for (let time = 0; time < 24; time += 1) one.count('login', 'usual');
    for (let time = 0; time < 25; time += 1) one.count('login', 'often');
    await one.share();
    expect(calls).toEqual([new Map([['login often', 25]])]);
  });

  test('a new window starts at zero', async () => {
    sent(one, MOST);
    await one.share();
    seconds = 10;
    sent(two, 2);
    await two.share();
    expect(sent(two, MOST)).toBe(MOST - 2);
  });

  test('without a database each replica counts alone, and shares later', async () => {
    isDown = true;
    sent(one, 10);
    await one.share();
    await one.share();
    expect(warned).toEqual(['rate_limit.sharing_failed']);
    isDown = false;
    await one.share();
    sent(two, 2);
    await two.share();
    expect(sent(two, MOST)).toBe(MOST - 12);
  });
});

test('keys beyond the memory of a window are not limited, and the earlier ones are', () => {
  sent(one, MOST);
  for (let name = 0; name < 100_000; name += 1) one.count('address', `other ${name}`);
  expect(sent(one, 1)).toBe(0);
  expect(sent(one, MOST + 1, 'beyond')).toBe(MOST + 1);
});

/** Sends this many requests; returns how many pass. */
function sent(limits: RequestLimits, requests: number, name = 'a'): number {
  let passed = 0;
  for (let request = 0; request < requests; request += 1) {
    try {
      limits.count('address', name);
      passed += 1;
    } catch {}
  }
  return passed;
}
