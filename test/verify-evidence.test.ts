import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Evidence } from '@eid-broker/evidence/verify-evidence';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { ASA, type Forgery, startForgery } from '../packages/evidence/test/forgery.ts';
import { type Ended, runCommand } from './support/run-command.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const TEXT = '# Köp\r\n\u001b[2J\u202eTio äpplen';

let folder: string;
let forgery: Forgery;
let signed: Evidence;
let token: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verify-evidence-'));
  forgery = await startForgery();
  signed = await forgery.forge({
    request: {
      kind: 'sign',
      userVisibleData: base64(TEXT),
      userVisibleDataFormat: 'simpleMarkdownV1',
      userNonVisibleData: base64('order=7'),
    },
  });
  const issuerKey = await generateKeyPair('RS256');
  const others = await generateKeyPair('RS256');
  token = await new SignJWT({ ...signed, ssn: ASA, sub: '{1}' })
    .setProtectedHeader({ alg: 'RS256' })
    .sign(issuerKey.privateKey);
  file('roots.pem', forgery.pki.bankIdRoot.certificate.toString());
  file('others.pem', forgery.pki.tlsRoot.certificate.toString());
  file('jwks.json', JSON.stringify({ keys: [await exportJWK(issuerKey.publicKey)] }));
  file('others.json', JSON.stringify({ keys: [await exportJWK(others.publicKey)] }));
  file('token.jwt', `${token}\n`);
  file('text.txt', TEXT);
  file('other.txt', `${TEXT}\n`);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** Runs the command in the folder of the test's files. */
function run(args: readonly string[], stdin = ''): Promise<Ended> {
  return runCommand('verify-evidence', args, { cwd: folder, stdin });
}

const withRoots = ['--roots', 'roots.pem'];
const facts = {
  holds: true,
  signer: { personalNumber: ASA, name: 'Åsa Öberg' },
  signedAt: '2026-03-01T12:00:00.000Z',
  operation: 'Signing',
  text: TEXT,
  format: 'simpleMarkdownV1',
  nonVisibleData: base64('order=7'),
  certificatePolicies: ['1.2.3.4.25'],
  relyingParty: 'Demo service (simulated)',
  root: 'SIMULATOR BankID Root CA v1',
  compared: { ssn: true, text: false, time: false },
  tokenSignatureChecked: false,
};

