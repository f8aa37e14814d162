import { expect, test } from '@jest/globals';

import { parseJsonObject } from '../../src/domain/json.ts';

test('only an object is read, and no other JSON value', () => {
  expect(parseJsonObject(' {"a":[1,{"b":null}]} ')).toEqual({ a: [1, { b: null }] });
  expect(
    ['[]', '[{}]', 'null', '"{}"', '1', 'true', '', '{', '{"a":1}x'].map(parseJsonObject),
  ).toEqual(Array(9).fill(undefined));
});
