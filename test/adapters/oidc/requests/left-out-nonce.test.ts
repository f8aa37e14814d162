import { expect, test } from '@jest/globals';

import {
  fillInNonce,
  takeOutNonce,
} from '../../../../src/adapters/oidc/requests/complete-request.ts';

function requestWith(nonce?: string) {
  return { ctx: { req: {} as never }, params: { nonce } };
}

test("a missing nonce is filled in for the library's checks, and removed afterwards", () => {
  const request = requestWith();
  fillInNonce(request);
  expect(request.params.nonce).toMatch(/./);
  takeOutNonce(request);
  expect(request.params.nonce).toBeUndefined();
});

test('a nonce of the request stays, whatever its value', () => {
  const other = requestWith();
  fillInNonce(other);
  const request = requestWith(other.params.nonce);
  fillInNonce(request);
  takeOutNonce(request);
  expect(request.params.nonce).toBe(other.params.nonce);
});
