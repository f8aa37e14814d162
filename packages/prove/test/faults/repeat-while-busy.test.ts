import { expect, test } from '@jest/globals';

import { repeatWhileBusy, startError } from '../../src/faults/repeat-while-busy.ts';

/** A start that throws these errors in turn, and then begins a login. */
function startAfter(errors: readonly Error[]) {
  const left = [...errors];
  return async () => {
    const error = left.shift();
    if (error !== undefined) throw error;
    return 'login';
  };
}

const busy = startError('not started: 503', { status: 503, retryAfter: '0' });

test('a start is sent again while the service is busy', async () => {
  const notes: string[] = [];
  const start = startAfter([busy, busy]);
  expect(await repeatWhileBusy(start, (text) => notes.push(text))).toBe('login');
  expect(notes).toEqual(Array(2).fill('not started: 503, sent again after 0 s'));
});

test('the fifth busy response is thrown', async () => {
  const start = startAfter(Array(5).fill(busy));
  await expect(repeatWhileBusy(start, () => undefined)).rejects.toBe(busy);
  expect(await start()).toBe('login');
});

test.each([
  { status: 503, retryAfter: undefined },
  { status: 500, retryAfter: '0' },
  { status: 429, retryAfter: '0' },
])('$status with Retry-After $retryAfter is thrown at once', async (response) => {
  const error = startError('not started', response);
  const start = startAfter([error]);
  await expect(repeatWhileBusy(start, () => undefined)).rejects.toBe(error);
});
