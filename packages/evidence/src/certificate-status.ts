import { createHash } from 'node:crypto';

import type { CertificatePath } from './certificate-path.ts';
import { type Der, readDer, taggedAs, tags } from './der/der.ts';
import { elementsOf } from './der/fields.ts';
import { objectIdentifier } from './der/values.ts';
import {
  encode,
  nothing,
  octets,
  sequence,
  writtenIdentifier,
  writtenInteger,
} from './der/write.ts';
import { checkResponder, checkSubject, isNamed } from './ocsp.ts';
import { type OcspResponse, readOcspResponse } from './ocsp-response.ts';
import { demand, during } from './unverified.ts';
import type { Certificate } from './x509/certificate.ts';
import { isSignedBy } from './x509/signed.ts';

const AUTHORITY_ACCESS = '1.3.6.1.5.5.7.1.1';
const OCSP_ACCESS = '1.3.6.1.5.5.7.48.1';
const NONCE = '1.3.6.1.5.5.7.48.1.2';
const SHA1 = '1.3.14.3.2.26';
/** GeneralName: uniformResourceIdentifier. */
const URI = 0x86;

/** The permitted difference between our clock and the responder's. */
const TOLERANCE_MS = 5 * 60_000;

/** The address of the OCSP responder in a certificate; undefined when it names none. @throws {Unverified} ocsp */
export function ocspUrlOf({ extensions }: Certificate): string | undefined {
  const value = extensions.contentOf(AUTHORITY_ACCESS);
  if (value === undefined) return undefined;
  return during('ocsp', 'the address of the responder', () => {
    for (const description of elementsOf(readDer(value))) {
      const [method, location] = elementsOf(description);
      if (method === undefined || location?.tag !== URI) continue;
      if (objectIdentifier(method) === OCSP_ACCESS) return location.content.toString('latin1');
    }
    return undefined;
  });
}

/** A certificate with its issuer, and the random bytes of one request. */
export interface StatusQuestion {
  readonly path: Pick<CertificatePath, 'leaf' | 'issuer'>;
  readonly nonce: Buffer;
}

/** An OCSP request about one certificate, in DER (RFC 6960 §4.1). */
export function ocspRequest({ path: { leaf, issuer }, nonce }: StatusQuestion): Buffer {
  const certificate = sequence(
    sequence(writtenIdentifier(SHA1), nothing),
    octets(sha1(issuer.subject.raw)),
    octets(sha1(issuer.keyBits)),
    writtenInteger(leaf.serial),
  );
  const extension = sequence(writtenIdentifier(NONCE), octets(octets(nonce)));
  const extensions = encode(taggedAs(2), sequence(extension));
  return sequence(sequence(sequence(sequence(certificate)), extensions));
}

/** A responder of the issuer reports the status good at this time. @throws {Unverified} ocsp */
export function checkStatus(bytes: Buffer, { path, nonce, now }: StatusQuestion & { now: Date }) {
  const reason = 'the OCSP response cannot be read, or is not successful';
  const response = during('ocsp', reason, () => readOcspResponse(bytes, path.issuer));
  checkSigner(response, path.issuer);
  checkSubject(response.answer, path);
  checkAge(response, { nonce, now });
  const { status } = response.answer;
  demand(status === 'good', 'ocsp', `the certificate is ${status}`);
}

/** The issuer itself needs no permission. */
function checkSigner(response: OcspResponse, issuer: Certificate): void {
  if (!response.responder.raw.equals(issuer.raw)) {
    checkResponder(response, issuer);
    return;
  }
  demand(isNamed(response), 'ocsp', 'another responder is named');
  demand(isSignedBy(response.signed, issuer.publicKey), 'ocsp', 'the signature of the response');
}

function checkAge(
  { extensions, producedAt, answer }: OcspResponse,
  { nonce, now }: { readonly nonce: Buffer; readonly now: Date },
): void {
  const isUnderstood = extensions.every(({ id, isCritical }) => id === NONCE || !isCritical);
  demand(isUnderstood, 'ocsp', 'a critical extension that is not understood');
  const given = extensions.find(({ id }) => id === NONCE)?.value;
  const isOurs = given === undefined || isNonce(given, nonce);
  demand(isOurs, 'ocsp', 'the OCSP response belongs to another request');
  const [earliest, latest] = [now.getTime() - TOLERANCE_MS, now.getTime() + TOLERANCE_MS];
  const isOfNow = producedAt.getTime() >= earliest && producedAt.getTime() <= latest;
  demand(isOfNow, 'ocsp', 'the OCSP response is not of this time');
  const { thisUpdate, nextUpdate } = answer;
  // Without an end, the status is the newest that the responder has.
  const end = nextUpdate ?? thisUpdate;
  const isCurrent = thisUpdate.getTime() <= latest && end.getTime() >= earliest;
  demand(isCurrent, 'ocsp', 'the status is of another time');
}

/** RFC 8954 wraps the nonce into an OCTET STRING. */
function isNonce(value: Buffer, nonce: Buffer): boolean {
  return during('ocsp', 'the nonce', () => {
    const element: Der = readDer(value);
    return element.tag === tags.octetString && element.content.equals(nonce);
  });
}

function sha1(bytes: Buffer): Buffer {
  return createHash('sha1').update(bytes).digest();
}
