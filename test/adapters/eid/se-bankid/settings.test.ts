import { randomBytes } from 'node:crypto';
import { encodePkcs12 } from '@eid-broker/eid-simulators/bankid/pki/pkcs12';
import { createPki, type Pki } from '@eid-broker/eid-simulators/bankid/pki/pki';
import { unsimulated } from '@eid-broker/testing/unsimulated-credential';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ValidationError } from 'yup';
import { seBankId } from '../../../../src/adapters/eid/se-bankid/open.ts';
import { faultsOf as faultsIn } from '../settings-faults.ts';
import { keylessPkcs12, legacyPkcs12 } from './pkcs12-samples.ts';
import { keyOf, pemOf } from './rp-server.ts';

let pki: Pki;
let pem: { certificate: string; privateKey: string };
let pkcs12: { pkcs12: string; passphrase: string };

beforeAll(async () => {
  pki = await createPki(randomBytes);
  const identity = pki.rpClient;
  pem = { certificate: pemOf(identity), privateKey: keyOf(identity) };
  const file = encodePkcs12({ identity, passphrase: 'opens it', random: randomBytes });
  pkcs12 = { pkcs12: file.toString('base64'), passphrase: 'opens it' };
});

function settings(change: object = {}): object {
  return {
    rpApiUrl: 'https://appapi2.bankid.com/rp/v6.0/',
    clientCertificate: pem,
    ca: pemOf(pki.tlsRoot),
    ...change,
  };
}

const faultsOf = (value: unknown) => faultsIn(seBankId.settings, value);

describe('good settings', () => {
  test('hold a certificate and a key as PEM', () => {
    expect(faultsOf(settings())).toEqual([]);
  });

  test('hold an encrypted key and its passphrase', () => {
    const privateKey = pki.rpClient.privateKey
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'opens it' })
      .toString();
    const clientCertificate = { ...pem, privateKey, passphrase: 'opens it' };
    expect(faultsOf(settings({ clientCertificate }))).toEqual([]);
  });

  test('hold a certificate and a key as PKCS#12', () => {
    expect(faultsOf(settings({ clientCertificate: pkcs12 }))).toEqual([]);
  });

  test('may name several CAs and every option', () => {
    const change = {
      rpApiUrl: 'https://localhost:3010/rp/v6.0',
      ca: pemOf(pki.tlsRoot) + pemOf(pki.bankIdRoot),
      evidenceRoots: pemOf(pki.bankIdRoot) + pemOf(pki.tlsRoot),
      certificatePolicies: ['1.2.752.78.1.5', '1.2.752.78.*'],
      risk: 'low',
      timeoutSeconds: 2.5,
      startUrls: { app: 'http://localhost:3011/', desktop: 'http://localhost:3011/' },
    };
    expect(faultsOf(settings(change))).toEqual([]);
  });
});

