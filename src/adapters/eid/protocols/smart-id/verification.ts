import { constants, createHash, timingSafeEqual, verify } from 'node:crypto';

import {
  type Certificate,
  type CertificatePath,
  checkedPath,
  readPersonCertificate,
} from '@eid-broker/evidence/certificate-path';
import { type CertificatePerson, personOf } from '@eid-broker/evidence/person-name';
import { Unverified } from '@eid-broker/evidence/unverified';

import { isJsonObject, type JsonObject } from '../../../../domain/json.ts';
import type { ReturnParameters } from '../../../../ports/eid.ts';
import { demand, demandCountry, UnverifiedAnswer } from '../unverified-answer.ts';
import { signedText } from './device-link.ts';
import type { FlowType, Session } from './order.ts';
import { HASH } from './start-call.ts';

/** The requirements for the answer of a session. */
export interface Rules {
  readonly scheme: string;
  readonly country: string;
  readonly authorities: readonly Certificate[];
  readonly at: Date;
}

/** The person of a verified answer. */
export interface Verified {
  readonly person: CertificatePerson;
  readonly path: CertificatePath;
  readonly documentNumber: string;
}

/** The policies of a qualified certificate for authentication: all of them. */
const POLICIES = ['1.3.6.1.4.1.10015.17.2', '0.4.0.2042.1.2'];
const SMART_ID_AUTHENTICATION = '1.3.6.1.4.1.62306.5.7.0';
const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
/** Bits of keyUsage: digitalSignature, and the two encipherments of certificates before April 2025. */
const SIGNATURE_BIT = 0;
const ENCIPHERMENT_BITS = [2, 3];

/** The flow of a complete answer; undefined when it is unknown. */
export function flowTypeOf({ signature }: JsonObject): FlowType | undefined {
  const given = isJsonObject(signature) ? signature.flowType : undefined;
  return given === 'QR' || given === 'Web2App' || given === 'Notification' ? given : undefined;
}

/**
 * Verifies the answer of a session that ended well, except for revocation, which is a call. Pure.
 * @throws {UnverifiedAnswer}
 */
export function verified(
  answer: JsonObject,
  {
    session,
    returned,
  }: { readonly session: Session; readonly returned: ReturnParameters | undefined },
  rules: Rules,
): Verified {
  const parts = partsOf(answer);
  demand(session.flows.includes(parts.flowType), 'flowType');
  if (parts.flowType === 'Web2App') checkReturn(session, parts.userChallenge, returned ?? {});
  demand(parts.certificateLevel === 'QUALIFIED', 'certificateLevel');
  demand(isOffered(session, parts.interactionTypeUsed), 'interaction');
  try {
    const leaf = readPersonCertificate(parts.certificate);
    checkUse(leaf);
    const path = checkedPath(leaf, rules);
    const person = personOf(leaf);
    checkSignature(leaf, parts, session, rules.scheme);
    demandCountry(person.country, rules.country);
    return { person, path, documentNumber: parts.documentNumber };
  } catch (error) {
    if (error instanceof Unverified) throw new UnverifiedAnswer(error.step, error);
    throw error;
  }
}

type Parts = ReturnType<typeof partsOf>;

function partsOf(answer: JsonObject) {
  const { result, signature, cert, signatureProtocol, interactionTypeUsed } = answer;
  demand(signatureProtocol === 'ACSP_V2', 'signatureProtocol');
  const isWhole = isJsonObject(result) && isJsonObject(signature) && isJsonObject(cert);
  if (!isWhole) throw new UnverifiedAnswer('form');
  const flowType = flowTypeOf(answer);
  if (flowType === undefined) throw new UnverifiedAnswer('flowType');
  checkAlgorithm(signature);
  return {
    flowType,
    interactionTypeUsed: textOf(interactionTypeUsed, /^[A-Za-z]{1,64}$/),
    value: textOf(signature.value, BASE64),
    serverRandom: textOf(signature.serverRandom, /^[A-Za-z\d+/]{24,}={0,2}$/),
    userChallenge: textOf(signature.userChallenge, /^[\w-]{43}$/),
    certificate: textOf(cert.value, BASE64),
    certificateLevel: cert.certificateLevel,
    documentNumber: textOf(result.documentNumber, /^[A-Z\d-]{1,64}$/),
  };
}

/** Only the requested algorithm with its fixed parameters (RFC 8017). */
function checkAlgorithm({ signatureAlgorithm, signatureAlgorithmParameters }: JsonObject): void {
  const given = isJsonObject(signatureAlgorithmParameters) ? signatureAlgorithmParameters : {};
  const mask = isJsonObject(given.maskGenAlgorithm) ? given.maskGenAlgorithm : {};
  const { hashAlgorithm } = isJsonObject(mask.parameters) ? mask.parameters : {};
  const isRequested =
    signatureAlgorithm === 'rsassa-pss' &&
    given.hashAlgorithm === HASH.name &&
    mask.algorithm === 'id-mgf1' &&
    hashAlgorithm === HASH.name &&
    given.saltLength === HASH.bytes &&
    given.trailerField === '0xbc';
  demand(isRequested, 'signatureAlgorithm');
}

/** The person returned from the app that signed, in the browser of the login. */
function checkReturn(
  { link }: Session,
  userChallenge: string,
  { sessionSecretDigest, userChallengeVerifier }: ReturnParameters,
): void {
  const secret = Buffer.from(link?.sessionSecret ?? '', 'base64');
  demand(isSame(sha256(secret), sessionSecretDigest), 'sessionSecretDigest');
  const challenge = sha256(Buffer.from(userChallengeVerifier ?? ''));
  demand(isSame(challenge, userChallenge), 'userChallengeVerifier');
}

function isOffered({ interactions }: Session, used: string): boolean {
  const offered: unknown = JSON.parse(Buffer.from(interactions, 'base64').toString('utf8'));
  return Array.isArray(offered) && offered.some((each) => isJsonObject(each) && each.type === used);
}

/** A Smart-ID certificate for authentication, qualified, and no other of the same authority. */
function checkUse({ extensions }: Certificate): void {
  const { policies, extendedKeyUsage, keyUsage } = extensions;
  demand(
    POLICIES.every((policy) => policies.includes(policy)),
    'policies',
  );
  const isOfToday = extendedKeyUsage.includes(SMART_ID_AUTHENTICATION);
  const isOlder =
    extendedKeyUsage.includes(CLIENT_AUTHENTICATION) &&
    ENCIPHERMENT_BITS.every((bit) => keyUsage?.has(bit));
  demand((keyUsage?.has(SIGNATURE_BIT) ?? false) && (isOfToday || isOlder), 'keyUsage');
}

function checkSignature(
  { publicKey }: Certificate,
  parts: Parts,
  session: Session,
  scheme: string,
) {
  demand(publicKey.asymmetricKeyType === 'rsa', 'signature');
  const { modulusLength = 0 } = publicKey.asymmetricKeyDetails ?? {};
  const key = {
    key: publicKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: HASH.bytes,
  };
  const text = signedText(session, { ...parts, scheme });
  const isGenuine = verify(HASH.node, text, key, Buffer.from(parts.value, 'base64'));
  demand(modulusLength >= 2048 && isGenuine, 'signature');
}

const BASE64 = /^[A-Za-z\d+/]+={0,2}$/;

function textOf(value: unknown, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new UnverifiedAnswer('form');
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

function isSame(expected: string, given = ''): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
