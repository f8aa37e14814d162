import { randomBytes } from 'node:crypto';
import {
  authority,
  certificatePolicies,
  extendedKeyUsage,
  extension,
  keyUsage,
} from '@eid-broker/eid-simulators/bankid/pki/certificate-extensions';
import { createPki, newKeys } from '@eid-broker/eid-simulators/bankid/pki/pki';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readRoots } from '../src/read-roots.ts';
import { type Bench, fails, OCSP_SIGNING, replace, shift, startBench } from './bench.ts';
import {
  ASA,
  AT,
  type Changes,
  forAuthority,
  forPerson,
  personName,
  responderName,
} from './forgery.ts';
import { sequence, smallInteger, yes } from './write-der.ts';

let it: Bench;
beforeAll(async () => {
  it = await startBench();
});

/** The name of the simulator's root. */
const ROOT_NAME = [
  ['O', 'SIMULATOR of BankID'],
  ['OU', 'SIMULATOR BankID Member Banks CA'],
  ['CN', 'SIMULATOR BankID Root CA v1'],
] as const;

describe('the chain', () => {
  const expectChain = async (changes: Changes, reason: string) =>
    expect(await it.verdictOn(changes)).toEqual(fails('chain', reason));

  test('does not end at a look-alike of the root', async () => {
    const alike = await createPki(randomBytes);
    expect(alike.bankIdRoot.certificate.subject).toBe(it.pki.bankIdRoot.certificate.subject);
    const leaf = await it.issue({ issuer: alike.customerAuthority });
    const authorities = [alike.customerAuthority, alike.bankAuthority];
    await expectChain({ leaf, authorities }, 'no pinned root issued the last certificate');
  });

  test('has valid links: it refuses a look-alike of an authority', async () => {
    const alike = await createPki(randomBytes);
    const leaf = await it.issue({ issuer: alike.customerAuthority });
    await expectChain({ leaf }, 'a link is broken');
    const authorities = [alike.customerAuthority, it.pki.bankAuthority];
    await expectChain({ leaf, authorities }, 'a link is broken');
  });

  test('is pinned by roots that the settings name, and by no other', async () => {
    const other = readRoots(it.pki.tlsRoot.certificate.toString())!;
    const verdict = await it.verdictOn({}, {}, { roots: other });
    expect(verdict).toEqual(fails('chain', 'no pinned root issued the last certificate'));
    expect(await it.verdictOn({}, {}, { roots: [] })).toMatchObject({ ok: false, step: 'chain' });
    expect(await it.verdictOn({}, {}, { roots: [...other, ...it.trust.roots] })).toMatchObject({
      ok: true,
    });
  });

  test('may end at a root without a key usage', async () => {
    const { privateKey, certificate } = it.pki.bankIdRoot;
    const quiet = await it.issue({
      issuer: { selfKey: privateKey },
      publicKey: certificate.publicKey,
      subject: ROOT_NAME,
      extensions: [authority],
    });
    const roots = readRoots(quiet.certificate.toString())!;
    expect(await it.verdictOn({}, {}, { roots })).toMatchObject({ ok: true });
  });

  test('lists exactly its authorities, in order', async () => {
    const { customerAuthority, bankAuthority, bankIdRoot } = it.pki;
    const gap = 'no pinned root issued the last certificate';
    await expectChain({ authorities: [customerAuthority] }, gap);
    await expectChain({ authorities: [bankAuthority, customerAuthority] }, gap);
    await expectChain({ authorities: [] }, 'the issuer of the certificate is missing');
    const many = [customerAuthority, bankAuthority, bankIdRoot, bankIdRoot, bankIdRoot];
    await expectChain({ authorities: many }, 'the chain is too long');
    expect(await it.verdictOn({ authorities: many.slice(0, 3) })).toMatchObject({ ok: true });
  });

  test.each([
    ['had run out', { to: new Date('2026-02-28T00:00:00Z') }],
    ['had not begun', { from: new Date('2026-03-02T00:00:00Z') }],
  ])("refuses a person's certificate that %s", async (_, change) => {
    const leaf = await it.issue(change);
    await expectChain({ leaf }, 'a certificate was not valid when it was signed');
  });

  test('is checked at the time of signing, to the second', async () => {
    const leaf = await it.issue({ to: AT });
    expect(await it.verdictOn({ leaf })).toMatchObject({ ok: true });
    const over = await it.issue({ to: shift(-1) });
    await expectChain({ leaf: over }, 'a certificate was not valid when it was signed');
    const later = { now: new Date('2099-01-01T00:00:00Z') };
    expect(await it.verdictOn({ leaf }, {}, { ...later, now: undefined })).toMatchObject({
      ok: true,
    });
  });

  test('refuses an expired authority', async () => {
    const lapsed = await it.issue({
      issuer: it.pki.bankAuthority,
      subject: responderName,
      extensions: forAuthority,
      to: new Date('2026-02-01T00:00:00Z'),
    });
    const leaf = await it.issue({ issuer: lapsed });
    const authorities = [lapsed, it.pki.bankAuthority];
    await expectChain({ leaf, authorities }, 'a certificate was not valid when it was signed');
  });

  test.each([
    ['without basicConstraints', [keyUsage('certSign')], 'an issuer is no authority'],
    [
      'without the use of its key',
      [authority, keyUsage('digitalSignature')],
      'an issuer is no authority',
    ],
    ['without keyUsage', [authority], 'an issuer is no authority'],
    ['that is a person', forPerson, 'an issuer is no authority'],
    [
      'with a rule that we do not know',
      [...forAuthority, extension('2.5.29.30', sequence(), 'critical')],
      'a certificate cannot be read',
    ],
    ['with an extension twice', [...forAuthority, authority], 'a certificate cannot be read'],
  ])('refuses an authority %s', async (_, extensions, reason) => {
    const issuer = await it.issue({
      issuer: it.pki.bankAuthority,
      subject: responderName,
      extensions,
    });
    const leaf = await it.issue({ issuer });
    await expectChain({ leaf, authorities: [issuer, it.pki.bankAuthority] }, reason);
  });

  test('is not longer than its authorities allow', async () => {
    const withLength = (length: number) =>
      extension('2.5.29.19', sequence(yes, smallInteger(length)), 'critical');
    const chainWith = async (length: number) => {
      const keys = await newKeys();
      const { certificate } = await it.issue({
        publicKey: keys.publicKey,
        issuer: it.pki.bankIdRoot,
        subject: responderName,
        extensions: [withLength(length), keyUsage('certSign')],
      });
      const upper = { certificate, privateKey: keys.privateKey };
      const issuer = await it.issue({ issuer: upper, extensions: forAuthority });
      const leaf = await it.issue({ issuer });
      const responder = await it.issue({
        issuer,
        subject: responderName,
        extensions: [extendedKeyUsage(OCSP_SIGNING, 'critical')],
      });
      return { leaf, authorities: [issuer, upper], ocsp: { responder } };
    };
    await expectChain(await chainWith(0), 'the chain is too long');
    expect(await it.verdictOn(await chainWith(1))).toMatchObject({ ok: true });
  });

  test.each([
    [
      'for another operation',
      [certificatePolicies('1.2.3.4.25'), keyUsage('nonRepudiation')],
      'the key is not for this operation',
    ],
    ['for nothing', [certificatePolicies('1.2.3.4.25')], 'the key is not for this operation'],
    [
      'of another kind',
      [certificatePolicies('1.2.3.4.10'), keyUsage('digitalSignature')],
      'this kind of BankID is not accepted',
    ],
    ['of no kind', [keyUsage('digitalSignature')], 'this kind of BankID is not accepted'],
    [
      'of an authority',
      [...forPerson.slice(0, 1), authority, keyUsage('digitalSignature', 'certSign')],
      'an authority signed in place of a person',
    ],
    [
      'with a rule that we do not know',
      [...forPerson, extension('1.2.3', sequence(), 'critical')],
      'a certificate cannot be read',
    ],
  ])("refuses a person's certificate %s", async (_, extensions, reason) => {
    await expectChain({ leaf: await it.issue({ extensions }) }, reason);
  });

  test('accepts a key for the operation: signing', async () => {
    const request = { kind: 'sign', userVisibleData: 'eA==' } as const;
    await expectChain({ request, leaf: await it.issue({}) }, 'the key is not for this operation');
  });

  test('refuses an operation that BankID does not have', async () => {
    const signedData = replace('Identification', 'Payment');
    await expectChain({ signedData }, 'the key is not for this operation');
  });

  test.each([
    ['no number', [['CN', 'Åsa Öberg']]],
    ['two numbers', [...personName(ASA), ['serialNumber', ASA]]],
    ['a number of ten digits', personName('9006022397')],
    ['no name', [['serialNumber', ASA]]],
  ] as const)('ends at a person: it refuses %s', async (_, subject) => {
    await expectChain({ leaf: await it.issue({ subject }) }, 'the certificate names no person');
  });

  test('refuses unreadable certificates', async () => {
    const cut = (bytes: number) => (text: string) => {
      const [all = '', , , second = ''] =
        /(<X509Certificate>)([^<]*)<\/X509Certificate><X509Certificate>([^<]*)/.exec(text)!;
      const short = Buffer.from(second, 'base64').subarray(0, -bytes).toString('base64');
      return text.replace(all, all.replace(second, short));
    };
    for (const bytes of [1, 20, 400])
      await expectChain({ keyInfo: cut(bytes) }, 'a certificate cannot be read');
    await expectChain(
      { keyInfo: replace('</X509Data>', '<X509Certificate></X509Certificate></X509Data>') },
      'a certificate cannot be read',
    );
  });
});
