import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runIn, testWith } from '@eid-broker/testing/outside-tool';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ASA, auth, type Bench, phoneAuth, startBench, T0, TOLVAN } from '../harness.ts';

let bench: Bench;
let folder: string;
beforeAll(async () => {
  bench = await startBench();
  folder = await mkdtemp(join(tmpdir(), 'evidence-'));
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true });
});

const base64 = (text: string) => Buffer.from(text).toString('base64');

const verify = (...parts: string[]) => runIn(folder, ...parts);

async function approved(endpoint: string, request: object, personalNumber = TOLVAN) {
  const { orderRef, autoStartToken } = (await bench.rp(endpoint, request)).body;
  const start = autoStartToken === undefined ? { orderRef } : { autoStartToken };
  await bench.phone('/api/open', { ...start, personalNumber });
  await bench.phone(`/api/orders/${orderRef}/confirm-call`, {});
  await bench.phone(`/api/orders/${orderRef}/approve`, {});
  return (await bench.rp('collect', { orderRef })).body;
}

/** Lays out the evidence as files: sig.xml, response.der, leaf.pem, issuers.pem, root.pem. */
async function unpack({ signature, ocspResponse }: { signature: string; ocspResponse: string }) {
  const xml = Buffer.from(signature, 'base64').toString('utf8');
  const chain = [...xml.matchAll(/<X509Certificate>([^<]+)</g)].map(
    ([, der = '']) => new X509Certificate(Buffer.from(der, 'base64')),
  );
  const [leaf, ...issuers] = chain;
  await writeFile(join(folder, 'sig.xml'), xml);
  await writeFile(join(folder, 'response.der'), Buffer.from(ocspResponse, 'base64'));
  await writeFile(join(folder, 'leaf.pem'), String(leaf));
  await writeFile(join(folder, 'issuer.pem'), String(issuers[0]));
  await writeFile(join(folder, 'issuers.pem'), issuers.join('\n'));
  await writeFile(join(folder, 'root.pem'), bench.simulator.bankIdRoot);
  return { xml, leaf: leaf!, chain };
}

const ORDERS: readonly [string, object, string][] = [
  ['auth', auth, 'Identification'],
  [
    'auth',
    {
      ...auth,
      userVisibleData: base64('# Åtkomst\n*Nu*'),
      userVisibleDataFormat: 'simpleMarkdownV1',
      userNonVisibleData: base64('<&">'),
    },
    'Identification',
  ],
  ['sign', { ...auth, userVisibleData: base64('Köp av <1> gurka & 2 ägg') }, 'Signing'],
  ['phone/auth', phoneAuth, 'Identification'],
  ['phone/sign', { ...phoneAuth, userVisibleData: base64('Hej') }, 'Signing'],
];

describe('completionData', () => {
  test('describes the person, the phone and the BankID', async () => {
    const { completionData, ...rest } = await approved('auth', auth, ASA);
    expect(rest).toEqual({ orderRef: expect.any(String), status: 'complete' });
    expect(completionData).toEqual({
      user: { personalNumber: ASA, name: 'Åsa Öberg', givenName: 'Åsa', surname: 'Öberg' },
      device: { ipAddress: '198.51.100.7', uhi: expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/) },
      bankIdIssueDate: '2025-12-01Z',
      stepUp: { mrtd: null },
      signature: expect.any(String),
      ocspResponse: expect.any(String),
    });
  });

  test('includes the risk and the check of the ID document on request', async () => {
    const request = { ...auth, returnRisk: true, requirement: { mrtd: true } };
    expect((await approved('auth', request)).completionData).toMatchObject({
      risk: 'low',
      stepUp: { mrtd: true },
    });
  });

  test('has the address of the phone when the person used another device', async () => {
    const { completionData } = await approved('phone/auth', phoneAuth);
    expect(completionData.device.ipAddress).toBe('192.0.2.17');
  });
});

