import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

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

const apply = (args: readonly string[], more: Record<string, string> = {}) =>
  run('apply', args, more);

async function run(name: string, args: readonly string[], more: Record<string, string> = {}) {
  const { code, out, err } = await runCommand(name, args, {
    env: { ...env, ...more },
  });
  return { code, out: linesOf(out), err: linesOf(err) };
}

const created = [
  '+ tenant demo: create',
  '+ tenant demo: create domain http://localhost:3000',
  '+ tenant demo: create eid se-bankid (test)',
  '+ tenant demo: create application demo-web',
  '+ tenant demo: create application demo-spa',
  '+ tenant demo: create application demo-implicit',
  '+ tenant demo: create application demo-sdk',
  '+ tenant demo: create application demo-backend',
  'plan: 8 to create, 0 to change, 0 to remove',
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

  test('prints old and new values, removes only with leave, and can be rolled back', async () => {
    const file = join(folder, 'changed.yaml');
    const lines = readFileSync(CONTENT, 'utf8').split('\n');
    const start = lines.findIndex((line) => line.includes('clientId: demo-implicit'));
    const end = lines.findIndex((line) => line.includes('clientId: demo-sdk'));
    const changed = lines.toSpliced(start, end - start).join('\n');
    writeFileSync(
      file,
      changed.replace('name: Demo\n', 'name: Shop\n').replace('../../docs/', `${resolve('docs')}/`),
    );
    const more = { DEMO_WEB_SECRET: 'another-web-secret' };
    const plan = [
      '~ tenant demo: change',
      '    name: "Demo" → "Shop"',
      '~ tenant demo: change application demo-web',
      '    secrets: [{"value":(secret)}], another secret',
      '- tenant demo: REMOVE application demo-implicit',
      'plan: 0 to create, 2 to change, 1 to remove',
    ];
    expect((await apply([CONTENT])).code).toBe(0);
    expect(await apply([file], more)).toEqual({
      code: 2,
      out: plan,
      err: [
        'nothing was written. Only with --allow-remove it removes one part:',
        '  - tenant demo: REMOVE application demo-implicit',
      ],
    });
    const allowed = [file, '--allow-remove', '--reason', 'smaller'];
    expect(await apply(allowed, more)).toMatchObject({ code: 0, out: plan });

    const listed = await run('revisions', ['--json']);
    const revisions = JSON.parse(listed.out.join('\n'));
    expect(revisions).toMatchObject([
      { revision: 2, tenantId: 'demo', source: 'file', reason: 'smaller' },
      { revision: 1, tenantId: 'demo', source: 'file' },
    ]);
    const back = await run('rollback', ['1', '--json']);
    expect(JSON.parse(back.out.join('\n'))).toMatchObject({
      applied: true,
      totals: { create: 1, change: 2, remove: 0 },
    });
    expect((await apply([CONTENT])).out).toEqual(['no changes']);
    expect((await run('revisions', ['--tenant', 'demo'])).out[0]).toMatch(
      /^3 {2}tenant demo {2}20\d\d-\S+Z {2}\S+ {2}rollback {2}back to revision 1$/,
    );
    expect((await run('rollback', ['9'])).err).toEqual(['no revision 9 is kept']);
  });

  test('reports all problems of the file and writes nothing', async () => {
    const more = { DEMO_ISSUER: 'http://login.example.com', DEMO_WEB_SECRET: '' };

    expect(await apply([CONTENT], more)).toEqual({
      code: 1,
      out: [],
      err: [
        'tenant demo, application demo-web, secrets[0].value (line 33, column 13): the variable DEMO_WEB_SECRET is not set',
        'tenant demo, domain \u0024{DEMO_ISSUER:-http://localhost:3000}, issuer (line 6, column 9): must be https: http is for localhost only',
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
      err: [
        'tenant real, eid se-bankid, settings (line 8, column 15): lead to a simulator: must not serve a production domain',
      ],
    });
    const { code, err } = await apply([file], { PASSPHRASE: 'hunter2' });
    expect(code).toBe(1);
    expect(err.join()).toContain(
      'tenant real, eid se-bankid, settings.clientCertificate.passphrase (line 12, column 19)',
    );
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
        'tenant demo, domain \u0024{DEMO_ISSUER:-http://localhost:3000}, issuer (line 6, column 9): must be https: http is for localhost only',
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
      err: [
        reason,
        'usage: node dist/cli.js apply FILE [--dry-run] [--allow-remove] [--allow-lock-out] [--reason TEXT] [--json]',
      ],
    });
  });

  test('names the npm script in its usage when npm runs it', async () => {
    expect(await apply([], { npm_lifecycle_event: 'apply' })).toEqual({
      code: 1,
      out: [],
      err: [
        'FILE is missing',
        'usage: npm run apply -- FILE [--dry-run] [--allow-remove] [--allow-lock-out] [--reason TEXT] [--json]',
      ],
    });
  });
});
