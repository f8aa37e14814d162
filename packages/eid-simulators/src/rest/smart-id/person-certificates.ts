import { type Identity, issueCertificate } from '../../bankid/pki/certificate.ts';
import {
  certificatePolicies,
  extendedKeyUsage,
  extension,
  keyUsage,
  ocspAddress,
  ocspNoCheck,
} from '../../bankid/pki/certificate-extensions.ts';
import { type KeyPair, newKeys, type Pki } from '../../bankid/pki/pki.ts';
import type { Random } from '../../shared/random.ts';
import type { Person } from '../../world/persons.ts';

/** Certificates of persons and of the OCSP responder, issued on first use. Keys live in memory only. */
export interface PersonCertificates {
  forPerson(person: Person): Promise<Identity>;
  forResponder(): Promise<Identity>;
  /** Whether a certificate with this serial number (upper case hexadecimal) was issued. */
  isIssued(serialNumber: string): Promise<boolean>;
}

interface Deps {
  readonly pki: Pki;
  readonly random: Random;
  /** The responder's address in each certificate. */
  readonly ocspUrl: string;
}

/** Smart-ID's qualified policy and NCP+, and its purpose since April 2025. */
const POLICIES = ['1.3.6.1.4.1.10015.17.2', '0.4.0.2042.1.2'];
const SMART_ID_AUTHENTICATION = '1.3.6.1.4.1.62306.5.7.0';
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
/** Independent of the clock, which a tester advances. */
const ALWAYS = { from: new Date('2020-01-01T00:00:00Z'), to: new Date('2049-12-31T23:59:59Z') };

/** Issues under the PKI's customer authority, with one pair of keys for all persons: making one takes long. */
export function makePersonCertificates({ pki, random, ocspUrl }: Deps): PersonCertificates {
  const issued = new Map<string, Promise<Identity>>();
  let personKeys: Promise<KeyPair> | undefined;
  const signedBy = { issuer: pki.customerAuthority, hash: 'sha256', random } as const;

  function cached(key: string, issue: () => Promise<Identity>): Promise<Identity> {
    const identity = issued.get(key) ?? issue();
    issued.set(key, identity);
    return identity;
  }

  return {
    forPerson: (person) =>
      cached(`${person.country}-${person.nationalNumber}`, async () => {
        personKeys ??= newKeys();
        const { publicKey, privateKey } = await personKeys;
        const certificate = issueCertificate({
          ...signedBy,
          ...ALWAYS,
          subject: subjectOf(person),
          publicKey,
          extensions: [
            keyUsage('digitalSignature'),
            extendedKeyUsage(SMART_ID_AUTHENTICATION),
            certificatePolicies(...POLICIES),
            ocspAddress(ocspUrl),
            ...birthOf(person),
          ],
        });
        return { certificate, privateKey };
      }),

    forResponder: () =>
      cached('', async () => {
        const { publicKey, privateKey } = await newKeys();
        const certificate = issueCertificate({
          ...signedBy,
          ...ALWAYS,
          subject: [['CN', 'SIMULATOR EID-Q OCSP RESPONDER']],
          publicKey,
          extensions: [
            keyUsage('digitalSignature'),
            extendedKeyUsage(OCSP_SIGNING, 'critical'),
            ocspNoCheck,
          ],
        });
        return { certificate, privateKey };
      }),

    async isIssued(serialNumber) {
      const all = await Promise.all(issued.values());
      return all.some(({ certificate }) => certificate.serialNumber === serialNumber);
    },
  };
}

function subjectOf({ country, nationalNumber, givenName, familyName }: Person) {
  return [
    ['C', country],
    ['SN', familyName],
    ['GN', givenName],
    ['serialNumber', `PNO${country}-${nationalNumber}`],
    ['CN', `${familyName},${givenName}`],
  ] as const;
}

/** The newer Latvian numbers have no date, so that the certificate has it: subjectDirectoryAttributes of RFC 3739. */
function birthOf({ country, nationalNumber, birthdate }: Person) {
  if (country !== 'LV' || !nationalNumber.startsWith('32')) return [];
  const time = Buffer.from(`${birthdate.replaceAll('-', '')}120000Z`);
  const value = tlv(0x31, tlv(0x18, time));
  const attribute = tlv(0x30, Buffer.concat([DATE_OF_BIRTH, value]));
  return [extension('2.5.29.9', tlv(0x30, attribute))];
}

/** 1.3.6.1.5.5.7.9.1, in DER. */
const DATE_OF_BIRTH = Buffer.from([0x06, 8, 0x2b, 6, 1, 5, 5, 7, 9, 1]);

/** For contents below 128 bytes. */
function tlv(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}
