import {
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';

const COUNT = 6;
const VARIABLE = 'TEST_RSA_KEYS';
let own: readonly KeyObject[] | undefined;

/** Makes the keys of a run, for its processes. One key takes as long as a whole test. */
export function shareRsaKeys(): void {
  const keys = newRsaKeys().map((key) => key.export({ format: 'jwk' }));
  process.env[VARIABLE] = JSON.stringify(keys);
}

/** Six RSA keys: those of the run, or new ones. The first four are for simulators, the others for our client. */
export function rsaKeys(): readonly KeyObject[] {
  own ??= sharedKeys() ?? newRsaKeys();
  return own;
}

function sharedKeys(): readonly KeyObject[] | undefined {
  const shared = process.env[VARIABLE];
  if (shared === undefined) return undefined;
  const keys: JsonWebKey[] = JSON.parse(shared);
  return keys.map((key) => createPrivateKey({ key, format: 'jwk' }));
}

function newRsaKeys(): readonly KeyObject[] {
  return Array.from({ length: COUNT }, newRsaKey);
}

/** A key of nobody else. */
export function newRsaKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}
