import { constants, createECDH, type KeyObject, privateEncrypt } from 'node:crypto';

import { type Identity, issueCertificate } from '../../bankid/pki/certificate.ts';
import {
  certificatePolicies,
  extendedKeyUsage,
  keyUsage,
  ocspAddress,
} from '../../bankid/pki/certificate-extensions.ts';
import { type KeyPair, newCurveKeys, newKeys, type Pki } from '../../bankid/pki/pki.ts';
import type { Random } from '../../shared/random.ts';
import type { Person } from '../../world/persons.ts';
import type { HashType } from './requests.ts';

/** The signature of a SIM card. */
export interface CardSignature {
  /** In base64. */
  readonly value: string;
  readonly algorithm: string;
  /** The certificate for authentication, DER in base64. */
  readonly cert: string;
}

/** The SIM cards of all persons. */
export interface SimCards {
  /** Signs the hash, as it is. */
  sign(person: Person, hash: Buffer, hashType: HashType): Promise<CardSignature>;
  /** The certificate and key of a person. */
  of(person: Person): Promise<Identity>;
  /** Whether a certificate with this serial number (upper case hexadecimal) was issued. */
  isIssued(serialNumber: string): Promise<boolean>;
}

/** A policy of the simulator's own: the real ones are in the operator's documents. */
const POLICY = '1.3.6.1.4.1.10015.18.1';
const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
/** Independent of the clock, which a tester advances. */
const ALWAYS = { from: new Date('2020-01-01T00:00:00Z'), to: new Date('2049-12-31T23:59:59Z') };

/** Cards with keys on a curve in Estonia, and RSA keys in Lithuania: a service must take both. */
export function makeSimCards({
  pki,
  random,
  ocspUrl,
}: {
  readonly pki: Pki;
  readonly random: Random;
  /** The responder's address in each certificate; undefined: they name none. */
  readonly ocspUrl: string | undefined;
}): SimCards {
  const cards = new Map<string, Promise<Identity>>();
  const keys = new Map<string, Promise<KeyPair>>();

  function keysOf({ country }: Person): Promise<KeyPair> {
    const known = keys.get(country) ?? (country === 'EE' ? newCurveKeys() : newKeys());
    keys.set(country, known);
    return known;
  }

  async function issue(person: Person): Promise<Identity> {
    const { publicKey, privateKey } = await keysOf(person);
    const { country, nationalNumber, givenName, familyName } = person;
    const certificate = issueCertificate({
      subject: [
        ['C', country],
        ['CN', `${familyName},${givenName},${nationalNumber}`],
        ['SN', familyName],
        ['GN', givenName],
        ['serialNumber', `PNO${country}-${nationalNumber}`],
      ],
      publicKey,
      issuer: pki.customerAuthority,
      hash: 'sha256',
      random,
      ...ALWAYS,
      extensions: [
        keyUsage('digitalSignature'),
        extendedKeyUsage(CLIENT_AUTHENTICATION),
        certificatePolicies(POLICY),
        ...(ocspUrl === undefined ? [] : [ocspAddress(ocspUrl)]),
      ],
    });
    return { certificate, privateKey };
  }

  function of(person: Person): Promise<Identity> {
    const card = cards.get(person.id) ?? issue(person);
    cards.set(person.id, card);
    return card;
  }

  return {
    of,
    async isIssued(serialNumber) {
      const all = await Promise.all(cards.values());
      return all.some(({ certificate }) => certificate.serialNumber === serialNumber);
    },
    async sign(person, hash, hashType) {
      const { certificate, privateKey } = await of(person);
      const isCurve = privateKey.asymmetricKeyType === 'ec';
      const value = isCurve
        ? signOnCurve(hash, privateKey, random)
        : signWithRsa(hash, hashType, privateKey);
      return {
        value: value.toString('base64'),
        algorithm: `${hashType}With${isCurve ? 'EC' : 'RSA'}Encryption`,
        cert: certificate.raw.toString('base64'),
      };
    },
  };
}

/** The beginning of DigestInfo for each hash (RFC 8017 §9.2). */
const DIGEST_INFOS: Readonly<Record<HashType, string>> = {
  SHA256: '3031300d060960864801650304020105000420',
  SHA384: '3041300d060960864801650304020205000430',
  SHA512: '3051300d060960864801650304020305000440',
};

function signWithRsa(hash: Buffer, hashType: HashType, key: KeyObject): Buffer {
  const digestInfo = Buffer.concat([Buffer.from(DIGEST_INFOS[hashType], 'hex'), hash]);
  return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, digestInfo);
}

/** The order of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** ECDSA over a hash that was made elsewhere (FIPS 186-5 §6.4): both numbers of 32 bytes, one after the other. */
function signOnCurve(hash: Buffer, key: KeyObject, random: Random): Buffer {
  const { d = '' } = key.export({ format: 'jwk' });
  const secret = numberIn(Buffer.from(String(d), 'base64url'));
  const nonce = (numberIn(random(40)) % (ORDER - 1n)) + 1n;
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(bytesOf(nonce));
  const r = numberIn(curve.getPublicKey().subarray(1, 33)) % ORDER;
  const digest = numberIn(hash.subarray(0, 32)) % ORDER;
  const s = (inverse(nonce) * (digest + r * secret)) % ORDER;
  return Buffer.concat([bytesOf(r), bytesOf(s)]);
}

function numberIn(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

function bytesOf(number: bigint): Buffer {
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
}

/** Modulo the order, which is prime (Fermat). */
function inverse(number: bigint): bigint {
  let [result, base, exponent] = [1n, number % ORDER, ORDER - 2n];
  for (; exponent > 0n; exponent /= 2n) {
    if (exponent % 2n === 1n) result = (result * base) % ORDER;
    base = (base * base) % ORDER;
  }
  return result;
}
