import { expect, test } from '@jest/globals';

import {
  asLibraryOutage,
  withOAuthErrors,
} from '../../../../src/adapters/oidc/errors/oauth-errors.ts';
import { Failure, type FailureCode, ServiceUnavailable } from '../../../../src/domain/failure.ts';

/** The headers that a refusal sets. */
async function headersOf(code: FailureCode, seconds?: number): Promise<readonly unknown[]> {
  const set: unknown[] = [];
  // The code uses this method of the context alone.
  const ctx = { set: (...header: unknown[]) => void set.push(header) };
  const values = seconds === undefined ? {} : { seconds };
  await expect(
    withOAuthErrors(ctx as never, () => Promise.reject(new Failure(code, { values }))),
  ).rejects.toMatchObject({ name: expect.anything() });
  return set;
}

test('a rate limit and an unavailable eID set Retry-After', async () => {
  expect(await headersOf('too-many-requests', 60)).toEqual([['Retry-After', '60']]);
  expect(await headersOf('eid-unavailable', 5)).toEqual([['Retry-After', '5']]);
  expect(await headersOf('eid-unavailable')).toEqual([]);
  expect(await headersOf('eid-refused-request')).toEqual([]);
});

test('an outage outside a request of the library is thrown unchanged', () => {
  const outage = new ServiceUnavailable('the database does not answer');
  expect(asLibraryOutage(outage)).toBe(outage);
});
