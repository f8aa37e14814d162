import type { LookupAddress } from 'node:dns';

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

import { sharedLookup } from '../../../../src/adapters/eid/protocols/dns-lookup.ts';

const HOST = 'eid.example';
const ONE: LookupAddress[] = [{ address: '192.0.2.1', family: 4 }];
const OTHER: LookupAddress[] = [{ address: '192.0.2.2', family: 4 }];

let answers: Promise<LookupAddress[]>[];
let questions: number;
let lookup: ReturnType<typeof sharedLookup>;
beforeEach(() => {
  jest.useFakeTimers();
  answers = [];
  questions = 0;
  lookup = sharedLookup(() => {
    questions += 1;
    return answers.shift() ?? never();
  });
});
afterEach(() => {
  jest.useRealTimers();
});

function never(): Promise<LookupAddress[]> {
  return new Promise(() => {});
}

function addresses(host = HOST): Promise<unknown> {
  return new Promise((resolve, reject) =>
    lookup(host, { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
  );
}

test('the system resolves a name once for all callers at the same time', async () => {
  answers.push(Promise.resolve(ONE), Promise.resolve(OTHER));
  expect(await Promise.all([addresses(), addresses(), addresses()])).toEqual([ONE, ONE, ONE]);
  expect(questions).toBe(1);
  expect(await addresses()).toEqual(OTHER);
  expect(questions).toBe(2);
});

test('each other name is resolved separately', async () => {
  answers.push(never(), Promise.resolve(OTHER));
  addresses();
  expect(await addresses('other.example')).toEqual(OTHER);
});

test('a lookup that fails or hangs leaves the last answer in use', async () => {
  answers.push(Promise.resolve(ONE), Promise.reject(new Error('ENOTFOUND')));
  await addresses();
  expect(await addresses()).toEqual(ONE);
  const waiting = addresses();
  await jest.advanceTimersByTimeAsync(1000);
  expect(await waiting).toEqual(ONE);
  expect(questions).toBe(3);
});

test('without a last answer the failure is thrown, and the next call resolves again', async () => {
  answers.push(Promise.reject(new Error('ENOTFOUND')), Promise.resolve(ONE));
  await expect(addresses()).rejects.toThrow('ENOTFOUND');
  expect(await addresses()).toEqual(ONE);
});

test('a caller that needs one address gets the first', async () => {
  answers.push(Promise.resolve([...ONE, ...OTHER]));
  const found = await new Promise((resolve) =>
    lookup(HOST, {}, (error, address, family) => resolve([error, address, family])),
  );
  expect(found).toEqual([null, '192.0.2.1', 4]);
});
