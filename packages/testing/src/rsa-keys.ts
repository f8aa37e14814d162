import {
  createPrivateKey,
  generateKeyPair,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';

const COUNT = 6;
/** A service has three signing keys with RSA; few tests open more than four services. */
const SIGNING_COUNT = 12;
const VARIABLE = 'TEST_RSA_KEYS';
let own: readonly KeyObject[] | undefined;
let signing: KeyObject[] | undefined;

/** Makes the keys of a run, for its processes. One key takes as long as a whole test. */
export async function shareRsaKeys(): Promise<void> {
  const generate = () => promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const pairs = await Promise.all(Array.from({ length: COUNT + SIGNING_COUNT }, generate));
  const keys = pairs.map(({ privateKey }) => privateKey.export({ format: 'jwk' }));
  process.env[VARIABLE] = JSON.stringify(keys);
}

/** Six RSA keys: those of the run, or new ones. The first four are for simulators, the others for our client. */
export function rsaKeys(): readonly KeyObject[] {
  own ??= sharedKeys()?.slice(0, COUNT) ?? newRsaKeys(COUNT);
  return own;
}

/** A key that this test file has not received before: of the run while there are some, then a new one. */
export function nextSigningRsaKey(): KeyObject {
  signing ??= sharedKeys()?.slice(COUNT) ?? [];
  return signing.shift() ?? newRsaKey();
}

function sharedKeys(): KeyObject[] | undefined {
  const shared = process.env[VARIABLE];
  if (shared === undefined) return undefined;
  const keys: JsonWebKey[] = JSON.parse(shared);
  return keys.map((key) => createPrivateKey({ key, format: 'jwk' }));
}

function newRsaKeys(length: number): readonly KeyObject[] {
  return Array.from({ length }, newRsaKey);
}

/** A key of nobody else. */
export function newRsaKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}
