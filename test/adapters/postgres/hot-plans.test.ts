import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { at, pendingAuthentication } from '@eid-broker/testing/sample-authentication';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type pg from 'pg';

import { databaseAdmission } from '../../../src/adapters/admission/database-admission.ts';
import { unmeasured } from '../../../src/adapters/postgres/guarded-pool.ts';
import {
  artifactStatements,
  hashOf,
  pgArtifacts,
} from '../../../src/adapters/postgres/logins/artifacts.ts';
import { statements } from '../../../src/adapters/postgres/logins/authentication-statements.ts';
import { pgAuthentications } from '../../../src/adapters/postgres/logins/authentications.ts';
import { pgIssuance } from '../../../src/adapters/postgres/logins/issuance.ts';
import { pgLoginLookup } from '../../../src/adapters/postgres/logins/login-lookup.ts';
import { openPool } from '../../../src/adapters/postgres/pool.ts';
import { pgRateLimits, pgSharedCounts } from '../../../src/adapters/postgres/rate-limits.ts';
import { silentLog } from '../../../src/adapters/system/log.ts';
import { testVault } from '../../support/pg-replicas.ts';

/** The tables that grow with the load. */
const BIG = ['authentication', 'artifact', 'rate_limit', 'authentication_event', 'login_timeline'];
/** Pending attempts with their other rows. */
const fillWith = (rows: number) => `
  insert into artifact (kind, id_hash, payload, expires_at)
    select 'kind', int8send(n), '', $1::timestamptz + interval '900 s' from generate_series(1, ${rows}) n;
  insert into rate_limit (key_hash, uses, ends_at)
    select int8send(n), 1, $1::timestamptz + interval '900 s' from generate_series(1, ${rows}) n;
  insert into login_timeline (login_key, tenant_id, code, issuer, channel, began_at, steps)
    select 'row-' || n, 't', 'code-' || n, 'i', 'browser', $1, '[]' from generate_series(1, ${rows}) n;
  insert into authentication (id, tenant_id, issuer, client_id, channel, kind, login_id, acr, request, scope, id_token,
      state, stage, collect_after, created_at, expires_at)
    select 'row-' || n, 't', 'i', 'c', 'browser', 'authentication', 'row-' || n, 'a', '', 'openid', 'full',
      'pending', 's', $1, $1, $1::timestamptz + interval '900 s' from generate_series(1, ${rows}) n`;
/** Ended attempts. */
const FINISHED = `insert into authentication (id, tenant_id, issuer, client_id, channel, kind, login_id, acr, request, scope,
    id_token, state, why, settled_at, collect_after, created_at, expires_at)
  select 'over-' || n, 't', 'i', 'c', 'browser', 'authentication', 'over-' || n, 'a', '', 'openid', 'full', 'ended', 'declined', $1, $1, $1,
    $1::timestamptz + interval '900 s' from generate_series(1, 1000) n`;
