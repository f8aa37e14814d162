import { type KeyObject, verify } from 'node:crypto';

import { type Der, tags } from '../der/der.ts';
import { fieldsOf } from '../der/fields.ts';
import { objectIdentifier } from '../der/values.ts';

/** Signed data: the content of a certificate or of an OCSP response. */
export interface Signed {
  readonly content: Buffer;
  /** OID of the signature's algorithm. */
  readonly algorithm: string;
  readonly signature: Buffer;
}

/** With SHA-2. SHA-1 and MD5 are excluded: their collisions permit forged certificates. */
const ALGORITHMS: ReadonlyMap<string, { readonly hash: string; readonly key: 'rsa' | 'ec' }> =
  new Map([
    // RSA, PKCS #1 v1.5.
    ['1.2.840.113549.1.1.11', { hash: 'sha256', key: 'rsa' }],
    ['1.2.840.113549.1.1.12', { hash: 'sha384', key: 'rsa' }],
    ['1.2.840.113549.1.1.13', { hash: 'sha512', key: 'rsa' }],
    // ECDSA.
    ['1.2.840.10045.4.3.2', { hash: 'sha256', key: 'ec' }],
    ['1.2.840.10045.4.3.3', { hash: 'sha384', key: 'ec' }],
    ['1.2.840.10045.4.3.4', { hash: 'sha512', key: 'ec' }],
  ]);

const MIN_RSA_BITS = 2048;
/** The curves of NIST, by OpenSSL's names: P-256, P-384 and P-521. */
const CURVES: readonly string[] = ['prime256v1', 'secp384r1', 'secp521r1'];

/** Whether this key made the signature, with a sufficient algorithm and size. */
export function isSignedBy({ content, algorithm, signature }: Signed, key: KeyObject): boolean {
  const known = ALGORITHMS.get(algorithm);
  if (known === undefined || known.key !== key.asymmetricKeyType || !isStrong(key)) return false;
  return verify(known.hash, content, key, signature);
}

/** Whether it is a key of sufficient size, RSA or of a usual elliptic curve. */
export function isStrong(key: KeyObject): boolean {
  return isStrongRsa(key) || CURVES.includes(key.asymmetricKeyDetails?.namedCurve ?? '');
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
