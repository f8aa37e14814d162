import { expect, test } from '@jest/globals';

import {
  fillInNonce,
  takeOutNonce,
} from '../../../../src/adapters/oidc/requests/complete-request.ts';

function requested(nonce?: string) {
  return { ctx: { req: {} as never }, params: { nonce } };
}

test('a nonce that was not sent is there while the library judges, and gone afterwards', () => {
  const request = requested();
  fillInNonce(request);
  expect(request.params.nonce).toMatch(/./);
  takeOutNonce(request);
  expect(request.params.nonce).toBeUndefined();
});

test('a nonce that was sent stays, whatever it says', () => {
  const other = requested();
  fillInNonce(other);
  const request = requested(other.params.nonce);
  fillInNonce(request);
  takeOutNonce(request);
  expect(request.params.nonce).toBe(other.params.nonce);
});
