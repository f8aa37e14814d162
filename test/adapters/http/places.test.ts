import { expect, test } from '@jest/globals';

import { requestPlaces } from '../../../src/adapters/http/places.ts';

test('no tenant gets all of them', () => {
  const places = requestPlaces({ altogether: 3, ofTenant: 2 });
  expect([places.take('a'), places.take('a')]).toEqual([
    expect.any(Function),
    expect.any(Function),
  ]);
  expect(places.take('a')).toBeUndefined();
  expect(places.take('b')).toBeDefined();
  expect(places.take('b')).toBeUndefined();
});

test('one that is given up is another one’s', () => {
  const places = requestPlaces({ altogether: 1, ofTenant: 1 });
  const leave = places.take('a');
  expect(places.take('b')).toBeUndefined();
  leave?.();
  expect(places.take('b')).toBeDefined();
});
