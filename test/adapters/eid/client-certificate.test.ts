import { randomBytes } from 'node:crypto';

import { type Identity, issueCertificate } from '@eid-broker/eid-simulators/bankid/pki/certificate';
import {
  authority,
  extendedKeyUsage,
} from '@eid-broker/eid-simulators/bankid/pki/certificate-extensions';
import { encodePkcs12 } from '@eid-broker/eid-simulators/bankid/pki/pkcs12';
import { type KeyPair, newKeys } from '@eid-broker/eid-simulators/bankid/pki/pki';
import { beforeAll, describe, expect, test } from '@jest/globals';

import { certificatesOf } from '../../../src/adapters/eid/protocols/https/client-certificate.ts';
import { seBankId } from '../../../src/adapters/eid/se-bankid/open.ts';
import type { GivenCertificate } from '../../../src/ports/eid.ts';
import { keyOf, pemOf } from './se-bankid/rp-server.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const CLIENT = extendedKeyUsage('1.3.6.1.5.5.7.3.2');
const SERVER = extendedKeyUsage('1.3.6.1.5.5.7.3.1');

let keys: KeyPair;
let bank: Identity;
let testBank: Identity;
let client: Identity;

beforeAll(async () => {
  keys = await newKeys();
  bank = issue('Bank A RP CA v1 for BankID', { extensions: [authority] });
  testBank = issue('Testbank A RP CA v1 for BankID Test', { extensions: [authority] });
  client = issue('Shop', { issuer: bank });
});

interface Change {
  readonly issuer?: Identity;
  readonly from?: string;
  readonly to?: string;
  readonly extensions?: Parameters<typeof issueCertificate>[0]['extensions'];
}

function issue(
  name: string,
  { issuer, from = '2025-01-01', to = '2027-01-01', extensions = [CLIENT] }: Change = {},
): Identity {
  const { publicKey, privateKey } = keys;
  const certificate = issueCertificate({
    subject: [
      ['O', 'Some AB'],
      ['CN', name],
    ],
    publicKey,
    issuer: issuer ?? { selfKey: privateKey },
    from: new Date(from),
    to: new Date(to),
    extensions,
    hash: 'sha256',
    random: randomBytes,
  });
  return { certificate, privateKey };
}

function pem(identity: Identity, ...issuers: readonly Identity[]): GivenCertificate {
  return {
    certificate: [identity, ...issuers].map(pemOf).join(''),
    privateKey: keyOf(identity),
  };
}

function checks() {
  const { certificateChecks } = seBankId;
  if (certificateChecks === undefined) throw new Error('there are no checks');
  return certificateChecks;
}

function faultsOf(clientCertificate: GivenCertificate, host = 'appapi2.bankid.com') {
  const settings = { rpApiUrl: `https://${host}/rp/v6.0/`, clientCertificate };
  return checks()
    .faults(settings, { now: NOW, environment: 'both' })
    .map(({ path, message }) => `${path} ${message}`);
}

const inspect = (certificate: GivenCertificate, settings?: object) =>
  checks().inspect(certificate, settings, { now: NOW, environment: 'both' });

describe('the faults of a client certificate', () => {
  test('are none for one that serves, with and without its issuers', () => {
    expect(faultsOf(pem(client))).toEqual([]);
    expect(faultsOf(pem(client, bank))).toEqual([]);
  });

  test('are its time', () => {
    const place = 'clientCertificate.certificate';
    expect(faultsOf(pem(issue('Old', { issuer: bank, to: '2026-11-22T11:59:59Z' })))).toEqual([
      `${place} has expired: O=Some AB, CN=Old was valid until 2026-11-22T11:59:59.000Z`,
    ]);
    expect(faultsOf(pem(issue('New', { issuer: bank, from: '2026-12-01' })))).toEqual([
      `${place} is not valid yet: O=Some AB, CN=New is valid from 2026-12-01T00:00:00.000Z on`,
    ]);
  });

  test('are its purpose', () => {
    expect(faultsOf(pem(issue('Server', { issuer: bank, extensions: [SERVER] })))).toEqual([
      'clientCertificate.certificate must be a client certificate: the extended key usage of O=Some AB, CN=Server is 1.3.6.1.5.5.7.3.1',
    ]);
    expect(faultsOf(pem(bank))).toEqual([
      'clientCertificate.certificate must be a client certificate: O=Some AB, CN=Bank A RP CA v1 for BankID is that of an authority',
    ]);
  });

  test('are its environment, in both directions, where the issuer shows it', () => {
    const atTest = issue('Shop', { issuer: testBank });
    expect(faultsOf(pem(atTest))).toEqual([
      'clientCertificate.certificate is of the test environment (issued by O=Some AB, CN=Testbank A RP CA v1 for BankID Test), and the settings lead to the production environment',
    ]);
    expect(faultsOf(pem(client), 'appapi2.test.bankid.com')).toEqual([
      expect.stringContaining('is of the production environment (issued by O=Some AB, CN=Bank A'),
    ]);
    expect(faultsOf(pem(atTest), 'appapi2.test.bankid.com')).toEqual([]);
    expect(faultsOf(pem(atTest), 'localhost:3010')).toEqual([]);
    expect(faultsOf(pem(issue('Shop')))).toEqual([]);
  });

  test('are the order of its issuers', () => {
    expect(faultsOf(pem(client, testBank))).toEqual([
      'clientCertificate.certificate must be followed by its issuers in their order: O=Some AB, CN=Shop was issued by O=Some AB, CN=Bank A RP CA v1 for BankID, not by O=Some AB, CN=Testbank A RP CA v1 for BankID Test',
    ]);
  });
});