describe('bad settings', () => {
  test('are reported all at once', () => {
    expect(faultsOf({ rpApiURL: 'https://x.example/rp/v6.0/' })).toEqual([
      'rpApiUrl is required',
      'clientCertificate is required',
      'ca is required',
      'this has an unknown key: rpApiURL',
    ]);
  });

  test.each([[undefined], [null], ['text'], [7], [[]]])('are refused: %j', (value) => {
    expect(faultsOf(value)).toHaveLength(1);
  });

  const url = 'rpApiUrl must be an https URL that ends with /rp/v6.0/';
  const http = 'startUrls.app must be an http address without a query';
  const app = 'http://localhost/';
  test.each<[object, string]>([
    [{ rpApiUrl: 'http://appapi2.bankid.com/rp/v6.0/' }, url],
    [{ rpApiUrl: 'https://appapi2.bankid.com/rp/v5.1/' }, url],
    [{ rpApiUrl: 'https://appapi2.bankid.com/rp/v6.0/?a' }, url],
    [{ rpApiUrl: 'https://appapi2.bankid.com/?/rp/v6.0/' }, url],
    [{ rpApiUrl: 'https://me:secret@appapi2.bankid.com/rp/v6.0/' }, url],
    [{ rpApiUrl: 'appapi2.bankid.com/rp/v6.0/' }, url],
    [{ rpApiUrl: 6 }, 'rpApiUrl must be text'],
    [{ ca: 'BankID SSL Root CA v1' }, 'ca must hold one or more PEM certificates'],
    [{ ca: ['a'] }, 'ca must be text'],
    [{ risk: 'high' }, 'risk must be one of low, moderate, any'],
    [{ certificatePolicies: [] }, 'certificatePolicies must name at least one policy'],
    [{ certificatePolicies: '1.2.3' }, 'certificatePolicies must be a list'],
    [
      { certificatePolicies: ['1.2.752.78.1.5', 'mobile'] },
      'certificatePolicies[1] must be an OID, or the start of one followed by .*',
    ],
    [
      { certificatePolicies: ['1.2.*'] },
      'certificatePolicies[0] must be an OID, or the start of one followed by .*',
    ],
    [{ timeoutSeconds: '5' }, 'timeoutSeconds must be a number'],
    [{ timeoutSeconds: 0 }, 'timeoutSeconds must be more than 0'],
    [{ timeoutSeconds: 9 }, 'timeoutSeconds must be at most 8'],
    [{ startUrls: { app } }, 'startUrls.desktop is required'],
    [{ startUrls: { app: 'javascript:alert(1)', desktop: 'bankid:///' } }, http],
    [{ startUrls: { app: 'https://x.example/?a=b', desktop: 'bankid:///' } }, http],
    [
      { startUrls: { app, desktop: 'file:///' } },
      'startUrls.desktop must be a bankid or http address without a query',
    ],
    [
      { startUrls: { app, desktop: 'bankid:///', tablet: app } },
      'startUrls has an unknown key: tablet',
    ],
    [{ clientCertificate: 'PEM' }, 'clientCertificate must be a group of settings'],
    [
      { clientCertificate: {} },
      'clientCertificate must hold either certificate and privateKey, or pkcs12 (a merge patch removes the others by null, the passphrase too)',
    ],
  ])('are refused: %j', (change, message) => {
    expect(faultsOf(settings(change))).toEqual([message]);
  });

  test.each([
    ['no PEM', () => 'BankID Root CA v1'],
    ['a certificate of no authority', () => pemOf(pki.bankIdRoot) + pemOf(pki.rpClient)],
    ['a root without an RSA key', () => unsimulated.certificate],
  ])('are refused: evidence roots with %s', (_, evidenceRoots) => {
    const message = 'evidenceRoots must hold one or more PEM certificates of RSA authorities';
    expect(faultsOf(settings({ evidenceRoots: evidenceRoots() }))).toEqual([message]);
  });

  test('are refused: a broken certificate among the CAs', () => {
    const broken = pemOf(pki.bankIdRoot).replace(/\n.{20}/, '\nAAAAAAAAAAAAAAAAAAAA');
    const message = 'ca must hold one or more PEM certificates';
    expect(faultsOf(settings({ ca: pemOf(pki.tlsRoot) + broken }))).toEqual([message]);
  });
});

