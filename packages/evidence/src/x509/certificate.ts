import { createPublicKey, type KeyObject } from 'node:crypto';

import { type Der, primitiveTaggedAs, readDer, taggedAs, tags } from '../der/der.ts';
import { fieldsOf, onlyElementIn } from '../der/fields.ts';
import { bitBytes, smallInteger, time, unsignedInteger } from '../der/values.ts';
import { type Extensions, readExtensions, understandExtensions } from './extensions.ts';
import { algorithmIn, type Signed } from './signed.ts';

/** An X.509 version 3 certificate (RFC 5280), parsed once for all purposes. */
export interface Certificate {
  readonly raw: Buffer;
  readonly signed: Signed;
  readonly serial: Buffer;
  readonly issuer: Der;
  readonly subject: Der;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly publicKey: KeyObject;
  /** The key's bits, of which identifiers of it are made. */
  readonly keyBits: Buffer;
  readonly extensions: Extensions;
}

const VERSION_3 = 2;

/** Parses a certificate in DER. @throws {Error} malformed, or with an unknown critical extension */
export function readCertificate(raw: Buffer): Certificate {
  const fields = fieldsOf(readDer(raw));
  const content = fields.take(tags.sequence);
  const algorithm = algorithmIn(fields.take(tags.sequence));
  const signature = bitBytes(fields.take(tags.bitString));
  fields.end();
  const { innerAlgorithm, ...members } = readContent(content);
  if (innerAlgorithm !== algorithm) throw new Error('a certificate names two algorithms');
  return { raw, signed: { content: content.raw, algorithm, signature }, ...members };
}

function readContent(content: Der) {
  const fields = fieldsOf(content);
  if (smallInteger(onlyElementIn(fields.take(taggedAs(0)))) !== VERSION_3) {
    throw new Error('a certificate of another version');
  }
  const serial = unsignedInteger(fields.take(tags.integer));
  const innerAlgorithm = algorithmIn(fields.take(tags.sequence));
  const issuer = fields.take(tags.sequence);
  const validity = fieldsOf(fields.take(tags.sequence));
  const subject = fields.take(tags.sequence);
  const key = readPublicKey(fields.take(tags.sequence));
  // The unique identifiers of version 2, which are unused.
  fields.takeIf(primitiveTaggedAs(1));
  fields.takeIf(primitiveTaggedAs(2));
  const extensions = readExtensions(onlyElementIn(fields.take(taggedAs(3))));
  fields.end();
  return {
    serial,
    innerAlgorithm,
    issuer,
    subject,
    ...readValidity(validity),
    ...key,
    extensions: understandExtensions(extensions),
  };
}

function readValidity(fields: ReturnType<typeof fieldsOf>) {
  const notBefore = time(fields.take(tags.utcTime, tags.generalizedTime));
  const notAfter = time(fields.take(tags.utcTime, tags.generalizedTime));
  fields.end();
  return { notBefore, notAfter };
}

function readPublicKey(element: Der) {
  const fields = fieldsOf(element);
  fields.take(tags.sequence);
  const keyBits = bitBytes(fields.take(tags.bitString));
  fields.end();
  const publicKey = createPublicKey({ key: element.raw, format: 'der', type: 'spki' });
  return { publicKey, keyBits };
}