describe('the inspection of a certificate', () => {
  test('says what it is', async () => {
    const found = await inspect(pem(client, bank));
    expect(found).toEqual({
      certificate: {
        subject: 'O=Some AB, CN=Shop',
        issuer: 'O=Some AB, CN=Bank A RP CA v1 for BankID',
        serialNumber: client.certificate.serialNumber,
        notBefore: new Date('2025-01-01'),
        notAfter: new Date('2027-01-01'),
      },
      chain: [expect.objectContaining({ subject: 'O=Some AB, CN=Bank A RP CA v1 for BankID' })],
      keyMatches: true,
      environment: 'production',
      faults: [],
    });
  });

  test('reads a PKCS#12 file, and names a wrong passphrase', async () => {
    const file = encodePkcs12({ identity: client, passphrase: 'opens it', random: randomBytes });
    const pkcs12 = file.toString('base64');
    const found = await inspect({ pkcs12, passphrase: 'opens it' });
    expect([found.certificate?.subject, found.keyMatches, found.faults]).toEqual([
      'O=Some AB, CN=Shop',
      true,
      [],
    ]);
    expect(await inspect({ pkcs12, passphrase: 'wrong' })).toEqual({
      certificate: undefined,
      chain: [],
      keyMatches: undefined,
      environment: undefined,
      faults: [{ path: 'passphrase', message: 'must be the passphrase of the PKCS#12 file' }],
    });
  });

  test('shows a certificate whose key is another or missing', async () => {
    const { privateKey } = await newKeys();
    const other = await inspect(pem({ ...client, privateKey }));
    expect(other).toMatchObject({
      certificate: { subject: 'O=Some AB, CN=Shop' },
      keyMatches: false,
      faults: [
        { path: 'privateKey', message: 'must be the key of the certificate (O=Some AB, CN=Shop)' },
      ],
    });
    const alone = await inspect({ certificate: pemOf(client) });
    expect([alone.keyMatches, alone.certificate?.subject, alone.faults[0]?.path]).toEqual([
      undefined,
      'O=Some AB, CN=Shop',
      'privateKey',
    ]);
    const sealed = JSON.stringify([other, alone]);
    expect(sealed).not.toContain('PRIVATE');
  });

  test('compares it with the settings to which it would be added', async () => {
    const rpApiUrl = 'https://appapi2.test.bankid.com/rp/v6.0/';
    const found = await inspect(pem(client), { rpApiUrl });
    expect(found.faults.map(({ path }) => path)).toEqual(['certificate']);
  });
});

test('what ends is the client certificate, its issuers, and each trusted authority', () => {
  const later = issue('Root', { to: '2030-01-01', extensions: [authority] });
  const found = certificatesOf(pem(client, bank), `${pemOf(later)}${pemOf(testBank)}`);
  expect(found.map(({ use, name, isUnfit }) => [use, name, isUnfit])).toEqual([
    ['client', 'Shop', undefined],
    ['client', 'Bank A RP CA v1 for BankID', undefined],
    ['authority', 'Root', undefined],
    ['authority', 'Testbank A RP CA v1 for BankID Test', undefined],
  ]);
});