/** These look for expired rows, for no request (see purge-plans.test.ts), or are rare. */
const SWEEPS: readonly string[] = [
  statements.findPending.name,
  statements.findExpired.name,
  statements.endPending.name,
  statements.purge.name,
  statements.forgetUsed.name,
  artifactStatements.purge.name,
  // A start that an eID refused because its person is busy: the limit of a person keeps such starts few.
  statements.findPendingOf.name,
];
/** Conditions that name one row, or the rows of one login. */
const KEY =
  /\((?:id|login_id|login_key|kind|id_hash|key_hash|authentication_id|grant_id) = |\(ctid = /;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'TID Cond'?: string;
  readonly Plans?: readonly Plan[];
}

/** Like the pool of the service. */
const admission = databaseAdmission({
  requests: { current: () => undefined },
  stopwatch: () => () => 0,
});

let database: TestDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await createTestDatabase();
  // With one connection the prepared statements can be explained.
  pool = openPool({ url: database.url, size: 1, deadline: 60, admission }, silentLog, {
    measure: unmeasured,
  });
  for (const table of BIG)
    await pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

describe('each statement of a request reaches a row by its key', () => {
  test('when it is planned while the tables hold a few rows', async () => {
    await fill(50);
    await vacuum();
    expect(await flaws()).toEqual([]);
  });

  test('when the statistics are of empty tables and 10^4 rows are pending', async () => {
    await vacuum();
    await fill();
    expect(await flaws()).toEqual([]);
  });

  test('when the statistics are of a quiet moment and 10^4 rows are pending', async () => {
    await pool.query(FINISHED, [at(0)]);
    await vacuum();
    await fill();
    expect(await flaws()).toEqual([]);
  });

  test('when the statistics know of 10^4 pending rows', async () => {
    await fill();
    await vacuum();
    expect(await flaws()).toEqual([]);
  });
});

test('a lookup of a login reads as many pages beside 10^4 pending rows as beside none', async () => {
  await pool.query(FINISHED, [at(0)]);
  await vacuum();
  await begin('login-alone');
  const alone = await buffersOf('login-alone');
  await fill();
  await begin('login-beside');
  expect(await buffersOf('login-beside')).toBeLessThanOrEqual(alone + 10);
});

/** Takes the statistics once; they do not change later. */
async function vacuum(): Promise<void> {
  for (const table of BIG) await pool.query(`vacuum analyze ${table}`);
}

async function fill(rows = 10_000): Promise<void> {
  for (const statement of fillWith(rows)
    .replaceAll('$1', `'${at(0).toISOString()}'`)
    .split(';')) {
    await pool.query(statement);
  }
}

/** The plans, for any parameters, that read more of a table than the rows of a key. */
async function flaws(): Promise<readonly string[]> {
  await prepareAll();
  await pool.query('set plan_cache_mode = force_generic_plan');
  const { rows } = await pool.query<{ name: string; parameters: number }>(
    `select name, cardinality(parameter_types) as parameters from pg_prepared_statements
      where name <> all ($1) order by name`,
    [SWEEPS],
  );
  expect(rows.length).toBeGreaterThan(25);
  const found: string[] = [];
  for (const { name, parameters } of rows) {
    const values = Array(parameters).fill('null').join(', ');
    const explained = await pool.query(`explain (format json) execute ${name} (${values})`);
    const plans = nodesOf(explained.rows[0]['QUERY PLAN'][0].Plan).filter(isUnbounded);
    found.push(...plans.map((plan) => `${name}: ${plan['Node Type']} ${plan['Relation Name']}`));
  }
  return found;
}

/** The server prepares the statements of the stores, which need no rows for that. */
async function prepareAll(): Promise<void> {
  const lookup = pgLoginLookup({ pool, vault: testVault });
  await lookup.load('kind', 'none');
  await lookup.loadAndLease('kind', 'none', { now: at(1), leaseUntil: at(11) });
  const issuance = pgIssuance({ pool, vault: testVault });
  const stored = { kind: 'kind', id: 'new', grantId: undefined, expiresAt: at(60), payload: {} };
  await issuance.findWithGrant('kind', 'none');
  await issuance.issue({ id: 'none' } as never, at(1), { stored, login: undefined });
  await issuance.exchange({ kind: 'kind', id: 'none' }, at(1), stored);
  const uses = [{ key: 'key', limit: { most: 1, seconds: 60 } }];
  const rateLimits = pgRateLimits(pool);
  await rateLimits.take(uses, at(1));
  await rateLimits.refund(uses, at(1));
  const window = { startsAt: at(0), endsAt: at(10) };
  await pgSharedCounts(pool).add(window, new Map([['key', 1]]));
  for (const { name, text } of [
    ...Object.values(statements),
    ...Object.values(artifactStatements),
  ]) {
    await pool.query(`prepare ${name} as ${text}`);
  }
}

function nodesOf(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

function isUnbounded(plan: Plan): boolean {
  const isScan = /Scan$/.test(plan['Node Type']) && plan['Node Type'] !== 'Bitmap Heap Scan';
  const isBig =
    BIG.includes(plan['Relation Name'] ?? '') || plan['Node Type'] === 'Bitmap Index Scan';
  return isScan && isBig && !KEY.test(plan['Index Cond'] ?? plan['TID Cond'] ?? '');
}

async function begin(id: string): Promise<void> {
  const artifacts = pgArtifacts({ pool, vault: testVault, clock: () => at(0) });
  await artifacts.put({ kind: 'kind', id, grantId: undefined, expiresAt: at(900), payload: {} });
  const authentication = pendingAuthentication({ id: `attempt of ${id}`, loginId: id });
  expect(await pgAuthentications({ pool, vault: testVault }).begin(authentication)).toBe(true);
}

/** The pages of tables and indexes that a lookup reads when a collect is due. */
async function buffersOf(id: string): Promise<number> {
  await pool.query('set plan_cache_mode = force_generic_plan');
  await pgLoginLookup({ pool, vault: testVault }).loadAndLease('none', id, {
    now: at(1),
    leaseUntil: at(11),
  });
  const values = ['kind', `\\x${hashOf(id).toString('hex')}`, id, at(3), at(13)];
  const literals = values.map(
    (value) => `'${value instanceof Date ? value.toISOString() : value}'`,
  );
  const { rows } = await pool.query(
    `explain (analyze, buffers, format json) execute login_load_and_lease (${literals.join(', ')})`,
  );
  const plan = rows[0]['QUERY PLAN'][0].Plan;
  expect(plan['Actual Rows']).toBe(1);
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}
