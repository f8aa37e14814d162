import { listed } from './listed.ts';

const KEY = /^[A-Za-z0-9_+/-]{43}=?$/;

/** Reads keys of 32 bytes in base64url or base64; undefined when one is malformed, repeated or absent. */
export function keysIn(text: string): readonly Uint8Array[] | undefined {
  const parts = listed(text);
  const isWellFormed = parts.length > 0 && parts.every((part) => KEY.test(part));
  if (!isWellFormed) return undefined;
  const keys = parts.map((part) => new Uint8Array(Buffer.from(part, 'base64')));
  const distinct = new Set(keys.map((key) => Buffer.from(key).toString('hex')));
  return distinct.size === keys.length ? keys : undefined;
}
