import { expect, test } from '@jest/globals';

import { Failure } from '../../src/domain/failure.ts';

test('a failure carries its code, and detail and cause for the log', () => {
  const cause = new Error('503');
  const failure = new Failure('eid-unavailable', {
    detail: 'collect',
    hintCode: 'Maintenance',
    cause,
  });
  expect({ ...failure }).toEqual({
    name: 'Failure',
    code: 'eid-unavailable',
    detail: 'collect',
    hintCode: 'Maintenance',
    values: {},
    notAttempted: false,
  });
  expect(failure.message).toBe('eid-unavailable: collect');
  expect(failure.cause).toBe(cause);
});

test('a failure without a detail has its code as message', () => {
  const failure = new Failure('eid-not-offered');
  expect(failure.message).toBe('eid-not-offered');
  expect([failure.detail, failure.hintCode, failure.cause]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
