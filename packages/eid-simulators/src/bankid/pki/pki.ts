import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Random } from '../../shared/random.ts';
import { type CertificateRequest, type Identity, issueCertificate } from './certificate.ts';
import {
  authority,
  certificatePolicies,
  extendedKeyUsage,
  keyUsage,
  subjectNames,
} from './certificate-extensions.ts';
import type { NameAttribute } from './distinguished-name.ts';

/**
 * Every authority of the simulator. The subject of each contains the word SIMULATOR, by which a service can recognise
 * the simulator's certificates.
 */
export interface Pki {
  /** Issues the RP API's server certificate, which an RP pins. */
  readonly tlsRoot: Identity;
  readonly tlsServer: Identity;
  /** Issues client certificates; the real ones come from the RP's bank. */
  readonly rpAuthority: Identity;
  /** The simulator's client certificate for an RP. */
  readonly rpClient: Identity;
  /** The root of all BankIDs, which a verifier of evidence pins. */
  readonly bankIdRoot: Identity;
  readonly bankAuthority: Identity;
  readonly customerAuthority: Identity;
}

/** The service that a client certificate is for. */
export interface RpName {
  /** The name on the phone. */
  readonly displayName: string;
  readonly organisation: string;
  /** Ten digits. */
  readonly organisationNumber: string;
  readonly commonName: string;
}

const makeKeyPair = promisify(generateKeyPair);

// Independent of the clock: TLS to a simulator must work after its time was advanced.
const ALWAYS = { from: new Date('2020-01-01T00:00:00Z'), to: new Date('2049-12-31T23:59:59Z') };
const TEST_SERVER = 'appapi2.test.bankid.com';
const POLICY = '1.2.3.4.5';

/** Makes all authorities, with RSA keys of 2048 bits: a second or two of work. */
export async function createPki(random: Random): Promise<Pki> {
  const [tlsKeys, serverKeys, rpKeys, clientKeys, rootKeys, bankKeys, customerKeys] =
    await Promise.all([
      newKeys(),
      newKeys(),
      newKeys(),
      newKeys(),
      newKeys(),
      newKeys(),
      newKeys(),
    ]);
  const tlsRoot = root(tlsKeys, infrastructure('SIMULATOR BankID TLS Root CA v1'), random);
  const rpAuthority = root(rpKeys, infrastructure('SIMULATOR RP CA v1 for BankID'), random);
  const bankIdRoot = root(rootKeys, ROOT_NAME, random);
  const bankAuthority = subordinate(bankKeys, bankIdRoot, {
    subject: bankName('SIMULATOR Bank A CA v1 for BankID'),
    random,
  });
  return {
    tlsRoot,
    tlsServer: identity(serverKeys, {
      subject: infrastructure('SIMULATOR BankID RP API'),
      issuer: tlsRoot,
      hash: 'sha256',
      random,
      extensions: [
        keyUsage('digitalSignature', 'keyEncipherment'),
        extendedKeyUsage('1.3.6.1.5.5.7.3.1'),
        // Clients contain the host name of BankID's test server. The simulator never uses that of the production
        // server.
        subjectNames(
          { dNSName: 'localhost' },
          { dNSName: 'bankid-simulator' },
          { dNSName: TEST_SERVER },
          { iPAddress: '127.0.0.1' },
          { iPAddress: '::1' },
        ),
      ],
    }),
    rpAuthority,
    rpClient: clientIdentity(clientKeys, { authority: rpAuthority, name: DEMO_RP, random }),
    bankIdRoot,
    bankAuthority,
    customerAuthority: subordinate(customerKeys, bankAuthority, {
      subject: bankName('SIMULATOR Bank A Customer CA1 v1 for BankID'),
      random,
    }),
  };
}

/** Issues another client certificate, for a second service. */
export async function issueRpClient(pki: Pki, name: RpName, random: Random): Promise<Identity> {
  return clientIdentity(await newKeys(), { authority: pki.rpAuthority, name, random });
}

/** A name under the simulated bank. */
export function bankName(commonName: string): NameAttribute[] {
  return [
    ['C', 'SE'],
    ['O', 'SIMULATOR Bank A AB'],
    ['serialNumber', '111111111111'],
    ['CN', commonName],
  ];
}

/** A new RSA key pair of 2048 bits. */
export function newKeys(): Promise<KeyPair> {
  return makeKeyPair('rsa', { modulusLength: 2048 });
}

/** A new key pair on the curve P-256. */
export function newCurveKeys(): Promise<KeyPair> {
  return makeKeyPair('ec', { namedCurve: 'P-256' });
}

/** A private key and its public half. */
export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const DEMO_RP: RpName = {
  displayName: 'Demo service (simulated)',
  organisation: 'SIMULATOR Relying Party AB',
  organisationNumber: '0000000001',
  commonName: 'SIMULATOR RP certificate 1',
};

const ROOT_NAME: readonly NameAttribute[] = [
  ['O', 'SIMULATOR of BankID'],
  ['OU', 'SIMULATOR BankID Member Banks CA'],
  ['CN', 'SIMULATOR BankID Root CA v1'],
];

function infrastructure(commonName: string): NameAttribute[] {
  return [
    ['O', 'SIMULATOR of BankID'],
    ['OU', 'SIMULATOR Infrastructure CA'],
    ['CN', commonName],
  ];
}

function root(keys: KeyPair, subject: readonly NameAttribute[], random: Random): Identity {
  return identity(keys, {
    subject,
    issuer: { selfKey: keys.privateKey },
    hash: 'sha512',
    random,
    extensions: [authority, keyUsage('certSign', 'crlSign')],
  });
}

function subordinate(
  keys: KeyPair,
  issuer: Identity,
  { subject, random }: Pick<CertificateRequest, 'subject' | 'random'>,
): Identity {
  const extensions = [authority, certificatePolicies(POLICY), keyUsage('certSign', 'crlSign')];
  return identity(keys, { subject, issuer, hash: 'sha512', random, extensions });
}

interface ClientRequest {
  readonly authority: Identity;
  readonly name: RpName;
  readonly random: Random;
}

function clientIdentity(
  keys: KeyPair,
  { authority: issuer, name, random }: ClientRequest,
): Identity {
  return identity(keys, {
    subject: [
      ['C', 'SE'],
      ['O', name.organisation],
      ['serialNumber', name.organisationNumber],
      ['name', name.displayName],
      ['CN', name.commonName],
    ],
    issuer,
    hash: 'sha256',
    random,
    extensions: [keyUsage('digitalSignature'), extendedKeyUsage('1.3.6.1.5.5.7.3.2')],
  });
}

function identity(
  keys: KeyPair,
  request: Omit<CertificateRequest, 'publicKey' | 'from' | 'to'>,
): Identity {
  const certificate = issueCertificate({ ...request, ...ALWAYS, publicKey: keys.publicKey });
  return { certificate, privateKey: keys.privateKey };
}
