import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { pgAdministrators } from '../src/adapters/postgres/administration/administrators.ts';
import { pgApiTokens } from '../src/adapters/postgres/administration/api-tokens.ts';
import { pgManagementSessions } from '../src/adapters/postgres/administration/management-sessions.ts';
import type { GuardedPool } from '../src/adapters/postgres/guarded-pool.ts';
import { randomId, sha256Id } from '../src/adapters/system/random.ts';
import { systemVault } from '../src/adapters/system/vault.ts';
import { makeEnterConsole } from '../src/management/administrators/enter-console.ts';
import { openTestPool } from './support/pg-replicas.ts';
import { linesOf, runCommand } from './support/run-command.ts';

const KEY = Buffer.alloc(32, 1).toString('base64url');
const VAULT = systemVault([Buffer.alloc(32, 1)]);

let database: TestDatabase;
let pool: GuardedPool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('the command admin', () => {
  test('invites the first owner by a link, lists the person, and removes them', async () => {
    expect(await lines('admin', 'list')).toEqual(['there are no administrators']);
    const [what, link = ''] = await lines('admin', 'invite', '--role', 'owner', '--reason', 'new');
    expect(what).toBe('owner of the whole installation: for one person, once, within 15 minutes');
    expect(link).toMatch(/^https:\/\/manage\.example\.com\/invitation#[\w-]{43}$/);

    await enter(link.split('#')[1] ?? '');
    const [id = '', ...others] = (await lines('admin', 'list')).flatMap((line) => line.split('  '));
    expect(id).toMatch(/^adm_[\w-]{22}$/);
    expect(others).toContain('Anna');
    expect(others).toContain('owner of the whole installation');

    const last = await run('admin', ['remove', '--id', id]);
    expect([last.code, linesOf(last.err)]).toEqual([
      1,
      [`--id: ${id} is the last owner; invite another owner first`],
    ]);
    const [, second = ''] = await lines('admin', 'invite', '--role', 'owner');
    await enter(second.split('#')[1] ?? '', 'bo');
    expect(await lines('admin', 'remove', '--id', id)).toEqual([
      'removed; open sessions have ended',
    ]);
    expect((await lines('admin', 'list')).join()).not.toContain(id);
    expect((await lines('verify-events')).slice(0, 2)).toEqual([
      'management of the installation: the chain holds',
      '  events intact: 0 (links: 0)',
    ]);
  });

  test.each([
    [['invite', '--role', 'onwer'], /^--role: must be one of .+; did you mean owner\?$/],
    [['invite', '--role', 'owner', '--tenant', 'x'], '--tenant: there is no tenant x'],
    [['remove', '--id', 'adm_x'], '--id: there is no administrator adm_x'],
  ])('refuses %j with the reason', async (args, reason) => {
    const { code, err } = await run('admin', args);
    expect(code).toBe(1);
    expect(linesOf(err)).toEqual([
      typeof reason === 'string' ? reason : expect.stringMatching(reason),
    ]);
  });

  test('refuses an invitation to a console that does not run', async () => {
    const args = ['invite', '--role', 'owner'];
    const { err } = await run('admin', args, { MANAGEMENT_PORT: '' });
    expect(err).toBe('MANAGEMENT_PORT is not set: there is no console that could be entered\n');
  });
});

describe('the command token', () => {
  test('prints a token once, lists it without its secret, and revokes it', async () => {
    const rights = ['--role', 'operator', '--permissions', 'keys.rotate,logins.read'];
    const [secret = ''] = await lines('token', 'create', '--name', 'CI', ...rights, '--days', '7');
    expect(secret).toMatch(/^ebt_[\w-]{43}$/);
    const found = await pgApiTokens({ pool, vault: VAULT }).find(sha256Id(secret), new Date());
    expect(found?.permissions).toEqual(['keys.rotate', 'logins.read']);

    const [listed = ''] = await lines('token', 'list');
    expect(listed).toMatch(
      /^tok_[\w-]{22} {2}CI {2}operator of the whole installation {2}only keys/,
    );
    expect(listed).not.toContain(secret);
    const [id = ''] = listed.split('  ');
    expect(await lines('token', 'revoke', '--id', id)).toEqual(['revoked']);
    expect(await lines('token', 'list')).toEqual(['there are no tokens']);
  });

  test.each([
    [['create', '--role', 'owner', '--name', 'x', '--days', '367'], /^--days: .+ from 1 to 366$/],
    [
      ['create', '--role', 'owner', '--name', 'x', '--permissions', 'keys'],
      /^--permissions: there is no permission keys$/,
    ],
  ])('refuses %j with the reason', async (args, reason) => {
    const { code, err } = await run('token', args);
    expect({ code, err: linesOf(err) }).toEqual({ code: 1, err: [expect.stringMatching(reason)] });
  });
});

async function enter(secret: string, sub = 'anna'): Promise<void> {
  const deps = { pool, vault: VAULT };
  const enterConsole = makeEnterConsole({
    administrators: pgAdministrators(deps),
    sessions: pgManagementSessions(deps),
    newId: randomId,
    hashOf: sha256Id,
    clock: () => new Date(),
  });
  const { outcome } = await enterConsole({
    iss: 'https://login.example.com',
    sub,
    name: sub === 'anna' ? 'Anna' : sub,
    authenticatedAt: new Date(),
    invitation: sha256Id(secret),
    oldSession: undefined,
  });
  expect(outcome).toBe('entered');
}

async function lines(name: string, ...args: string[]): Promise<string[]> {
  const { code, out, err } = await run(name, args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return linesOf(out);
}

function run(name: string, args: readonly string[], own: Readonly<Record<string, string>> = {}) {
  const env = {
    DATABASE_URL: database.url,
    KEY_ENCRYPTION_KEY: KEY,
    MANAGEMENT_PORT: '3002',
    MANAGEMENT_URL: 'https://manage.example.com',
    ...own,
  };
  return runCommand(name, args, { env });
}
