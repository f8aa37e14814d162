import { createHmac } from 'node:crypto';

import { pseudonymsContract, TENANT_IDS } from '@eid-broker/testing/contracts/pseudonyms';
import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { pgPseudonyms } from '../../../../src/adapters/postgres/logins/pseudonyms.ts';
import { systemVault } from '../../../../src/adapters/system/vault.ts';
import type { Pseudonyms } from '../../../../src/ports/persons.ts';
import { pgReplicas } from '../../../support/pg-replicas.ts';

const UNKNOWN_PERSON = '199001012385';
const ADD_TENANTS = 'insert into tenant (id, name) select id, id from unnest($1::text[]) as id';
const vault = systemVault([new Uint8Array(32).fill(1)]);

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 10 });
  // drop() may end connections that are still closing.
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query('delete from tenant');
  await pool.query(ADD_TENANTS, [TENANT_IDS]);
});

let made = 0;
/** Another key each time, as another replica would make it. */
function newKey(): string {
  made += 1;
  return Buffer.alloc(32, made).toString('base64url');
}

pseudonymsContract('pgPseudonyms', async (clock) => {
  const pools: pg.Pool[] = [];
  const store = await pgReplicas((connected) => {
    pools.push(connected.pool);
    return pgPseudonyms({ ...connected, newKey });
  })(clock);
  await pools[0]?.query(ADD_TENANTS, [TENANT_IDS]);
  return store;
});

const replica = (): Pseudonyms => pgPseudonyms({ pool, vault, newKey });

async function storedKey(): Promise<Buffer | null> {
  const { rows } = await pool.query("select pseudonym_key from tenant where id = 'shop'");
  return rows[0]?.pseudonym_key;
}

describe('a pseudonym', () => {
  test('is a UUID version 8', async () => {
    expect(await replica().subjectOf('shop', 'sebankid', UNKNOWN_PERSON)).toMatch(
      /^\{[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-/,
    );
  });

  test('is the HMAC of scheme and number, except for the bits of version and variant', async () => {
    const pseudonyms = pgPseudonyms({
      pool,
      vault,
      newKey: () => Buffer.alloc(32, 99).toString('base64url'),
    });
    const subject = await pseudonyms.subjectOf('shop', 'sebankid', UNKNOWN_PERSON);
    const hmac = createHmac('sha256', Buffer.alloc(32, 99)).update(`sebankid\n${UNKNOWN_PERSON}`);
    const expected = hmac.digest('hex').slice(0, 32).split('');
    const actual = subject.replace(/[{}-]/g, '').split('');

    for (const bits of [12, 16]) expected[bits] = actual[bits] ?? '';
    expect(actual).toEqual(expected);
  });
});

describe('the key', () => {
  test('is stored sealed', async () => {
    await replica().subjectOf('shop', 'sebankid', UNKNOWN_PERSON);
    const sealed = (await storedKey()) ?? Buffer.alloc(0);

    expect(Buffer.from(vault.open(sealed, 'tenant.pseudonym_key:shop'), 'base64url')).toHaveLength(
      32,
    );
  });

  test('is never replaced, even when it cannot be opened', async () => {
    await replica().subjectOf('shop', 'sebankid', UNKNOWN_PERSON);
    const before = await storedKey();
    const keyless = pgPseudonyms({
      pool,
      vault: systemVault([new Uint8Array(32).fill(2)]),
      newKey,
    });

    await expect(keyless.subjectOf('shop', 'sebankid', UNKNOWN_PERSON)).rejects.toThrow(
      'no key-encryption key to open tenant.pseudonym_key:shop',
    );
    expect(await storedKey()).toEqual(before);
  });

  test('is read again after a failure', async () => {
    const pseudonyms = replica();
    await expect(pseudonyms.subjectOf('late', 'sebankid', UNKNOWN_PERSON)).rejects.toThrow();
    await pool.query("insert into tenant (id, name) values ('late', 'Late')");

    expect(await pseudonyms.subjectOf('late', 'sebankid', UNKNOWN_PERSON)).toMatch(/^\{/);
  });
});
