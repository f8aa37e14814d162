import { type KeyObject, verify } from 'node:crypto';

import { type Der, tags } from '../der/der.ts';
import { fieldsOf } from '../der/fields.ts';
import { objectIdentifier } from '../der/values.ts';

/** Data signed with an RSA key: the content of a certificate or of an OCSP response. */
export interface Signed {
  readonly content: Buffer;
  /** OID of the signature's algorithm. */
  readonly algorithm: string;
  readonly signature: Buffer;
}

/** RSA, PKCS #1 v1.5, with SHA-2. SHA-1 and MD5 are excluded: their collisions permit forged certificates. */
const HASHES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
};

const MIN_RSA_BITS = 2048;

/** Whether this key made the signature, with a sufficient algorithm and size. */
export function isSignedBy({ content, algorithm, signature }: Signed, key: KeyObject): boolean {
  const hash = Object.hasOwn(HASHES, algorithm) ? HASHES[algorithm] : undefined;
  return hash !== undefined && isStrongRsa(key) && verify(hash, content, key, signature);
}

/** Whether it is an RSA key of at least 2048 bits. */
export function isStrongRsa(key: KeyObject): boolean {
  const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  return key.asymmetricKeyType === 'rsa' && modulusLength >= MIN_RSA_BITS;
}

/** The OID of an AlgorithmIdentifier whose parameters are NULL or absent. @throws {Error} malformed */
export function algorithmIn(element: Der): string {
  const fields = fieldsOf(element);
  const algorithm = objectIdentifier(fields.take(tags.objectIdentifier));
  fields.takeIf(tags.null);
  fields.end();
  return algorithm;
}