describe('the signature', () => {
  test.each(ORDERS)(
    'of %s %j contains the text that the person saw',
    async (kind, request, funcId) => {
      const { completionData } = await approved(kind, request);
      const { xml } = await unpack(completionData);
      const sent = request as Record<string, string>;
      const format = sent.userVisibleDataFormat ? ` format="${sent.userVisibleDataFormat}"` : '';
      expect(xml).toMatch(
        /^<\?xml version="1.0" encoding="UTF-8" standalone="no"\?><Signature xmlns/,
      );
      expect(xml).not.toMatch(/>\s+</);
      expect(xml).toContain(`<funcId>${funcId}</funcId>`);
      expect(xml.includes('<usrVisibleData')).toBe('userVisibleData' in request);
      expect(xml.includes('<usrNonVisibleData')).toBe('userNonVisibleData' in request);
      if (sent.userVisibleData !== undefined) {
        expect(xml).toContain(
          `<usrVisibleData charset="UTF-8"${format} visible="wysiwys">${sent.userVisibleData}</usrVisibleData>`,
        );
      }
      const [, name = ''] = /<srvInfo><name>([^<]+)</.exec(xml) ?? [];
      expect(Buffer.from(name, 'base64').toString()).toBe(
        'cn=SIMULATOR RP certificate 1,name=Demo service (simulated),serialNumber=0000000001,o=SIMULATOR Relying Party AB,c=SE',
      );
    },
  );

  test('is made with a certificate of the person for that use, in a labelled chain', async () => {
    const { completionData } = await approved('auth', auth, ASA);
    const { leaf, chain } = await unpack(completionData);
    expect(leaf.subject).toBe(
      [
        'C=SE',
        'O=SIMULATOR Bank A AB',
        'SN=Öberg',
        'GN=Åsa',
        `serialNumber=${ASA}`,
        'name=(251201 00.00) Åsa Öberg - Mobilt BankID (SIMULATOR)',
        'CN=Åsa Öberg',
      ].join('\n'),
    );
    for (const certificate of chain) expect(certificate.issuer).toContain('SIMULATOR');
    const again = await unpack((await approved('auth', auth, ASA)).completionData);
    expect(again.leaf.fingerprint256).toBe(leaf.fingerprint256);
    const signing = await approved('sign', { ...auth, userVisibleData: base64('x') }, ASA);
    const other = await unpack(signing.completionData);
    expect(other.leaf.fingerprint256).not.toBe(leaf.fingerprint256);
  });

  testWith('xmlsec1', 'is accepted by xmlsec1, but not after any change', async () => {
    const check = () =>
      verify(
        'xmlsec1 --verify',
        '--id-attr:Id http://www.bankid.com/signature/v1.0.0/types:bankIdSignedData',
        '--id-attr:Id http://www.w3.org/2000/09/xmldsig#:KeyInfo',
        `--verification-time "${T0.toISOString().slice(0, 19).replace('T', ' ')}"`,
        '--trusted-pem root.pem --untrusted-pem issuers.pem sig.xml',
      );
    for (const [kind, request] of ORDERS) {
      const { completionData } = await approved(kind, request);
      const { xml } = await unpack(completionData);
      expect(check()).toMatch(/^OK$/m);
      await writeFile(join(folder, 'sig.xml'), xml.replace('<fsib>0<', '<fsib>1<'));
      expect(check).toThrow();
      await writeFile(
        join(folder, 'sig.xml'),
        xml.replace('URI="#bidKeyInfo"', 'URI="#bidSignedData"'),
      );
      expect(check).toThrow();
    }
  });

  testWith('openssl', 'has a chain that openssl accepts for the pinned root', async () => {
    const { completionData } = await approved('auth', auth);
    await unpack(completionData);
    const time = Math.floor(T0.getTime() / 1000);
    const answer = verify(
      'openssl verify -x509_strict -show_chain',
      `-attime ${time} -CAfile root.pem -untrusted issuers.pem leaf.pem`,
    );
    expect(answer).toContain('leaf.pem: OK');
    const text = verify('openssl x509 -in leaf.pem -noout -text');
    expect(text).toContain('Policy: 1.2.3.4.25');
    expect(text).toMatch(/Key Usage: critical\s+Digital Signature\n/);
    expect(text).toContain('OCSP - URI:http://ocsp.simulator.invalid');
    await unpack(
      (await approved('phone/sign', { ...phoneAuth, userVisibleData: 'eA==' })).completionData,
    );
    expect(verify('openssl x509 -in leaf.pem -noout -text')).toMatch(
      /Key Usage: critical\s+Non Repudiation\n/,
    );
  });
});

describe('the OCSP response', () => {
  testWith(
    'openssl',
    'is accepted by openssl, is good, and is bound to the signature',
    async () => {
      const { completionData } = await approved('auth', auth);
      const { leaf } = await unpack(completionData);
      const answer = verify(
        'openssl ocsp -respin response.der -no_nonce -resp_text',
        `-attime ${Math.floor(T0.getTime() / 1000)} -validity_period 999999999`,
        '-issuer issuer.pem -cert leaf.pem -CAfile root.pem -verify_other issuers.pem',
      );
      expect(answer).toContain('Response verify OK');
      expect(answer).toContain('leaf.pem: good');
      expect(answer).toContain('Produced At: Mar  1 12:00:00 2026 GMT');
      expect(answer).toContain(leaf.serialNumber);
      expect(answer).toMatch(/OCSP Nonce: critical/);
      expect(answer).not.toContain('Next Update');
      const digest = createHash('sha1').update(completionData.signature).digest();
      const der = await readFile(join(folder, 'response.der'));
      const at = der.indexOf(digest);
      expect(der.subarray(at - 2, at).toString('hex')).toBe('0420');
    },
  );
});

test('is given for renewed certificates after the old ones expired', async () => {
  const before = await unpack((await approved('auth', auth)).completionData);
  bench.advance(3 * 365 * 24 * 3600);
  const { completionData } = await approved('auth', auth);
  const after = await unpack(completionData);
  expect(completionData.bankIdIssueDate).toBe('2028-12-01Z');
  expect(after.leaf.fingerprint256).not.toBe(before.leaf.fingerprint256);
});
