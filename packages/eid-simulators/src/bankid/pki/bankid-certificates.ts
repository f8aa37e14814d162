import type { Random } from '../../shared/random.ts';
import { mobilePolicy, type Person } from '../phone/persons.ts';
import { type Identity, issueCertificate } from './certificate.ts';
import {
  certificatePolicies,
  extendedKeyUsage,
  keyUsage,
  ocspAddress,
  ocspNoCheck,
} from './certificate-extensions.ts';
import { bankName, type KeyPair, newKeys, type Pki } from './pki.ts';

/** The usage of a key in a BankID: each person has one for identification and one for signing. */
export type Usage = 'identification' | 'signing';

/** The certificates of the simulated bank, issued on first use and renewed after their expiry. */
export interface BankIdCertificates {
  /** A person's mobile BankID. */
  forPerson(request: { person: Person; usage: Usage; at: Date }): Promise<BankId>;
  /** The bank's OCSP responder. */
  forResponder(at: Date): Promise<Identity>;
}

/** A person's certificate, and the start of its validity. */
export interface BankId extends Identity {
  readonly issuedAt: Date;
}

interface Deps {
  readonly pki: Pki;
  readonly random: Random;
}

const DAY = 24 * 60 * 60 * 1000;

/** Making a key takes a hundred times as long as everything else: the unlimited persons share these. */
const PERSON_KEYS = 4;

/** Issues under the PKI's customer authority; keys live in memory only. */
export function makeBankIdCertificates({ pki, random }: Deps): BankIdCertificates {
  const issued = new Map<string, Promise<BankId>>();
  const shared: Promise<KeyPair>[] = [];

  async function cached(key: string, at: Date, issue: () => Promise<BankId>): Promise<BankId> {
    const known = await issued.get(key);
    if (known !== undefined && isValid(known, at)) return known;
    const fresh = issue();
    issued.set(key, fresh);
    return fresh;
  }

  function nextPersonKeys(): Promise<KeyPair> {
    const place = issued.size % PERSON_KEYS;
    const keys = shared[place] ?? newKeys();
    shared[place] = keys;
    return keys;
  }

  return {
    forPerson: ({ person, usage, at }) =>
      cached(`${usage} ${person.personalNumber}`, at, async () => {
        const keys = await nextPersonKeys();
        const issuedAt = startOfMonth(at.getTime() - 60 * DAY);
        const certificate = issueCertificate({
          ...signedBy(pki, random),
          subject: subjectOf(person, issuedAt),
          publicKey: keys.publicKey,
          from: issuedAt,
          to: new Date(issuedAt.getTime() + 730 * DAY),
          extensions: [
            ocspAddress('http://ocsp.simulator.invalid'),
            certificatePolicies(mobilePolicy),
            keyUsage(usage === 'signing' ? 'nonRepudiation' : 'digitalSignature'),
          ],
        });
        return { certificate, privateKey: keys.privateKey, issuedAt };
      }),

    forResponder: (at) =>
      cached('responder', at, async () => {
        const keys = await newKeys();
        const issuedAt = startOfMonth(at.getTime() - DAY);
        const certificate = issueCertificate({
          ...signedBy(pki, random),
          subject: bankName('SIMULATOR Bank A Customer CA1 v1 for BankID OCSP Signing'),
          publicKey: keys.publicKey,
          from: issuedAt,
          to: new Date(issuedAt.getTime() + 180 * DAY),
          extensions: [
            certificatePolicies('1.2.3.4.5'),
            extendedKeyUsage('1.3.6.1.5.5.7.3.9', 'critical'),
            keyUsage('nonRepudiation'),
            ocspNoCheck,
          ],
        });
        return { certificate, privateKey: keys.privateKey, issuedAt };
      }),
  };
}

function signedBy(pki: Pki, random: Random) {
  return { issuer: pki.customerAuthority, hash: 'sha256', random } as const;
}

function isValid({ certificate }: BankId, at: Date): boolean {
  return new Date(certificate.validFrom) <= at && at < new Date(certificate.validTo);
}

/** The same for both usages and over a restart, because the RP gets the date. */
function startOfMonth(time: number): Date {
  const date = new Date(time);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
}

function subjectOf({ personalNumber, givenName, surname }: Person, issuedAt: Date) {
  const [date = '', time = ''] = issuedAt.toISOString().slice(2, 16).split('T');
  const stamp = `${date.replaceAll('-', '')} ${time.replace(':', '.')}`;
  const fullName = `${givenName} ${surname}`;
  return [
    ['C', 'SE'],
    ['O', 'SIMULATOR Bank A AB'],
    ['SN', surname],
    ['GN', givenName],
    ['serialNumber', personalNumber],
    ['name', `(${stamp}) ${fullName} - Mobilt BankID (SIMULATOR)`],
    ['CN', fullName],
  ] as const;
}
