import { type Der, primitiveTaggedAs, readDer, taggedAs, tags } from './der/der.ts';
import { elementsOf, fieldsOf, onlyElementIn } from './der/fields.ts';
import { bitBytes, objectIdentifier, time, unsignedInteger } from './der/values.ts';
import { type Certificate, readCertificate } from './x509/certificate.ts';
import { type Extension, readExtensions } from './x509/extensions.ts';
import { algorithmIn, type Signed } from './x509/signed.ts';

/** A signed OCSP response about one certificate (RFC 6960 §4.2.1). */
export interface OcspResponse {
  readonly signed: Signed;
  readonly responder: Certificate;
  /** The responder by name, or by the SHA-1 of its key. */
  readonly responderId: Der;
  readonly producedAt: Date;
  readonly extensions: readonly Extension[];
  readonly answer: OcspAnswer;
}

/** The status of the certificate. */
export interface OcspAnswer {
  readonly hash: string;
  readonly issuerNameHash: Buffer;
  readonly issuerKeyHash: Buffer;
  readonly serial: Buffer;
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | undefined;
}

const BASIC = '1.3.6.1.5.5.7.48.1.1';
const SUCCESSFUL = 0;

/**
 * Reads an OCSP response in DER. Without an issuer, the response must contain exactly the responder's certificate. With
 * one, the issuer may have signed it itself, and further certificates may follow.
 * @throws {Error} malformed, unsuccessful, or about several certificates
 */
export function readOcspResponse(bytes: Buffer, issuer?: Certificate): OcspResponse {
  const outer = fieldsOf(readDer(bytes));
  const status = outer.take(tags.enumerated).content;
  if (status.length !== 1 || status[0] !== SUCCESSFUL) throw new Error('OCSP: not successful');
  const inner = fieldsOf(onlyElementIn(outer.take(taggedAs(0))));
  outer.end();
  const type = objectIdentifier(inner.take(tags.objectIdentifier));
  if (type !== BASIC) throw new Error('OCSP: another kind of response');
  const basic = readDer(inner.take(tags.octetString).content);
  inner.end();
  return readBasicResponse(basic, issuer);
}

function readBasicResponse(basic: Der, issuer: Certificate | undefined): OcspResponse {
  const fields = fieldsOf(basic);
  const data = fields.take(tags.sequence);
  const algorithm = algorithmIn(fields.take(tags.sequence));
  const signature = bitBytes(fields.take(tags.bitString));
  const certificates = fields.takeIf(taggedAs(0));
  fields.end();
  return {
    signed: { content: data.raw, algorithm, signature },
    responder: readResponder(certificates, issuer),
    ...readData(data),
  };
}

function readResponder(certificates: Der | undefined, issuer: Certificate | undefined) {
  if (certificates === undefined && issuer !== undefined) return issuer;
  const [responder, ...others] =
    certificates === undefined ? [] : elementsOf(onlyElementIn(certificates));
  const isAlone = others.length === 0 || issuer !== undefined;
  if (responder === undefined || !isAlone) throw new Error('OCSP: not one responder');
  return readCertificate(responder.raw);
}

function readData(data: Der) {
  const fields = fieldsOf(data);
  const responderId = fields.take(taggedAs(1), taggedAs(2));
  const producedAt = time(fields.take(tags.generalizedTime));
  const answer = readAnswer(onlyElementIn(fields.take(tags.sequence)));
  const given = fields.takeIf(taggedAs(1));
  const extensions = given === undefined ? [] : readExtensions(onlyElementIn(given));
  fields.end();
  return { responderId, producedAt, answer, extensions };
}

function readAnswer(single: Der): OcspAnswer {
  const fields = fieldsOf(single);
  const certificate = fieldsOf(fields.take(tags.sequence));
  const answer = {
    hash: algorithmIn(certificate.take(tags.sequence)),
    issuerNameHash: certificate.take(tags.octetString).content,
    issuerKeyHash: certificate.take(tags.octetString).content,
    serial: unsignedInteger(certificate.take(tags.integer)),
  };
  certificate.end();
  const status = readStatus(fields.take(primitiveTaggedAs(0), taggedAs(1), primitiveTaggedAs(2)));
  const thisUpdate = time(fields.take(tags.generalizedTime));
  const next = fields.takeIf(taggedAs(0));
  const given = fields.takeIf(taggedAs(1));
  const extensions = given === undefined ? [] : readExtensions(onlyElementIn(given));
  if (extensions.some(({ isCritical }) => isCritical)) throw new Error('OCSP: a critical detail');
  fields.end();
  return { ...answer, status, thisUpdate, nextUpdate: next && time(onlyElementIn(next)) };
}

function readStatus({ tag, content }: Der): OcspAnswer['status'] {
  if (tag === taggedAs(1)) return 'revoked';
  if (content.length > 0) throw new Error('OCSP: a status with content');
  return tag === primitiveTaggedAs(0) ? 'good' : 'unknown';
}
