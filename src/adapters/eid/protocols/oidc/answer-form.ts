import { createHash, timingSafeEqual } from 'node:crypto';

import { decodeProtectedHeader } from 'jose';

import { UnverifiedAnswer } from '../unverified-answer.ts';

/** A response of the UserInfo endpoint. */
export interface UserInfoContent {
  readonly type: string;
  readonly text: string;
}

/**
 * Checks that a token is encrypted exactly when it must be. A compressed one is refused: it may grow without limit, and
 * its length reveals something of its content.
 * @throws {UnverifiedAnswer}
 */
export function assertToken(token: string, isEncrypted: boolean): void {
  if (token.split('.').length !== (isEncrypted ? 5 : 3)) throw new UnverifiedAnswer('form');
  if (isEncrypted && decodeProtectedHeader(token).zip !== undefined) {
    throw new UnverifiedAnswer('zip');
  }
}

/** Checks the form of a response. @throws {UnverifiedAnswer} */
export function assertUserInfo(
  { type, text }: UserInfoContent,
  form: 'json' | 'signed' | 'encrypted',
): void {
  const isToken = /^application\/jwt *(;|$)/i.test(type);
  if (isToken !== (form !== 'json')) throw new UnverifiedAnswer('form');
  if (isToken) assertToken(text, form === 'encrypted');
}

const HASH_OF_LENGTH: Readonly<Record<number, string>> = {
  22: 'sha256',
  32: 'sha384',
  43: 'sha512',
};

/**
 * Compares `at_hash`, if there is one, with the access token: it is the left half of its hash. Its length names the
 * hash of the signature (OpenID Connect Core 3.1.3.6).
 * @throws {UnverifiedAnswer}
 */
export function assertAccessToken(accessToken: string, atHash: unknown): void {
  if (atHash === undefined) return;
  const hash = typeof atHash === 'string' ? HASH_OF_LENGTH[atHash.length] : undefined;
  if (typeof atHash !== 'string' || hash === undefined) throw new UnverifiedAnswer('at_hash');
  const digest = createHash(hash).update(accessToken, 'ascii').digest();
  const expected = digest.subarray(0, digest.length / 2);
  const stated = Buffer.from(atHash, 'base64url');
  const isEqual = stated.length === expected.length && timingSafeEqual(stated, expected);
  if (!isEqual) throw new UnverifiedAnswer('at_hash');
}