describe('a client certificate that cannot be used', () => {
  function faultsWith(change: object): readonly string[] {
    return faultsOf(settings({ clientCertificate: change }));
  }

  test('is refused: PEM and PKCS#12 together', () => {
    expect(faultsWith({ ...pem, ...pkcs12 })).toEqual([
      'clientCertificate must hold either certificate and privateKey, or pkcs12 (a merge patch removes the others by null, the passphrase too)',
    ]);
  });

  test('is refused: an unknown key', () => {
    expect(faultsWith({ ...pem, key: 'x' })).toEqual(['clientCertificate has an unknown key: key']);
  });

  test('is refused: no certificate', () => {
    expect(faultsWith({ privateKey: pem.privateKey })).toEqual([
      'clientCertificate.certificate must be a PEM certificate',
    ]);
  });

  test('is refused: no key', () => {
    expect(faultsWith({ certificate: pem.certificate })).toEqual([
      'clientCertificate.privateKey must be a PEM private key that the passphrase, if any, opens',
    ]);
  });

  test('is refused: the key of another certificate', () => {
    expect(faultsWith({ ...pem, privateKey: keyOf(pki.tlsServer) })).toEqual([
      'clientCertificate.privateKey must be the key of the certificate (C=SE, O=SIMULATOR Relying Party AB, serialNumber=0000000001, name=Demo service (simulated), CN=SIMULATOR RP certificate 1)',
    ]);
  });

  test('is refused: an encrypted key without its passphrase, or with a wrong one', () => {
    const privateKey = pki.rpClient.privateKey
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'opens it' })
      .toString();
    const message =
      'clientCertificate.privateKey must be a PEM private key that the passphrase, if any, opens';
    expect(faultsWith({ ...pem, privateKey })).toEqual([message]);
    expect(faultsWith({ ...pem, privateKey, passphrase: 'does not' })).toEqual([message]);
  });

  test('is refused: a wrong passphrase of PKCS#12, or none', () => {
    const message = 'clientCertificate.passphrase must be the passphrase of the PKCS#12 file';
    expect(faultsWith({ ...pkcs12, passphrase: 'does not' })).toEqual([message]);
    expect(faultsWith({ pkcs12: pkcs12.pkcs12 })).toEqual([message]);
  });

  test('is refused: something that is not PKCS#12', () => {
    const message = 'clientCertificate.pkcs12 must be a PKCS#12 file in base64';
    expect(faultsWith({ ...pkcs12, pkcs12: pem.certificate })).toEqual([message]);
    expect(faultsWith({ ...pkcs12, pkcs12: '' })).toEqual([message]);
  });

  test('is refused: PKCS#12 without a key', () => {
    expect(faultsWith({ pkcs12: keylessPkcs12, passphrase: 'test' })).toEqual([
      'clientCertificate.pkcs12 must hold a certificate and its private key',
    ]);
  });

  test('is refused: PKCS#12 with outdated encryption', () => {
    expect(faultsWith({ pkcs12: legacyPkcs12, passphrase: 'test' })).toEqual([
      'clientCertificate.pkcs12 must not use RC2 or 3DES encryption (openssl pkcs12 -legacy reads it, so that it can be packed again)',
    ]);
  });

  test('is refused without its secret parts in the message', () => {
    const faults = faultsWith({ ...pkcs12, passphrase: 123456 });
    expect(faults).toEqual(['clientCertificate.passphrase must be text']);
  });
});

describe('settings of a simulator', () => {
  const ca = unsimulated.certificate;
  const realLooking = { ca, clientCertificate: unsimulated };

  test.each([
    ['its CA', () => ({})],
    ['its client certificate, as PEM', () => ({ ca })],
    ['its evidence root', () => ({ ...realLooking, evidenceRoots: pemOf(pki.bankIdRoot) })],
    ['its client certificate, as PKCS#12', () => ({ ca, clientCertificate: pkcs12 })],
  ])('are recognised by %s', (_name, more) => {
    expect(seBankId.isSimulated(settings(more()))).toBe(true);
  });

  test('are recognised by start addresses outside the app', () => {
    const startUrls = { app: 'http://localhost:3011/', desktop: 'http://localhost:3011/' };
    expect(seBankId.isSimulated(settings({ ...realLooking, startUrls }))).toBe(true);
  });

  test.each([
    [true, 'https://appapi2.test.bankid.com/rp/v6.0/'],
    [false, 'https://appapi2.bankid.com/rp/v6.0/'],
    [false, 'https://test.bankid.com.example/rp/v6.0/'],
  ])('are those of the test environment, too: %s %s', (expected, rpApiUrl) => {
    expect(seBankId.isSimulated(settings({ ...realLooking, rpApiUrl }))).toBe(expected);
  });

  test('are not recognised in real settings', () => {
    expect(seBankId.isSimulated(settings(realLooking))).toBe(false);
  });
});

describe('the adapter', () => {
  test('cannot be opened with settings that were not validated', () => {
    const runtime = {
      clock: () => new Date(0),
      newId: () => 'unused',
      environment: 'test',
    } as const;
    expect(() => seBankId.open(settings({ ca: '' }), runtime)).toThrow(ValidationError);
  });
});
