import { createHash } from 'node:crypto';

import type { Chain } from './chain.ts';
import { decodeBase64 } from './decode-base64.ts';
import { taggedAs, tags } from './der/der.ts';
import { expectTag, onlyElementIn } from './der/fields.ts';
import { type OcspAnswer, type OcspResponse, readOcspResponse } from './ocsp-response.ts';
import { demand, during } from './unverified.ts';
import type { Certificate } from './x509/certificate.ts';
import { keyUses } from './x509/extensions.ts';
import { isIssuedBy, wasValid } from './x509/is-issued-by.ts';
import { isSignedBy } from './x509/signed.ts';

const NONCE = '1.3.6.1.5.5.7.48.1.2';
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
const HASHES: ReadonlyMap<string, string> = new Map([
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
]);

const MAX_OCSP_LENGTH = 64 * 1024;
/** The permitted difference between the times of one signature; BankID's result is collected within three minutes. */
const MAX_DIFFERENCE_MS = 5 * 60_000;

/** Reads the base64 of an OCSP response. @throws {Unverified} ocsp */
export function readOcsp(text: string): OcspResponse {
  demand(text.length <= MAX_OCSP_LENGTH, 'ocsp', 'the OCSP response is too large');
  const bytes = decodeBase64(text);
  demand(bytes !== undefined, 'ocsp', 'the OCSP response is not base64');
  const reason = 'the OCSP response cannot be read, or is not successful';
  return during('ocsp', reason, () => readOcspResponse(bytes));
}

/** The requirements for an OCSP response. */
export interface OcspQuestion {
  readonly chain: Chain;
  /** The base64 of the signature that the response must be bound to. */
  readonly evidence: string;
  /** The time of arrival; undefined for a later verification. */
  readonly now: Date | undefined;
}

/** Step 6: the bank confirms this certificate at the time of this signature. @throws {Unverified} ocsp */
export function checkOcsp(response: OcspResponse, { chain, evidence, now }: OcspQuestion): void {
  checkResponder(response, chain.issuer);
  checkSubject(response.answer, chain);
  checkNonce(response, evidence);
  checkTimes(response, now);
  demand(response.answer.status === 'good', 'ocsp', `the certificate is ${response.answer.status}`);
}

/** The certificate's issuer delegated the answers to the responder, which signed. @throws {Unverified} ocsp */
export function checkResponder(response: OcspResponse, issuer: Certificate): void {
  const { responder, producedAt, signed } = response;
  const { extendedKeyUsage, keyUsage } = responder.extensions;
  demand(isIssuedBy(responder, issuer), 'ocsp', "another issuer's responder");
  demand(wasValid(responder, producedAt), 'ocsp', "the responder's certificate was not valid");
  demand(extendedKeyUsage.includes(OCSP_SIGNING), 'ocsp', 'the responder may not sign answers');
  const uses = [keyUses.digitalSignature, keyUses.nonRepudiation];
  const maySign = keyUsage === undefined || uses.some((use) => keyUsage.has(use));
  demand(maySign, 'ocsp', 'the responder may not sign');
  demand(isNamed(response), 'ocsp', 'another responder is named');
  demand(isSignedBy(signed, responder.publicKey), 'ocsp', 'the signature of the OCSP response');
}

/** Whether the response names the responder. @throws {Unverified} ocsp: unreadable */
export function isNamed({ responder, responderId }: OcspResponse): boolean {
  return during('ocsp', 'the name of the responder', () => {
    const id = onlyElementIn(responderId);
    if (responderId.tag === taggedAs(1)) return id.raw.equals(responder.subject.raw);
    return expectTag(id, tags.octetString).content.equals(digest('sha1', responder.keyBits));
  });
}

/** The answer is about this certificate. @throws {Unverified} ocsp */
export function checkSubject(
  answer: OcspAnswer,
  { leaf, issuer }: Pick<Chain, 'leaf' | 'issuer'>,
): void {
  const hash = HASHES.get(answer.hash);
  demand(hash !== undefined, 'ocsp', 'an unknown hash');
  const isAboutLeaf =
    answer.serial.equals(leaf.serial) &&
    answer.issuerNameHash.equals(digest(hash, issuer.subject.raw)) &&
    answer.issuerKeyHash.equals(digest(hash, issuer.keyBits));
  demand(isAboutLeaf, 'ocsp', 'the OCSP response is about another certificate');
}

/** BankID writes the nonce as it is: SHA-1 of the signature's base64, then random bytes. */
function checkNonce({ extensions }: OcspResponse, evidence: string): void {
  const isUnderstood = extensions.every(({ id, isCritical }) => id === NONCE || !isCritical);
  demand(isUnderstood, 'ocsp', 'a critical extension that is not understood');
  const nonce = extensions.find(({ id }) => id === NONCE)?.value;
  const bound = digest('sha1', Buffer.from(evidence, 'latin1'));
  const isBound = nonce?.subarray(0, bound.length).equals(bound) ?? false;
  demand(isBound, 'ocsp', 'the OCSP response belongs to another signature');
}

function checkTimes({ producedAt, answer }: OcspResponse, now: Date | undefined): void {
  const { thisUpdate, nextUpdate } = answer;
  const isOfThen = thisUpdate <= producedAt && areClose(thisUpdate, producedAt);
  demand(isOfThen, 'ocsp', 'the status is of another time');
  demand(nextUpdate === undefined || nextUpdate >= producedAt, 'ocsp', 'the status had run out');
  const isFresh = now === undefined || areClose(producedAt, now);
  demand(isFresh, 'ocsp', 'the OCSP response is not of this time');
}

function areClose(one: Date, other: Date): boolean {
  return Math.abs(one.getTime() - other.getTime()) <= MAX_DIFFERENCE_MS;
}

function digest(hash: string, bytes: Buffer): Buffer {
  return createHash(hash).update(bytes).digest();
}
