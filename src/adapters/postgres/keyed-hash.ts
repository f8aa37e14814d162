import { createHmac } from 'node:crypto';

import type { Vault } from '../../ports/vault.ts';

/** HMAC-SHA-256 for one purpose: without the key-encryption key nobody can make or check one. */
export interface KeyedHash {
  /** With the newest key. */
  of(text: string): Buffer;
  /** With each key that there is: a row of any age may have any of them. */
  all(text: string): readonly Buffer[];
}

/** With keys of the purpose's own. They are derived once. */
export function keyedHash(vault: Pick<Vault, 'deriveKeys'>, purpose: string): KeyedHash {
  const keys = vault.deriveKeys(purpose);
  const [newest] = keys;
  if (newest === undefined) throw new Error(`there is no key for ${purpose}`);
  return {
    of: (text) => hashOf(newest, text),
    all: (text) => keys.map((key) => hashOf(key, text)),
  };
}

function hashOf(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
