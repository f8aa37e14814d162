import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runIn, testWith } from '@eid-broker/testing/outside-tool';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { digestOf } from '../src/expectations.ts';
import { type Evidence, verifyEvidence } from '../src/verify-evidence.ts';
import { type Bench, base64, DSIG, expected, requested, startBench, TYPES } from './bench.ts';
import { ASA, AT, type Changes } from './forgery.ts';

let it: Bench;
beforeAll(async () => {
  it = await startBench();
});

describe('genuine evidence', () => {
  const facts = {
    signer: { personalNumber: ASA, name: 'Åsa Öberg' },
    signedAt: AT,
    funcId: 'Identification',
    text: undefined,
    format: 'plaintext',
    nonVisible: undefined,
    policies: ['1.2.3.4.25'],
    relyingParty: 'Demo service (simulated)',
    root: 'SIMULATOR BankID Root CA v1',
  };

  test('of a login is valid', async () => {
    expect(await it.verdictOn({})).toEqual({ ok: true, facts });
  });

  test('that the simulator makes between two seconds is valid', async () => {
    const at = new Date(AT.getTime() + 789);
    expect(await it.verdictOn({ ocsp: { at } })).toEqual({ ok: true, facts });
  });

  test('of a login with a text and data is valid', async () => {
    const [visible, nonVisible] = [base64('Åtkomst\r\ntill 7 < 8 & 9'), base64('id="7"')];
    const request = { userVisibleData: visible, userNonVisibleData: nonVisible };
    const sent = { ...requested, visible: digestOf(visible), nonVisible: digestOf(nonVisible) };
    expect(await it.verdictOn({ request }, { requested: sent })).toEqual({
      ok: true,
      facts: { ...facts, text: 'Åtkomst\r\ntill 7 < 8 & 9', nonVisible },
    });
  });

  test('of a login by phone is valid', async () => {
    const visible = base64('Du talar med Demo');
    const request = { kind: 'phone/auth', userVisibleData: visible } as const;
    expect(
      await it.verdictOn({ request }, { requested: { ...requested, visible: digestOf(visible) } }),
    ).toEqual({ ok: true, facts: { ...facts, text: 'Du talar med Demo' } });
  });

  test.each([
    ['plain', 'Jag köper 10 äpplen', 'plaintext'],
    ['formatted', '# Köp\n\n---\n\n*Tio* äpplen', 'simpleMarkdownV1'],
    ['of the greatest length', 'x'.repeat(30_000), 'simpleMarkdownV1'],
  ] as const)('of a signed text is valid: %s', async (_, text, format) => {
    const visible = base64(text);
    const isMarkdown = format === 'simpleMarkdownV1';
    const request = {
      kind: 'sign',
      userVisibleData: visible,
      userVisibleDataFormat: isMarkdown ? format : undefined,
    } as const;
    const about = {
      ...requested,
      operation: 'Signing',
      visible: digestOf(visible),
      format,
    } as const;
    expect(visible.length).toBeLessThanOrEqual(40_000);
    expect(await it.verdictOn({ request }, { requested: about })).toEqual({
      ok: true,
      facts: { ...facts, funcId: 'Signing', text, format },
    });
  });

  test('with the largest non-visible data that BankID accepts is valid', async () => {
    const nonVisible = 'QUJD'.repeat(50_000);
    const request = {
      kind: 'sign',
      userVisibleData: 'eA==',
      userNonVisibleData: nonVisible,
    } as const;
    const about = { ...requested, operation: 'Signing', visible: digestOf('eA==') } as const;
    const verdict = await it.verdictOn(
      { request },
      { requested: { ...about, nonVisible: digestOf(nonVisible) } },
    );
    expect(verdict).toMatchObject({ ok: true });
  });

  test('is valid without knowledge of the request, the person and the service, also later', async () => {
    const nothing = { personalNumber: undefined, requested: undefined, organisation: undefined };
    const later = { now: undefined, policies: undefined };
    expect(await it.verdictOn({}, nothing, later)).toEqual({ ok: true, facts });
  });

  test('is valid for a policy given by its prefix', async () => {
    expect(await it.verdictOn({}, {}, { policies: ['1.2.752.*', '1.2.3.4.*'] })).toMatchObject({
      ok: true,
    });
  });

  test('is valid with an empty text for none, with an old host, and without optional parts', async () => {
    const signedData = (text: string) =>
      text
        .replace(
          '<srvInfo>',
          '<usrVisibleData charset="UTF-8" visible="wysiwys"></usrVisibleData><srvInfo>',
        )
        .replace('</funcId>', '</funcId><host><fqdn>bXk=</fqdn><ip>MTA=</ip></host>')
        .replace('<uauth>pw</uauth>', '');
    expect(await it.verdictOn({ signedData })).toEqual({ ok: true, facts });
  });

  testWith('xmlsec1', 'is valid for xmlsec1 too, and changed evidence for neither', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'evidence-'));
    await writeFile(join(folder, 'root.pem'), it.pki.bankIdRoot.certificate.toString());
    const { customerAuthority, bankAuthority } = it.pki;
    const issuers = [customerAuthority, bankAuthority].map(({ certificate }) => certificate);
    await writeFile(join(folder, 'issuers.pem'), issuers.join('\n'));
    async function isValidFor({ evidence }: Evidence): Promise<boolean> {
      await writeFile(join(folder, 'sig.xml'), Buffer.from(evidence, 'base64'));
      const command = [
        'xmlsec1 --verify',
        `--id-attr:Id ${TYPES}:bankIdSignedData --id-attr:Id ${DSIG}:KeyInfo`,
        '--verification-time "2026-03-01 12:00:00"',
        '--trusted-pem root.pem --untrusted-pem issuers.pem sig.xml',
      ];
      try {
        return /^OK$/m.test(runIn(folder, ...command));
      } catch {
        return false;
      }
    }
    const ours = async (changes: Changes) => (await it.verdictOn(changes)).ok;
    const changed = { document: (text: string) => text.replace('<fsib>0<', '<fsib>1<') };
    expect([await isValidFor(await it.forge()), await ours({})]).toEqual([true, true]);
    expect([await isValidFor(await it.forge(changed)), await ours(changed)]).toEqual([
      false,
      false,
    ]);
    // Another verifier accepts it, because canonicalization removes it.
    const comment = { document: (text: string) => text.replace('<env>', '<env><!-- -->') };
    expect([await isValidFor(await it.forge(comment)), await ours(comment)]).toEqual([true, false]);
    await rm(folder, { recursive: true });
  });
});

describe('arbitrary input', () => {
  const never = (given: Evidence) => {
    expect(verifyEvidence(given, expected, it.trust)).toEqual({
      ok: false,
      step: expect.any(String),
      reason: expect.any(String),
    });
  };

  test('random bytes are no evidence, and no OCSP response', async () => {
    const genuine = await it.forge();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.string(), (bytes, text) => {
        const encoded = Buffer.from(bytes).toString('base64');
        never({ ...genuine, evidence: encoded });
        never({ ...genuine, evidence: text });
        never({ ...genuine, ocspResponse: encoded });
        never({ ...genuine, ocspResponse: text });
      }),
    );
  });

  test('a byte changed anywhere makes it no evidence', async () => {
    const genuine = await it.forge();
    const members = ['evidence', 'ocspResponse'] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...members),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (member, at, flip) => {
          const bytes = Buffer.from(genuine[member], 'base64');
          const index = at % bytes.length;
          bytes[index] = bytes[index]! ^ flip;
          never({ ...genuine, [member]: bytes.toString('base64') });
        },
      ),
      { numRuns: 1000 },
    );
  });
});
