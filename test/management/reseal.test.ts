import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { at, START } from '@eid-broker/testing/sample-authentication';
import {
  application,
  eid,
  tenant,
  toConfiguration,
} from '@eid-broker/testing/sample-configuration';
import { testSigningKey } from '@eid-broker/testing/signing-keys';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type pg from 'pg';
import { pgAdministrators } from '../../src/adapters/postgres/administration/administrators.ts';
import { pgConfigurationStore } from '../../src/adapters/postgres/configuration/configuration-store.ts';
import { pgPseudonyms } from '../../src/adapters/postgres/logins/pseudonyms.ts';
import { pgSealedTexts } from '../../src/adapters/postgres/sealed-texts.ts';
import { pgSigningKeys } from '../../src/adapters/postgres/signing-keys.ts';
import { systemVault } from '../../src/adapters/system/vault.ts';
import { mapEidSecretsOf } from '../../src/config/file/map-eid-secrets.ts';
import { makeApplyConfiguration } from '../../src/management/configuration/apply-configuration.ts';
import { makeReseal } from '../../src/management/reseal.ts';
import { openTestPool } from '../support/pg-replicas.ts';

const [OLD, NEW] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const ISSUER = 'https://login.example.com';
const DEMO = { secrets: [], publicKeys: [], eids: [] };
const CONTENT = toConfiguration(
  tenant({ id: 'shop', eids: [eid()], applications: [application()] }),
);

let database: TestDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

test('all lasting rows are sealed anew, so that they open with the new key alone', async () => {
  const before = await store([OLD]);

  const report = await reseal([NEW, OLD]);

  expect([...report.sealed]).toEqual([
    ['signing keys', 4],
    ['keys of pseudonyms', 1],
    ['eID settings', 1],
    ['webhook secrets', 0],
    ['revisions', 1],
    ['configurations', 1],
    ['roles and API tokens', 0],
  ]);
  expect(report.unreadable).toEqual([]);
  expect(report.passedBy).toEqual(at(25 * 3600));
  expect(await read([NEW])).toEqual(before);
  const { unverified } = await pgConfigurationStore({ pool, vault: systemVault([NEW]) }).read();
  expect(unverified).toBeUndefined();
});

test('the report names the applications whose secrets must be set again to be hashed anew', async () => {
  await store([OLD]);
  const hashed = [{ tenantId: 'shop', clientId: 'web' }];
  expect((await reseal([NEW, OLD])).hashedBefore).toEqual(hashed);
  await apply([NEW, OLD]);
  expect((await reseal([NEW, OLD])).hashedBefore).toEqual([]);
});

test('a second run, or one under the same key, changes nothing', async () => {
  await store([OLD]);
  expect(sum(await reseal([OLD]))).toBe(0);
  expect(sum(await reseal([NEW, OLD]))).toBe(8);
  expect(sum(await reseal([NEW, OLD]))).toBe(0);
});

test('unreadable rows stay unchanged, and are reported', async () => {
  await store([OLD]);
  const report = await reseal([NEW]);
  expect(sum(report)).toBe(0);
  expect(report.unreadable).toHaveLength(8);
  expect(report.unreadable).toContain('tenant.pseudonym_key:shop');
  expect(await read([OLD])).toBeDefined();
});

test('more than one page of rows is read', async () => {
  const seal = (id: number) => systemVault([OLD]).seal('key', `tenant.pseudonym_key:${id}`);
  const ids = Array.from({ length: 450 }, (_, index) => index);
  await pool.query(
    `insert into tenant (id, name, pseudonym_key) select id, id, key from unnest($1::text[], $2::bytea[]) as t(id, key)`,
    [ids, ids.map(seal)],
  );
  expect(sum(await reseal([NEW, OLD]))).toBe(450);
});

test('a row that changes meanwhile is sealed by a second read', async () => {
  await store([OLD]);
  const texts = pgSealedTexts(pool);
  let isMoved = false;
  const vault = systemVault([NEW, OLD]);
  const report = await makeReseal({
    sealedTexts: {
      ...texts,
      async replace(kind, old, sealed) {
        if (!isMoved) await pool.query('update signing_key set created_at = created_at');
        isMoved = true;
        return texts.replace(kind, old, sealed);
      },
    },
    configurationStore: pgConfigurationStore({ pool, vault }),
    administrators: pgAdministrators({ pool, vault }),
    vault,
    clock: () => START,
  })();
  expect(report.sealed.get('signing keys')).toBe(4);
  await read([NEW]);
});

/** All lasting rows of the service, sealed with these keys. */
async function store(keys: readonly Uint8Array[]) {
  await apply(keys);
  const signing = signingKeys(keys);
  await signing.of(ISSUER);
  await signing.prepare(ISSUER);
  return read(keys);
}

async function apply(keys: readonly Uint8Array[]) {
  const vault = systemVault(keys);
  await makeApplyConfiguration({
    mapEidSecrets: mapEidSecretsOf([]),
    configurationStore: pgConfigurationStore({ pool, vault }),
    vault,
    demo: DEMO,
  })(CONTENT);
}

async function read(keys: readonly Uint8Array[]) {
  const vault = systemVault(keys);
  const newKey = () => Buffer.alloc(32, 9).toString('base64url');
  const subject = await pgPseudonyms({ pool, vault, newKey }).subjectOf('shop', 'xx', '1');
  const { rows } = await pool.query('select settings from eid_setting');
  const settings = vault.open(rows[0].settings, 'eid-settings:shop:xx-paper:both');
  return { keys: await signingKeys(keys).of(ISSUER), subject, settings };
}

function signingKeys(keys: readonly Uint8Array[]) {
  const parts = { pool, clock: () => START, newKey: testSigningKey };
  return pgSigningKeys({ ...parts, vault: systemVault(keys) });
}

function reseal(keys: readonly Uint8Array[]) {
  const vault = systemVault(keys);
  return makeReseal({
    sealedTexts: pgSealedTexts(pool),
    configurationStore: pgConfigurationStore({ pool, vault }),
    administrators: pgAdministrators({ pool, vault }),
    vault,
    clock: () => START,
  })();
}

function sum({ sealed }: { readonly sealed: ReadonlyMap<string, number> }): number {
  return [...sealed.values()].reduce((total, count) => total + count, 0);
}
