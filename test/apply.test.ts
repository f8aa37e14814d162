import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openPki } from '@eid-broker/eid-simulators/bankid/pki/pki-files';
import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { linesOf, runCommand } from './support/run-command.ts';

const CONTENT = 'test/fixtures/bankid.yaml';
const KEY = randomBytes(32).toString('base64url');

let folder: string;
let database: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'apply-'));
  await openPki(folder, randomBytes);
  database = await createTestDatabase();
  env = {
    DATABASE_URL: database.url,
    KEY_ENCRYPTION_KEY: KEY,
    DEMO_WEB_SECRET: 'demo-web-secret',
    DEMO_BACKEND_SECRET: 'demo-backend-secret',
    DEMO_BANKID_PKI: join(folder, 'pki'),
  };
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function apply(args: readonly string[], more: Record<string, string> = {}) {
  const { code, out, err } = await runCommand('apply', args, {
    env: { ...env, ...more },
  });
  return { code, out: linesOf(out), err: linesOf(err) };
}

const created = [
  'tenant demo: create',
  'tenant demo: create domain http://localhost:3000',
  'tenant demo: create eid se-bankid (test)',
  'tenant demo: create application demo-web',
  'tenant demo: create application demo-spa',
  'tenant demo: create application demo-implicit',
  'tenant demo: create application demo-sdk',
  'tenant demo: create application demo-backend',
];

const warnings = [
  'warning: tenant demo: without defaultAcrValues a request that lacks acr_values is refused: demo-web, demo-spa, demo-implicit, demo-sdk, demo-backend',
];

describe('the command apply', () => {
  test('lists the changes, applies them, and has nothing left to do', async () => {
    expect(await apply([CONTENT, '--dry-run'])).toEqual({
      code: 0,
      out: [...created, 'nothing was written: this was a dry run'],
      err: warnings,
    });
    expect(await apply([CONTENT])).toEqual({ code: 0, out: created, err: warnings });
    expect(await apply([CONTENT])).toEqual({ code: 0, out: ['no changes'], err: [] });
    expect(await apply(['--dry-run', CONTENT])).toEqual({ code: 0, out: ['no changes'], err: [] });
  });

  test('reports all problems of the file and writes nothing', async () => {
    const more = { DEMO_ISSUER: 'http://login.example.com', DEMO_WEB_SECRET: '' };

    expect(await apply([CONTENT], more)).toEqual({
      code: 1,
      out: [],
      err: [
        'tenants[0].applications[0].secrets[0].value: the variable DEMO_WEB_SECRET is not set',
        'tenants[0].domains[0].issuer: must be https: http is for localhost only',
      ],
    });
  });

  test("refuses the simulator's certificates on a production domain", async () => {
    const file = join(folder, 'production.yaml');
    writeFileSync(
      file,
      `tenants:
        - id: real
          name: Real
          domains: [{ issuer: https://login.example.com, environment: production }]
          applications: []
          eids:
            - eid: se-bankid
              settings:
                rpApiUrl: https://localhost:3010/rp/v6.0/
                clientCertificate:
                  pkcs12: { base64File: pki/rp-client.p12 }
                  passphrase: { env: PASSPHRASE }
                ca: { file: pki/tls-ca.pem }`,
    );

    expect(await apply([file], { PASSPHRASE: 'simulator' })).toEqual({
      code: 1,
      out: [],
      err: ['tenants[0].eids[0].settings: lead to a simulator: must not serve a production domain'],
    });
    const { code, err } = await apply([file], { PASSPHRASE: 'hunter2' });
    expect(code).toBe(1);
    expect(err.join()).toContain('tenants[0].eids[0].settings.clientCertificate.passphrase');
    expect(err.join()).not.toContain('hunter2');
  });

  test('reports problems of the environment without its secrets', async () => {
    const more = { DATABASE_URL: 'mysql://me:hunter2@db/x', KEY_ENCRYPTION_KEY: 'hunter2' };

    expect(await apply([CONTENT], more)).toEqual({
      code: 1,
      out: [],
      err: [
        'DATABASE_URL: must be a URL such as postgres://user@host/database',
        'KEY_ENCRYPTION_KEY: must be keys of 32 bytes in base64url, each once, parted by commas',
      ],
    });
  });

  test('reports problems of the environment and of the file together', async () => {
    const more = { KEY_ENCRYPTION_KEY: '', DEMO_ISSUER: 'http://login.example.com' };

    expect(await apply([CONTENT], more)).toEqual({
      code: 1,
      out: [],
      err: [
        'KEY_ENCRYPTION_KEY: is required',
        'tenants[0].domains[0].issuer: must be https: http is for localhost only',
      ],
    });
  });

  test('refuses a key-encryption key other than the one of the stored secrets', async () => {
    expect((await apply([CONTENT])).code).toBe(0);

    const more = { KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64url') };
    expect(await apply([CONTENT], more)).toEqual({
      code: 1,
      out: [],
      err: [
        'what is stored was sealed with another key-encryption key: nothing of it opens with KEY_ENCRYPTION_KEY',
      ],
    });
  });

  test('requires a migrated database', async () => {
    const name = `apply_test_${randomBytes(6).toString('hex')}`;
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`CREATE DATABASE ${name}`);
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    try {
      expect(await apply([CONTENT], { DATABASE_URL: url.href })).toEqual({
        code: 1,
        out: [],
        err: ['the database misses a migration: run node dist/cli.js migrate first'],
      });
    } finally {
      await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await client.end();
    }
  });

  test('reports an unavailable database in one line', async () => {
    const { code, err } = await apply([CONTENT], {
      DATABASE_URL: 'postgres://me:pw@127.0.0.1:1/x',
    });

    expect({ code, err }).toEqual({
      code: 1,
      err: [
        'the configuration was not applied: the database does not answer: connect ECONNREFUSED 127.0.0.1:1',
      ],
    });
  });

  test.each([
    [[], 'FILE is missing'],
    [['a.yaml', 'b.yaml'], 'only one FILE is expected'],
    [[CONTENT, '--force'], 'unknown option --force'],
    [[CONTENT, '--dryrun'], 'unknown option --dryrun; did you mean --dry-run?'],
  ])('refuses the arguments %j with the reason and its usage', async (args, reason) => {
    expect(await apply(args)).toEqual({
      code: 1,
      out: [],
      err: [reason, 'usage: node dist/cli.js apply FILE [--dry-run]'],
    });
  });

  test('names the npm script in its usage when npm runs it', async () => {
    expect(await apply([], { npm_lifecycle_event: 'apply' })).toEqual({
      code: 1,
      out: [],
      err: ['FILE is missing', 'usage: npm run apply -- FILE [--dry-run]'],
    });
  });
});
