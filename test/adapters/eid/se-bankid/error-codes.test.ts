import { describe, expect, test } from '@jest/globals';

import {
  collectFailure,
  isLost,
  startFailure,
} from '../../../../src/adapters/eid/se-bankid/rp-answer.ts';

function fault(errorCode: string | undefined) {
  return { errorCode, retryAfter: undefined, detail: 'auth: what happened', cause: undefined };
}

type Row = readonly [errorCode: string, start: string, collect: string];

const rows: readonly Row[] = [
  ['alreadyInProgress', 'eid-busy-with-person', 'eid-unavailable'],
  ['invalidParameters', 'eid-refused-request', 'lost'],
  ['unauthorized', 'eid-misconfigured', 'eid-misconfigured'],
  ['notFound', 'eid-misconfigured', 'eid-misconfigured'],
  ['methodNotAllowed', 'eid-misconfigured', 'eid-misconfigured'],
  ['unsupportedMediaType', 'eid-misconfigured', 'eid-misconfigured'],
  ['requestTimeout', 'eid-unavailable', 'eid-unavailable'],
  ['tooManyRequests', 'eid-unavailable', 'eid-unavailable'],
  ['internalError', 'eid-unavailable', 'eid-unavailable'],
  ['maintenance', 'eid-unavailable', 'eid-unavailable'],
  ['somethingNew', 'eid-unavailable', 'eid-unavailable'],
  ['valueOf', 'eid-unavailable', 'eid-unavailable'],
];

describe('an error code', () => {
  test.each(rows)('%s of a start is the failure %s', (errorCode, code) => {
    expect(startFailure(fault(errorCode))).toMatchObject({
      code,
      hintCode: errorCode,
      detail: 'auth: what happened',
    });
  });

  test.each(rows)('%s (a start: %s) of a collect is %s', (errorCode, _start, expected) => {
    if (expected === 'lost') {
      expect(isLost(fault(errorCode))).toBe(true);
      return;
    }
    expect(isLost(fault(errorCode))).toBe(false);
    expect(collectFailure(fault(errorCode))).toMatchObject({ code: expected, hintCode: errorCode });
  });
});

describe('a call without an answer', () => {
  test('means that the eID is unavailable, and keeps its cause', () => {
    const cause = new Error('connect ECONNREFUSED');
    const failure = startFailure({ ...fault(undefined), cause });
    expect(failure).toMatchObject({ code: 'eid-unavailable', cause });
    expect(failure.hintCode).toBeUndefined();
    expect(collectFailure(fault(undefined))).toMatchObject({ code: 'eid-unavailable' });
    expect(isLost(fault(undefined))).toBe(false);
  });
});

describe('a Retry-After of BankID', () => {
  test('is kept for an unavailable eID alone', () => {
    const namesOf = (errorCode: string) =>
      startFailure({ ...fault(errorCode), retryAfter: 7 }).values;
    expect(namesOf('tooManyRequests')).toEqual({ seconds: 7 });
    expect(namesOf('maintenance')).toEqual({ seconds: 7 });
    expect(namesOf('alreadyInProgress')).toEqual({});
    expect(startFailure(fault('maintenance')).values).toEqual({});
  });
});
