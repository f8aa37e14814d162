import { verify } from 'node:crypto';

import {
  type Certificate,
  type CertificatePath,
  checkedPath,
  readPersonCertificate,
} from '@eid-broker/evidence/certificate-path';
import { type CertificatePerson, personOf } from '@eid-broker/evidence/person-name';
import { Unverified } from '@eid-broker/evidence/unverified';

import { isJsonObject, type JsonObject } from '../../../../domain/json.ts';
import { demand, demandCountry, UnverifiedAnswer } from '../unverified-answer.ts';
import type { StartFacts } from './start-call.ts';

/** The requirements for the answer of a session. */
export interface Rules {
  readonly country: string;
  readonly authorities: readonly Certificate[];
  /** A certificate must have one of them; undefined: any. */
  readonly policies: readonly string[] | undefined;
  readonly at: Date;
}

/** The person of a verified answer, whose certificate may be revoked. */
export interface Verified {
  readonly person: CertificatePerson;
  readonly path: CertificatePath;
}

/** Bits of keyUsage. */
const DIGITAL_SIGNATURE = 0;

/** By the algorithm's name in an answer: the type of the key, and the form of the signature. */
const ALGORITHMS: ReadonlyMap<unknown, 'ec' | 'rsa'> = new Map([
  ['SHA256WithECEncryption', 'ec'],
  ['SHA256WithRSAEncryption', 'rsa'],
]);

/**
 * Verifies the answer of a session that ended well: the certificate of the requested person, from a pinned authority, and a
 * signature by its key over what we sent. Revocation is a call of its own. Pure.
 * @throws {UnverifiedAnswer}
 */
export function verified(answer: JsonObject, facts: StartFacts, rules: Rules): Verified {
  const { signature, cert } = answer;
  if (!isJsonObject(signature) || typeof cert !== 'string') throw new UnverifiedAnswer('form');
  try {
    const leaf = readPersonCertificate(cert);
    checkUse(leaf, rules);
    const path = checkedPath(leaf, rules);
    checkSignature(leaf, signature, facts);
    const person = personOf(leaf);
    demandCountry(person.country, rules.country);
    demand(person.number === facts.nationalNumber, 'person');
    return { person, path };
  } catch (error) {
    if (error instanceof Unverified) throw new UnverifiedAnswer(error.step, error);
    throw error;
  }
}

function checkUse({ extensions }: Certificate, { policies }: Rules): void {
  demand(extensions.keyUsage?.has(DIGITAL_SIGNATURE) ?? false, 'keyUsage');
  const isAccepted =
    policies === undefined || policies.some((one) => extensions.policies.includes(one));
  demand(isAccepted, 'policies');
}

/** An elliptic curve's signature is two numbers one after the other; that of RSA is by PKCS #1 v1.5. */
function checkSignature(
  { publicKey }: Certificate,
  { value, algorithm }: JsonObject,
  { challenge }: StartFacts,
): void {
  const type = ALGORITHMS.get(algorithm);
  demand(type !== undefined && type === publicKey.asymmetricKeyType, 'signatureAlgorithm');
  const { modulusLength = 2048 } = publicKey.asymmetricKeyDetails ?? {};
  demand(modulusLength >= 2048 && typeof value === 'string', 'signature');
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const given = Buffer.from(String(value), 'base64');
  demand(verify('sha256', Buffer.from(challenge, 'base64'), key, given), 'signature');
}
