import { createHash, type X509Certificate } from 'node:crypto';

import { compactVerify, decodeProtectedHeader } from 'jose';

import { isJsonObject, type Json, type JsonObject, parseJsonObject } from '../../../domain/json.ts';
import { isAtLeast, levelOf } from './attributes.ts';
import { REFERENCES } from './freja-api.ts';
import { digestOf, type Requested } from './start-call.ts';

/** Freja's signed result of an order, verified. */
export interface VerifiedResult {
  /** The payload of the signed result. */
  readonly payload: JsonObject;
  readonly attributes: JsonObject;
  /** Only of a signature. */
  readonly signature: SignatureData | undefined;
}

/** The person's signature. */
export interface SignatureData {
  /** A JWS by the person's key over what was shown. */
  readonly userSignature: string;
  /** Freja's OCSP response about the person's certificate, DER in base64. */
  readonly certificateStatus: string;
  /** Only of an advanced signature: XML in base64. */
  readonly advancedSignature: string | undefined;
}

/** The first step that fails. */
export interface Unverified {
  readonly payload?: undefined;
  readonly step: string;
}

/** The knowledge with which a result is verified. */
export interface ResultRules {
  /** Freja's certificates for results: no other key is trusted. */
  readonly signingCertificates: readonly X509Certificate[];
  readonly now: Date;
}

const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384'];

/**
 * Verifies the JWS `details` of an approved order. No member beside it is used. Verified are its signature by a
 * pinned certificate, the order, the requested person and level, and the signed text.
 */
export async function verifyResult(
  details: unknown,
  expected: { readonly reference: string; readonly requested: Requested },
  rules: ResultRules,
): Promise<VerifiedResult | Unverified> {
  const { reference, requested } = expected;
  const payload = await payloadOf(details, rules);
  if (payload === undefined) return { step: 'signature' };
  if (payload[REFERENCES[requested.operation]] !== reference) return { step: 'reference' };
  if (payload.status !== 'APPROVED') return { step: 'status' };
  if (payload.userInfoType !== requested.userInfoType) return { step: 'person' };
  if (!isSameUserInfo(payload.userInfo, requested)) return { step: 'person' };
  const attributes = isJsonObject(payload.requestedAttributes) ? payload.requestedAttributes : {};
  const level = levelOf(attributes.registrationLevel);
  if (level === undefined || !isAtLeast(level, requested.lowestLevel)) return { step: 'level' };
  if (requested.operation === 'authentication') {
    return { payload, attributes, signature: undefined };
  }
  const signature = signatureIn(payload, requested);
  return signature === undefined ? { step: 'signed' } : { payload, attributes, signature };
}

/** The payload, when a pinned certificate signed it that is valid now. */
async function payloadOf(
  details: unknown,
  { signingCertificates, now }: ResultRules,
): Promise<JsonObject | undefined> {
  if (typeof details !== 'string') return undefined;
  try {
    const { x5t } = decodeProtectedHeader(details);
    const certificate = signingCertificates.find((one) => thumbprintOf(one) === x5t);
    if (certificate === undefined || !isValidAt(certificate, now)) return undefined;
    const { payload } = await compactVerify(details, certificate.publicKey, {
      algorithms: ALGORITHMS,
    });
    return parseJsonObject(Buffer.from(payload).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** As `x5t` names a certificate (RFC 7515 section 4.1.7). */
function thumbprintOf({ raw }: X509Certificate): string {
  return createHash('sha1').update(raw).digest('base64url');
}

function isValidAt({ validFrom, validTo }: X509Certificate, at: Date): boolean {
  return new Date(validFrom) <= at && at <= new Date(validTo);
}

/** Freja repeats a national number as an object, or in base64 as it was sent. */
function isSameUserInfo(given: Json | undefined, { userInfoType, userInfo }: Requested): boolean {
  if (given === userInfo) return true;
  if (userInfoType !== 'SSN') return false;
  const sent = parseJsonObject(Buffer.from(userInfo, 'base64').toString('utf8'));
  const object = typeof given === 'string' ? parseJsonObject(given) : given;
  if (!isJsonObject(object)) return false;
  return object.country === sent?.country && object.ssn === sent?.ssn;
}

/** The signature, when the person signed the text and the data that were sent. */
function signatureIn(payload: JsonObject, requested: Requested): SignatureData | undefined {
  const { signatureData, signatureType } = payload;
  if (signatureType !== (requested.data === undefined ? 'SIMPLE' : 'EXTENDED')) return undefined;
  if (!isJsonObject(signatureData)) return undefined;
  const { userSignature, certificateStatus, advancedSignature } = signatureData;
  if (typeof userSignature !== 'string' || typeof certificateStatus !== 'string') return undefined;
  if (!isSignatureOf(userSignature, requested)) return undefined;
  const advanced = typeof advancedSignature === 'string' ? advancedSignature : undefined;
  return { userSignature, certificateStatus, advancedSignature: advanced };
}

/**
 * Compares the content of the person's JWS with what was sent. Freja delivers no certificate of the person, so its own
 * signature vouches for that of the person. The content is the text itself, or an object with text and data.
 */
function isSignatureOf(userSignature: string, { text, data }: Requested): boolean {
  const [, encoded = '', signature = ''] = userSignature.split('.');
  const content = Buffer.from(encoded, 'base64url');
  if (signature === '') return false;
  if (data === undefined && digestOf(content) === text) return true;
  const members = parseJsonObject(content.toString('utf8'));
  if (members === undefined) return false;
  return (
    isContent(members.text, text) && (data === undefined || isContent(members.binaryData, data))
  );
}

/** A member may be the text itself, or its base64. */
function isContent(member: Json | undefined, digest: string | undefined): boolean {
  if (typeof member !== 'string' || digest === undefined) return false;
  return [Buffer.from(member, 'utf8'), Buffer.from(member, 'base64')].some(
    (bytes) => digestOf(bytes) === digest,
  );
}
