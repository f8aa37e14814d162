import { randomBytes } from 'node:crypto';

import { type Identity, issueCertificate } from '@eid-broker/eid-simulators/bankid/pki/certificate';
import { extendedKeyUsage } from '@eid-broker/eid-simulators/bankid/pki/certificate-extensions';
import { encodePkcs12 } from '@eid-broker/eid-simulators/bankid/pki/pkcs12';
import { type KeyPair, newKeys } from '@eid-broker/eid-simulators/bankid/pki/pki';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type ManagementApi, startManagement } from '../../support/management.ts';

const EIDS = '/api/tenants/shop/eids';
const SECRET = 'opens-the-file';
const CLIENT = '1.3.6.1.5.5.7.3.2';

let api: ManagementApi;
let keys: KeyPair;
let good: Identity;
beforeAll(async () => {
  [api, keys] = await Promise.all([startManagement(), newKeys()]);
  good = issue('Shop', '2049-12-31');
});
afterAll(() => api.close());

describe('a certificate', () => {
  test('is inspected before its eID is configured; nothing is stored or repeated', async () => {
    const { status, json, text } = await api.call(`POST ${EIDS}/se-bankid/certificate`, {
      body: { pkcs12: pkcs12Of(good), passphrase: SECRET },
    });
    expect([status, json]).toEqual([
      200,
      {
        use: 'client',
        subject: 'CN=Shop',
        issuer: 'CN=Shop',
        serialNumber: good.certificate.serialNumber,
        notBefore: '2020-01-01T00:00:00.000Z',
        notAfter: '2049-12-31T00:00:00.000Z',
        daysLeft: expect.any(Number),
        chain: [],
        keyMatches: true,
        environment: null,
        problems: [],
      },
    ]);
    expect(text).not.toContain(SECRET);
    expect((await api.call(`GET ${EIDS}`)).json.items).toHaveLength(1);
  });

  test('has clear problems: passphrase, time, purpose', async () => {
    const inspect = async (pkcs12: string, passphrase = SECRET) =>
      (await api.call(`POST ${EIDS}/se-bankid/certificate`, { body: { pkcs12, passphrase } })).json
        .problems;
    expect(await inspect(pkcs12Of(good), 'wrong')).toEqual([
      { path: 'passphrase', message: 'must be the passphrase of the PKCS#12 file' },
    ]);
    expect(await inspect(pkcs12Of(issue('Shop', '2021-01-01')))).toEqual([
      { path: 'pkcs12', message: expect.stringContaining('has expired: CN=Shop') },
    ]);
    expect(await inspect(pkcs12Of(issue('Shop', '2049-12-31', '1.3.6.1.5.5.7.3.1')))).toEqual([
      { path: 'pkcs12', message: expect.stringContaining('must be a client certificate') },
    ]);
  });

  test('is that of an eID with certificates', async () => {
    const none = await api.call(`POST ${EIDS}/mock:test/certificate`, { body: {} });
    expect([none.status, none.json.detail]).toEqual([
      409,
      'The eID mock has no client certificate.',
    ]);
    const unknown = await api.call(`POST ${EIDS}/xx-none/certificate`, { body: {} });
    expect(unknown.status).toBe(404);
    const empty = await api.call(`POST ${EIDS}/se-bankid/certificate`, { body: {} });
    expect([empty.status, empty.json.problems]).toEqual([
      200,
      [
        {
          path: '',
          message:
            'must hold either certificate and privateKey, or pkcs12 (a merge patch removes the others by null, the passphrase too)',
        },
      ],
    ]);
  });

  test('that could not serve is refused by every write, before anything is stored', async () => {
    const body = (identity: Identity) => ({
      eid: 'se-bankid',
      environment: 'test',
      settings: {
        rpApiUrl: 'https://appapi2.test.bankid.com/rp/v6.0/',
        clientCertificate: { pkcs12: pkcs12Of(identity), passphrase: SECRET },
        ca: pemOf(good),
      },
    });
    const expired = issue('Shop', '2021-01-01');
    const path = 'settings.clientCertificate.pkcs12';
    for (const query of ['', '?dryRun=true']) {
      const refused = await api.call(`POST ${EIDS}${query}`, { body: body(expired) });
      expect([refused.status, refused.json.errors]).toEqual([
        422,
        [{ path, message: expect.stringContaining('has expired: CN=Shop was valid until') }],
      ]);
    }
    const stored = await api.call(`POST ${EIDS}`, { body: body(good) });
    expect(stored.status).toBe(201);
    const swapped = await api.call(`PATCH ${EIDS}/se-bankid:test`, {
      body: { settings: { clientCertificate: { pkcs12: pkcs12Of(expired) } } },
      headers: { 'if-match': stored.etag },
    });
    expect([swapped.status, swapped.json.errors[0].path]).toEqual([422, path]);
    expect((await api.call(`GET ${EIDS}/se-bankid:test`)).etag).toBe(stored.etag);
  });
});

function issue(name: string, to: string, purpose = CLIENT): Identity {
  const { publicKey, privateKey } = keys;
  const certificate = issueCertificate({
    subject: [['CN', name]],
    publicKey,
    issuer: { selfKey: privateKey },
    from: new Date('2020-01-01'),
    to: new Date(to),
    extensions: [extendedKeyUsage(purpose)],
    hash: 'sha256',
    random: randomBytes,
  });
  return { certificate, privateKey };
}

function pkcs12Of(identity: Identity): string {
  return encodePkcs12({ identity, passphrase: SECRET, random: randomBytes }).toString('base64');
}

function pemOf({ certificate }: Identity): string {
  return certificate.toString();
}
