import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';

import type { Vault } from '../../ports/vault.ts';
import { uniqueBytes } from './random.ts';

/** A vault that also finds values of an old key. */
export interface RotatingVault extends Vault {
  /** True for bytes encrypted, or a text hashed, with the newest key. */
  isCurrent(made: Uint8Array | string): boolean;
  /** Twelve hexadecimal digits that recognise a text of a context, for each key; that of the newest key first. */
  fingerprints(text: string, context: string): readonly string[];
}

interface Keys {
  readonly id: string;
  /** The first bytes of every value encrypted with it. */
  readonly prefix: Buffer;
  /** The key for texts of a context. */
  readonly sealFor: (context: string) => Buffer;
  readonly hash: Buffer;
  readonly derive: Buffer;
  readonly fingerprint: Buffer;
}

/** The version of the format, in the first byte. */
const VERSION = 1;
const HASHED = /^h1\.([0-9a-f]{8})\.([A-Za-z0-9_-]{43})$/;
const ID_END = 5;
const IV_END = ID_END + 12;
const TAG_BYTES = 16;
const TAG_END = IV_END + TAG_BYTES;
/** Contexts with cached keys: about the pending attempts of one replica. */
const MAX_CONTEXTS = 2_000;

/**
 * The vault on AES-256-GCM and HMAC-SHA-256. The first key-encryption key (32 bytes each) encrypts and hashes;
 * the others only read older values. An encrypted value, in bytes: version (1), key (4), IV (12), tag (16), ciphertext;
 * hashed, as text: `h1.<key>.<base64url>`.
 */
export function systemVault(keyEncryptionKeys: readonly Uint8Array[]): RotatingVault {
  const all = keyEncryptionKeys.map(keysOf);
  const [newest] = all;
  if (newest === undefined) throw new Error('the vault needs a key-encryption key');
  const byId = new Map(all.map((keys) => [keys.id, keys]));

  return {
    seal: (text, context) => encrypt(newest, text, context),

    open(sealed, context) {
      if (sealed.length < TAG_END) throw new Error(`what is sealed for ${context} is too short`);
      const keys = sealed[0] === VERSION ? byId.get(keyIdOf(sealed)) : undefined;
      if (keys === undefined) throw new Error(`no key-encryption key to open ${context}`);
      return decrypt(keys, sealed, context);
    },

    hash: (secret, context) =>
      `h1.${newest.id}.${mac(newest.hash, secret, context).toString('base64url')}`,

    matches(secret, hash, context) {
      const [, id = '', body = ''] = HASHED.exec(hash) ?? [];
      const keys = byId.get(id);
      if (keys === undefined) return false;
      return timingSafeEqual(mac(keys.hash, secret, context), Buffer.from(body, 'base64url'));
    },

    deriveKeys: (purpose) => all.map(({ derive }) => hkdf(derive, purpose)),

    fingerprints: (text, context) =>
      all.map(({ fingerprint }) => mac(fingerprint, text, context).toString('hex').slice(0, 12)),

    isCurrent: (made) =>
      newest.id === (typeof made === 'string' ? made.split('.')[1] : keyIdOf(made)),
  };
}

function keysOf(key: Uint8Array): Keys {
  if (key.length !== 32) throw new Error('a key-encryption key has 32 bytes');
  const id = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return {
    id,
    prefix: Buffer.concat([Buffer.of(VERSION), Buffer.from(id, 'hex')]),
    sealFor: sealKeys(hkdf(key, 'eid-broker vault: seal')),
    hash: hkdf(key, 'eid-broker vault: hash'),
    derive: hkdf(key, 'eid-broker vault: derive'),
    fingerprint: hkdf(key, 'eid-broker vault: fingerprint'),
  };
}

function hkdf(key: Uint8Array, purpose: string): Buffer {
  // HKDF accepts at most 1024 bytes of purpose; its digest always fits.
  return Buffer.from(
    hkdfSync('sha256', key, '', createHash('sha256').update(purpose).digest(), 32),
  );
}

/**
 * A key for each context keeps random IVs far below the limit of NIST SP 800-38D §8.3. A value is decrypted several
 * times soon after, so the latest keys are cached.
 */
function sealKeys(key: Buffer): Keys['sealFor'] {
  const derived = new Map<string, Buffer>();
  return (context) => {
    const known = derived.get(context);
    if (known !== undefined) return known;
    if (derived.size >= MAX_CONTEXTS) derived.clear();
    const made = createHmac('sha256', key).update(context).digest();
    derived.set(context, made);
    return made;
  };
}

function encrypt(keys: Keys, text: string, context: string): Buffer {
  const iv = uniqueBytes(IV_END - ID_END);
  const cipher = createCipheriv('aes-256-gcm', keys.sealFor(context), iv);
  cipher.setAAD(Buffer.from(context));
  const parts = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([keys.prefix, iv, cipher.getAuthTag(), ...parts]);
}

function decrypt(keys: Keys, sealed: Uint8Array, context: string): string {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keys.sealFor(context),
    sealed.subarray(ID_END, IV_END),
    { authTagLength: TAG_BYTES },
  );
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(IV_END, TAG_END));
  try {
    return decipher.update(sealed.subarray(TAG_END), undefined, 'utf8') + decipher.final('utf8');
  } catch (cause) {
    throw new Error(`what is sealed for ${context} does not open`, { cause });
  }
}

function keyIdOf(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(1, ID_END)).toString('hex');
}

function mac(key: Buffer, secret: string, context: string): Buffer {
  // JSON separates the two parts unambiguously.
  return createHmac('sha256', key)
    .update(JSON.stringify([context, secret]))
    .digest();
}
