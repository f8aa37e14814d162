import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '@eid-broker/testing/database';
import { leaseOf, PERSON, pendingAuthentication } from '@eid-broker/testing/sample-authentication';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { pgAuthentications } from '../src/adapters/postgres/logins/authentications.ts';
import { PLAIN_LOGIN } from '../src/domain/intent.ts';
import { openTestPool, testVault } from './support/pg-replicas.ts';
import { linesOf, runCommand } from './support/run-command.ts';

const CALL = 'usage: node dist/cli.js usage --month YYYY-MM [--json]';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database);
  const signature = { ...PLAIN_LOGIN, kind: 'signature' } as const;
  await identified('a-millisecond-before', '2026-10-31T23:59:59.999Z');
  await identified('first', '2026-11-01T00:00:00.000Z');
  await identified('last', '2026-11-30T23:59:59.999Z', { tenantId: 'a-tenant-of-a-long-name' });
  await identified('signed', '2026-11-15T12:00:00.000Z', { intent: signature });
  await identified('after', '2026-12-01T00:00:00.000Z');
  await identified('december', '2026-12-31T23:59:59.999Z');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function identified(
  id: string,
  at: string,
  own: Parameters<typeof pendingAuthentication>[0] = {},
): Promise<void> {
  const authentications = pgAuthentications({ pool, vault: testVault });
  await authentications.begin(pendingAuthentication({ id, loginId: undefined, ...own }));
  const outcome = { state: 'identified', at: new Date(at), identity: PERSON } as const;
  await authentications.recordOutcome(leaseOf(id), outcome);
}

async function usage(args: readonly string[], url: string | undefined = database.url) {
  const { code, out, err } = await runCommand('usage', args, {
    env: { DATABASE_URL: url },
  });
  return { code, out: linesOf(out), err: linesOf(err) };
}

describe('the command usage', () => {
  // spec: limit.billing
  test('prints a table of the month, by tenant and kind', async () => {
    expect(await usage(['--month', '2026-11'])).toEqual({
      code: 0,
      out: [
        'TENANT                   KIND            IDENTIFIED  REMEMBERED  ENDED',
        'a-tenant-of-a-long-name  authentication           1           0      0',
        'tenant                   authentication           1           0      0',
        'tenant                   signature                1           0      0',
      ],
      err: [],
    });
  });

  test('prints JSON, of the last month of a year too', async () => {
    const { code, out } = await usage(['--json', '--month=2026-12']);
    expect(code).toBe(0);
    expect(JSON.parse(out.join(''))).toEqual({
      month: '2026-12',
      usage: [
        { tenantId: 'tenant', kind: 'authentication', identified: 2, remembered: 0, ended: 0 },
      ],
    });
  });

  test('reports an empty month', async () => {
    expect(await usage(['--month', '2027-01'])).toEqual({
      code: 0,
      out: ['nothing in 2027-01'],
      err: [],
    });
    const { out } = await usage(['--month', '2027-01', '--json']);
    expect(JSON.parse(out.join(''))).toEqual({ month: '2027-01', usage: [] });
  });

  test('prints its usage with --help, without a database', async () => {
    const { code, out, err } = await usage(['--help'], '');
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(out[0]).toBe(CALL);
  });

  test.each([
    [[], '--month is required'],
    [['2026-11'], 'unexpected argument', '--month is required'],
    [['--month'], '--month needs a value: --month YYYY-MM'],
    [['--month', '--json'], '--month needs a value: --month YYYY-MM'],
    [['--month', '2026-11', 'x'], 'unexpected argument'],
    [['--month', '2026-11', '--year'], 'unknown option --year'],
    [['--month', '2026-11', '--jsno'], 'unknown option --jsno; did you mean --json?'],
    [['--month', '2026-11', '--json=yes'], '--json takes no value'],
  ])('refuses the arguments %j with the reason and its usage', async (args, ...reasons) => {
    expect(await usage(args)).toEqual({ code: 1, out: [], err: [...reasons, CALL] });
  });

  test.each(['2026-13', '2026-00', '2026-1', '26-11', '2026-11-01', 'november', '', '0099-01'])(
    'refuses the month "%s"',
    async (month) => {
      expect(await usage([`--month=${month}`])).toEqual({
        code: 1,
        out: [],
        err: ['--month: must be a year and a month such as 2026-11'],
      });
    },
  );

  test('reports problems of the environment without its secrets', async () => {
    expect(await usage(['--month', '2026-11'], 'mysql://me:hunter2@db/x')).toEqual({
      code: 1,
      out: [],
      err: ['DATABASE_URL: must be a URL such as postgres://user@host/database'],
    });
  });

  test('reports an unavailable database in one line', async () => {
    expect(await usage(['--month', '2026-11'], 'postgres://me:pw@127.0.0.1:1/x')).toEqual({
      code: 1,
      out: [],
      err: [
        'the usage was not read: the database does not answer: connect ECONNREFUSED 127.0.0.1:1',
      ],
    });
  });

  test('requires a migrated database', async () => {
    const empty = await createEmptyDatabase();
    try {
      expect(await usage(['--month', '2026-11'], empty.url)).toEqual({
        code: 1,
        out: [],
        err: ['the database misses a migration: run node dist/cli.js migrate first'],
      });
    } finally {
      await empty.drop();
    }
  });
});
