import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openPki } from '@eid-broker/eid-simulators/bankid/pki/pki-files';
import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { linesOf, runCommand } from './support/run-command.ts';

const CONTENT = 'test/fixtures/bankid.yaml';
const KEY = randomBytes(32).toString('base64url');
const NO_CHANGES = { code: 0, out: ['no changes'], err: [] };

let folder: string;
let shownFile: string;
let database: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'show-'));
  shownFile = join(folder, 'shown.yaml');
  await openPki(folder, randomBytes);
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url, KEY_ENCRYPTION_KEY: KEY };
  const more = {
    DEMO_WEB_SECRET: 'demo-web-secret',
    DEMO_BACKEND_SECRET: 'demo-backend-secret',
    DEMO_BANKID_PKI: join(folder, 'pki'),
  };
  const { code } = await run('apply', [CONTENT], more);
  expect(code).toBe(0);
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function run(name: string, args: readonly string[], more: Record<string, string> = {}) {
  const { code, out, err } = await runCommand(name, args, { env: { ...env, ...more } });
  return { code, out: linesOf(out), err: linesOf(err) };
}

async function shown(): Promise<string> {
  const { code, out, err } = await runCommand('show', ['--tenant', 'demo'], { env });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}

describe('the command show', () => {
  test('prints a file without secrets, and applying it changes nothing', async () => {
    const text = await shown();
    expect(text).not.toMatch(/demo-(?:web|backend)-secret|PRIVATE KEY/);
    expect(text).toMatch(/privateKey:\n +stored: "?[0-9a-f]{12}"?\n/);

    writeFileSync(shownFile, text);
    expect(await run('apply', [shownFile])).toEqual(NO_CHANGES);
  });

  test('prints references that hold under a new key-encryption key', async () => {
    writeFileSync(shownFile, await shown());
    const keys = { KEY_ENCRYPTION_KEY: `${randomBytes(32).toString('base64url')},${KEY}` };
    expect(await run('apply', [shownFile, '--dry-run'], keys)).toEqual({
      code: 0,
      out: [
        '~ tenant demo: change eid se-bankid (test)',
        '    encryption: "an older key" → "the newest key"',
        'plan: 0 to create, 1 to change, 0 to remove',
        'nothing was written: this was a dry run',
      ],
      err: [],
    });
  });

  test('prints references that mean nothing in another place', async () => {
    const [fingerprint = ''] =
      /(?<=privateKey:\n +stored: "?)[0-9a-f]{12}/.exec(await shown()) ?? [];
    const changed = (await shown())
      .replace(/(?<=value:\n +stored: )"?[0-9a-f]{12}"?/, `"${fingerprint}"`)
      .replace(/rpApiUrl: .*/, `rpApiUrl: { stored: "${fingerprint}" }`);
    writeFileSync(shownFile, changed);
    const { code, err } = await run('apply', [shownFile]);
    expect({ code, err }).toEqual({
      code: 1,
      err: [
        expect.stringMatching(
          /secrets\[0\]\.value \(line .*: refers to a stored secret that does not exist$/,
        ),
        expect.stringMatching(
          /settings\.rpApiUrl \(line .*: must be written here: only secrets can refer to what is stored$/,
        ),
      ],
    });
  });

  test('prints references that a production domain refuses after a test domain', async () => {
    const text = await shown();
    writeFileSync(
      shownFile,
      text
        .replace('environment: test', 'environment: production')
        .replace('http://localhost:3000', 'https://login.example.com'),
    );
    const { err } = await run('apply', [shownFile]);
    expect(err.join('\n')).toMatch(/demo-web, secrets\[0\]\.value \(line .*: must be a new secret/);
  });

  test('refuses an unknown tenant with the closest name', async () => {
    expect(await run('show', ['--tenant', 'dmo'])).toEqual({
      code: 1,
      out: [],
      err: ['no tenant dmo; did you mean demo?'],
    });
  });
});

describe('the command check', () => {
  test('tries the stored eIDs, prints no secret, and fails when one does not answer', async () => {
    const { code, out, err } = await run('check', ['--tenant', 'demo']);
    expect({ code, err }).toEqual({ code: 1, err: [] });
    expect(out[0]).toBe('tenant demo, eid se-bankid (test)');
    expect(out).toContain('  ok      settings     complete; key and certificate belong together');
    expect(out.at(-1)).toMatch(/^ {2}FAILED {2}connection {3}no usable answer: /);
    expect(out.join()).not.toContain('PRIVATE');
  });
});