describe('the command verify-evidence', () => {
  test('reports in words the facts that an ID token proves, without terminal control characters', async () => {
    expect(await run(['token.jwt', ...withRoots])).toEqual({
      code: 0,
      out: [
        'The evidence holds.',
        "WARNING: the root is a simulator's. It proves nothing about anybody.",
        'Signed by: Åsa Öberg, 199006022397',
        'When: 2026-03-01T12:00:00.000Z, when the bank said that the certificate was good',
        'Asked by: Demo service (simulated)',
        'Kind of BankID: 1.2.3.4.25',
        'Root: SIMULATOR BankID Root CA v1',
        "Text shown (BankID's markdown):",
        '  | # Köp',
        '  | \\u{1b}[2J\\u{202e}Tio äpplen',
        'Non-visible data:',
        '  | order=7',
        'The personal number is the ssn of the token.',
        "Not checked: the token's own signature (--jwks does it). The evidence stands for itself.",
        '',
      ].join('\n'),
      err: '',
    });
  });

  test('reports the same as JSON', async () => {
    const { code, out, err } = await run(['token.jwt', ...withRoots, '--json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toEqual(facts);
  });

  test("compares the text, the time and the token's signature when they are given", async () => {
    const more = ['--text', 'text.txt', '--jwks', 'jwks.json', '--now', '2026-03-01T12:04:59Z'];
    const { code, out } = await run(['token.jwt', ...withRoots, ...more, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      ...facts,
      compared: { ssn: true, text: true, time: true },
      tokenSignatureChecked: true,
    });
    expect((await run(['token.jwt', ...withRoots, ...more])).out).toMatch(
      /to the byte\.\nIt was new at the given time\.\nThe token is signed by one of the given keys\.\n$/,
    );
  });

  test('reads userinfo, and standard input', async () => {
    const login = await forgery.forge();
    const userinfo = JSON.stringify({ sub: '{1}', ...login });
    const { code, out } = await run(['-', ...withRoots], userinfo);
    expect(code).toBe(0);
    expect(out).toContain('Identified: Åsa Öberg, 199006022397\n');
    expect(out).toContain('Text shown: none\nNon-visible data: none\n');
    expect(out).toContain('The token has no ssn: the person was compared with nothing.\n');
    expect((await run(['-', ...withRoots], token)).code).toBe(0);
  });

  test.each<[string, () => readonly string[], string]>([
    [
      'another text',
      () => ['token.jwt', ...withRoots, '--text', 'other.txt'],
      '(expectations): another text was shown.',
    ],
    [
      'a time long after',
      () => ['token.jwt', ...withRoots, '--now', '2026-03-01T12:06:00Z'],
      '(ocsp): the OCSP response is not of this time.',
    ],
    [
      'other roots',
      () => ['token.jwt', '--roots', 'others.pem'],
      '(chain): no pinned root issued the last certificate.',
    ],
    [
      'a token with the signature of another key',
      () => ['token.jwt', ...withRoots, '--jwks', 'others.json'],
      '(token): none of the keys signed the token.',
    ],
    [
      'a token of another person',
      () => [file('else.json', JSON.stringify({ ...signed, ssn: '191212121212' })), ...withRoots],
      '(expectations): another person signed.',
    ],
    [
      'an ssn that is not a text',
      () => [file('odd.json', JSON.stringify({ ...signed, ssn: 7 })), ...withRoots],
      '(expectations): the ssn is no text.',
    ],
    [
      'a changed signature',
      () => [
        file('changed.json', JSON.stringify({ ...signed, evidence: 'PD94bWw=' })),
        ...withRoots,
      ],
      '(form): the document does not begin as BankID begins it.',
    ],
    [
      'a token without evidence',
      () => [file('bare.json', '{"sub":"{1}"}'), ...withRoots],
      '(form): the claims hold no evidence: the scope evidence adds it.',
    ],
    [
      'another kind of file',
      () => ['text.txt', ...withRoots],
      '(form): this is neither a signed token nor JSON.',
    ],
  ])('does not accept %s', async (_, args, reason) => {
    const texts = `The evidence does not hold ${reason}\n`;
    expect(await run(args())).toEqual({ code: 1, out: texts, err: '' });
  });

  test('also reports invalid evidence as JSON', async () => {
    const { code, out } = await run(['token.jwt', '--roots', 'others.pem', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      holds: false,
      step: 'chain',
      reason: 'no pinned root issued the last certificate',
    });
  });

  test('refuses evidence without a root, and names the place where to get one', async () => {
    const { code, out, err } = await run(['token.jwt']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^--roots is required\. BankID gives its root certificate to /);
    expect(err).toContain('pki/bankid-root.pem');
  });

  test.each<[string, readonly string[], RegExp]>([
    [
      'no file',
      [...withRoots],
      /^FILE is missing\nusage: node \S+\/dist\/cli\.js verify-evidence FILE --roots PEM /,
    ],
    ['two files', ['token.jwt', 'text.txt', ...withRoots], /^only one FILE is expected\nusage: /],
    ['an unknown option', ['token.jwt', '--force'], /^unknown option --force\nusage: /],
    [
      'a file that is not there',
      ['none.jwt', ...withRoots],
      /^none\.jwt: cannot be read \(ENOENT\)$/m,
    ],
    [
      'roots that are not PEM',
      ['token.jwt', '--roots', 'text.txt'],
      /^--roots: holds no PEM certificate of a root$/m,
    ],
    [
      'a time in another form',
      ['token.jwt', ...withRoots, '--now', 'today'],
      /^--now: must be a time such as/,
    ],
  ])('exits with 2 and the reason for %s', async (_, args, message) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });
});
