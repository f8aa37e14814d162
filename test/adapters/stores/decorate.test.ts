import { expect, test } from '@jest/globals';

import { decorate, mapErrors } from '../../../src/adapters/stores/decorated-stores.ts';

interface Store {
  find(id: string): Promise<string>;
  remove(id: string): Promise<void>;
}

const store: Store = { find: async (id) => `found ${id}`, remove: async () => undefined };

test('a wrapper replaces the method, and an unchanged method stays', async () => {
  const decorated = decorate(store, {
    find: async (id) => `decorated ${await store.find(id)}`,
    remove: 'unchanged',
  });
  expect(await decorated.find('one')).toBe('decorated found one');
  expect(decorated.remove).toBe(store.remove);
});

test('a method without a decision is a compile error', () => {
  // @ts-expect-error The decision on `remove` is missing.
  expect(decorate(store, { find: 'unchanged' })).toEqual(store);
});

test('an optional method needs a decision, too', () => {
  const optional: Partial<Store> = store;
  // @ts-expect-error The decision on `remove` is missing.
  expect(decorate(optional, { find: 'unchanged' })).toEqual(store);
});

test('a wrapper of another signature, and one of no method, are compile errors', () => {
  // @ts-expect-error `find` returns a promise of a text.
  expect(decorate(store, { find: async () => 1, remove: 'unchanged' })).toBeDefined();
  const unchanged = { find: 'unchanged', remove: 'unchanged' } as const;
  // @ts-expect-error The store has no method `purge`.
  expect(decorate(store, { ...unchanged, purge: 'unchanged' })).toBeDefined();
});

test('each method of each store rejects with the mapped error', async () => {
  const failing: Store = { ...store, remove: () => Promise.reject(new Error('away')) };
  const mapped = mapErrors({ failing }, (error) => new Error('mapped', { cause: error }));
  expect(await mapped.failing.find('one')).toBe('found one');
  await expect(mapped.failing.remove('one')).rejects.toThrow(
    new Error('mapped', { cause: new Error('away') }),
  );
});

test('a store with a method that answers at once is a compile error', () => {
  const count = { count: () => 1 };
  // @ts-expect-error `count` returns no promise.
  expect(mapErrors({ count }, (error) => error)).toBeDefined();
});

test('a function in place of a store is a compile error', () => {
  const count = async () => 1;
  // @ts-expect-error A function has no methods to map.
  expect(mapErrors({ count }, (error) => error)).toBeDefined();
});
