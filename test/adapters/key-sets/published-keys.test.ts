import { generateKeyPairSync } from 'node:crypto';

import { beforeEach, describe, expect, test } from '@jest/globals';

import { publishedKeys } from '../../../src/adapters/key-sets/published-keys.ts';
import type { JsonObject } from '../../../src/domain/json.ts';
import type { Log, LogFacts } from '../../../src/ports/log.ts';

const URL_OF_KEYS = 'https://keys.example/jwks?secret';

let now: number;
let served: readonly string[] | Error;
let fetches: string[];
let warned: (LogFacts | undefined)[];
let keysAt: ReturnType<typeof publishedKeys>;

beforeEach(() => {
  now = 1_800_000_000;
  served = ['one'];
  fetches = [];
  warned = [];
  const log: Log = { info() {}, warn: (_, facts) => warned.push(facts), error() {} };
  keysAt = publishedKeys({
    clock: () => new Date(now * 1000),
    log,
    async fetchText(url, { ownMachine }) {
      fetches.push(`${ownMachine} ${url}`);
      if (served instanceof Error) throw served;
      return JSON.stringify({ keys: served.map(keyNamed) });
    },
  });
});

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

function keyNamed(kid: string): JsonObject {
  return { ...(publicKey.export({ format: 'jwk' }) as JsonObject), kid };
}

async function kidsFor(...kids: readonly (string | undefined)[]): Promise<readonly unknown[]> {
  const keys = await keysAt(URL_OF_KEYS, { kids, ownMachine: false });
  return keys.map(({ kid }) => kid);
}

describe('published keys', () => {
  test('are cached for five minutes, then fetched again: a removed key is gone', async () => {
    expect(await kidsFor('one')).toEqual(['one']);
    served = ['two'];
    now += 299;
    expect(await kidsFor('one')).toEqual(['one']);
    expect(fetches).toHaveLength(1);
    now += 1;
    expect(await kidsFor('one')).toEqual(['two']);
    expect(fetches).toHaveLength(2);
  });

  test('are cached for each URL, and for each reachable network', async () => {
    await keysAt(URL_OF_KEYS, { kids: ['one'], ownMachine: false });
    await keysAt(URL_OF_KEYS, { kids: ['one'], ownMachine: true });
    await keysAt('https://other.example/', { kids: ['one'], ownMachine: true });
    expect(fetches).toEqual([
      `false ${URL_OF_KEYS}`,
      `true ${URL_OF_KEYS}`,
      'true https://other.example/',
    ]);
  });

  test('are fetched once for many callers at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 25 }, () => kidsFor('one')));
    expect(all.every(([kid]) => kid === 'one')).toBe(true);
    expect(fetches).toHaveLength(1);
  });
});

describe('a kid that is not among the cached keys', () => {
  test('causes a fetch when the last one is a minute ago', async () => {
    await kidsFor('one');
    served = ['one', 'two'];
    now += 60;
    expect(await kidsFor('two')).toEqual(['one', 'two']);
    expect(fetches).toHaveLength(2);
  });

  test('causes no more than one fetch a minute', async () => {
    for (let second = 0; second < 180; second += 1) {
      expect(await kidsFor(`made-up-${second}`)).toEqual(['one']);
      now += 1;
    }
    expect(fetches).toHaveLength(3);
  });

  test('causes a fetch among several too, and so does a signature without a kid', async () => {
    await kidsFor('one');
    now += 60;
    await kidsFor('one', 'two');
    now += 60;
    await kidsFor(undefined);
    now += 59;
    await kidsFor(undefined);
    expect(fetches).toHaveLength(3);
  });
});

describe('while the URL does not answer', () => {
  test('the last keys serve for ten more minutes', async () => {
    await kidsFor('one');
    served = new Error('away');
    now += 899;
    expect(await kidsFor('one')).toEqual(['one']);
    now += 1;
    expect(await kidsFor('one')).toEqual([]);
    expect(fetches).toHaveLength(2);
    served = ['one'];
    now += 60;
    expect(await kidsFor('one')).toEqual(['one']);
  });

  test('there are no keys without earlier ones, and fetches become rare', async () => {
    served = new Error('away');
    const moments: number[] = [];
    for (let second = 0; second < 1200; second += 1) {
      const before = fetches.length;
      expect(await kidsFor('one')).toEqual([]);
      if (fetches.length > before) moments.push(second);
      now += 1;
    }
    expect(moments).toEqual([0, 60, 180, 420, 720, 1020]);
  });

  test('an answer that is not a JWK set changes nothing', async () => {
    await kidsFor('one');
    served = Array.from({ length: 21 }, (_, index) => `key-${index}`);
    now += 300;
    expect(await kidsFor('one')).toEqual(['one']);
  });

  test('the log names the host and the reason, and nothing of the answer', async () => {
    served = new Error('status 500');
    await kidsFor('one');
    expect(warned).toEqual([{ host: 'keys.example', reason: 'status 500' }]);
  });
});
