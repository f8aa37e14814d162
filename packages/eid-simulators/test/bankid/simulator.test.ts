import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createSecureContext } from 'node:tls';

import { runIn, testWith } from '@eid-broker/testing/outside-tool';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openPki, pkcs12Passphrase } from '../../src/bankid/pki/pki-files.ts';
import { auth, type Bench, startBench } from './harness.ts';

let folder: string;
let bench: Bench;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bankid-simulator-'));
  bench = await startBench({ directory: join(folder, 'deep', 'data') });
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true });
});

describe('the PKI', () => {
  test('is offered to RPs as files and as texts', async () => {
    const { files, tlsCa, rpCertificate, rpKey, bankIdRoot } = bench.simulator;
    expect(await readFile(files.tlsCa, 'utf8')).toBe(tlsCa);
    expect(await readFile(files.rpCertificate, 'utf8')).toBe(rpCertificate);
    expect(await readFile(files.rpKey, 'utf8')).toBe(rpKey);
    expect(await readFile(files.bankIdRoot, 'utf8')).toBe(bankIdRoot);
    expect(new X509Certificate(rpCertificate).checkPrivateKey(createPrivateKey(rpKey))).toBe(true);
  });

  test("names BankID's test server too, never the production server", async () => {
    const { tlsCa: ca, rpCertificate: cert, rpKey: key, rpUrl } = bench.simulator;
    const port = Number(new URL(rpUrl).port);
    const reach = async (servername: string) => {
      const socket = connect({ host: '127.0.0.1', port, servername, ca, cert, key });
      await once(socket, 'secureConnect').finally(() => socket.destroy());
    };
    await reach('appapi2.test.bankid.com');
    await reach('localhost');
    await expect(reach('appapi2.bankid.com')).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });

  test('has the word SIMULATOR in the name of every authority', () => {
    const { tlsCa, rpCertificate, bankIdRoot } = bench.simulator;
    expect(new X509Certificate(tlsCa).subject).toBe(
      'O=SIMULATOR of BankID\nOU=SIMULATOR Infrastructure CA\nCN=SIMULATOR BankID TLS Root CA v1',
    );
    expect(new X509Certificate(bankIdRoot).subject).toBe(
      'O=SIMULATOR of BankID\nOU=SIMULATOR BankID Member Banks CA\nCN=SIMULATOR BankID Root CA v1',
    );
    expect(new X509Certificate(rpCertificate).issuer).toContain('SIMULATOR');
    for (const { certificate } of Object.values(bench.simulator.pki)) {
      expect(certificate.issuer).toContain('SIMULATOR');
    }
  });

  test('has keys that only their owner can read', async () => {
    const { mode } = await stat(bench.simulator.files.rpKey);
    expect(mode & 0o077).toBe(0);
  });

  test('has a PKCS#12 file that node opens with its passphrase only', async () => {
    const pfx = await readFile(bench.simulator.files.rpPkcs12);
    expect(() => createSecureContext({ pfx, passphrase: pkcs12Passphrase })).not.toThrow();
    expect(() => createSecureContext({ pfx, passphrase: 'wrong' })).toThrow();
  });

  testWith('openssl', 'has a PKCS#12 file that openssl opens without legacy ciphers', async () => {
    const { rpPkcs12 } = bench.simulator.files;
    const text = runIn(
      folder,
      `openssl pkcs12 -in ${rpPkcs12} -passin pass:simulator -nodes -info`,
    );
    expect(text).toContain('MAC: sha256, Iteration 2048');
    expect(text).toContain('AES-256-CBC');
    expect(text).toContain(bench.simulator.rpCertificate.trim());
  });

  test('survives a restart, orders do not', async () => {
    const { orderRef } = (await bench.rp('auth', auth)).body;
    const before = bench.simulator;
    await bench.close();
    bench = await startBench({ directory: join(folder, 'deep', 'data') });
    expect(bench.simulator.rpCertificate).toBe(before.rpCertificate);
    expect(bench.simulator.bankIdRoot).toBe(before.bankIdRoot);
    expect((await bench.rp('collect', { orderRef })).body.details).toBe('No such order');
  });

  test('is the same for two that start at once, without leftover files', async () => {
    const directory = join(folder, 'race');
    const both = await Promise.all([
      openPki(directory, randomBytes),
      openPki(directory, randomBytes),
    ]);
    const [first, second] = both.map(({ tlsRoot }) => tlsRoot.certificate.fingerprint256);
    expect(first).toBe(second);
    expect(await readdir(directory)).toEqual(['pki']);
  });
});

describe('closing', () => {
  test('ends open connections', async () => {
    const other = await startBench({ directory: join(folder, 'race') });
    await other.phone('/api/orders');
    await other.close();
    await expect(other.phone('/api/orders')).rejects.toThrow();
  });
});
