import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import {
  application,
  eid,
  SECRET,
  tenant,
  toConfiguration,
  webhook,
} from '@eid-broker/testing/sample-configuration';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { pgConfigurationHistory } from '../../../src/adapters/postgres/configuration/configuration-history.ts';
import { pgConfigurationStore } from '../../../src/adapters/postgres/configuration/configuration-store.ts';
import type { GuardedPool } from '../../../src/adapters/postgres/guarded-pool.ts';
import { systemVault } from '../../../src/adapters/system/vault.ts';
import { mapEidSecretsOf } from '../../../src/config/file/map-eid-secrets.ts';
import {
  type ApplyConfiguration,
  makeApplyConfiguration,
  RemovalsRefused,
} from '../../../src/management/configuration/apply-configuration.ts';
import { makeRollBack, type RollBack } from '../../../src/management/configuration/roll-back.ts';
import type { ConfigurationStore } from '../../../src/ports/configuration.ts';
import type { ConfigurationHistory } from '../../../src/ports/configuration-history.ts';
import { openTestPool } from '../../support/pg-replicas.ts';

const vault = systemVault([new Uint8Array(32).fill(1)]);
const demo = { secrets: [], publicKeys: [], eids: [] };

let database: TestDatabase;
let pool: GuardedPool;
let configurationStore: ConfigurationStore;
let history: ConfigurationHistory;
let apply: ApplyConfiguration;
let rollBack: RollBack;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database);
  configurationStore = pgConfigurationStore({ pool, vault });
  history = pgConfigurationHistory({ pool, vault });
  apply = makeApplyConfiguration({
    configurationStore,
    vault,
    mapEidSecrets: mapEidSecretsOf([]),
    demo,
  });
  rollBack = makeRollBack({ history, applyConfiguration: apply });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const origin = { who: 'elin', source: 'file' } as const;
const first = tenant({ webhooks: [webhook()] });
const second = tenant({
  name: 'Shop & Co',
  eids: [eid({ settings: { url: 'https://other.example' } })],
  applications: [application({ secrets: [{ value: `${SECRET}-2`, expiresAt: undefined }] })],
});

test('a rollback restores everything, secrets too, as a change of its own', async () => {
  await apply(toConfiguration(first), origin);
  const before = (await configurationStore.read()).tenants;
  await apply(toConfiguration(second), { ...origin, allowRemove: true, reason: 'trial' });

  const plan = await rollBack({ revision: 1 }, { who: 'nils', dryRun: true });
  expect(plan.totals).toEqual({ create: 1, change: 3, remove: 0 });
  expect(await rollBack({ revision: 1 }, { who: 'nils' })).toEqual(plan);

  expect(await apply(toConfiguration(first))).toMatchObject({ changes: [] });
  const [after] = (await configurationStore.read()).tenants;
  expect(after?.applications).toEqual(before[0]?.applications);
  expect(await history.list({ limit: 10 })).toEqual([
    {
      revision: 3,
      tenantId: 'shop',
      at: expect.any(Date),
      who: 'nils',
      reason: 'back to revision 1',
      source: 'rollback',
    },
    expect.objectContaining({ revision: 2, who: 'elin', reason: 'trial', source: 'file' }),
    expect.objectContaining({ revision: 1, reason: undefined }),
  ]);
  expect(await history.list({ tenantId: 'shop', before: 3, limit: 1 })).toMatchObject([
    { revision: 2 },
  ]);
});

test('a rollback needs leave to remove, and writes nothing without it', async () => {
  await apply(toConfiguration(tenant({ applications: [] })), origin);
  await apply(toConfiguration(tenant()), origin);
  await expect(rollBack({ revision: 1 })).rejects.toThrow(RemovalsRefused);
  expect(await configurationStore.revision()).toBe(2);
  expect(await history.list({ limit: 10 })).toHaveLength(2);
});

test('a rollback returns to the state of that revision, tenant by tenant', async () => {
  const bank = tenant({ id: 'bank', domains: [] });
  await apply(toConfiguration(tenant()), origin);
  await apply(toConfiguration(bank), origin);
  await apply(toConfiguration(tenant({ name: 'B' }), { ...bank, name: 'B' }), origin);

  const plan = await rollBack({ revision: 2, tenantId: 'shop' });
  expect(plan.changes).toMatchObject([
    { tenant: 'shop', settings: [{ name: 'name', before: 'B', after: 'Shop' }] },
  ]);
});

test('a rollback covers all tenants of then, and leaves later ones alone', async () => {
  const bank = tenant({ id: 'bank', domains: [] });
  await apply(toConfiguration(tenant()), origin);
  await apply(toConfiguration(tenant({ name: 'B' }), bank), origin);

  const { changes } = await rollBack({ revision: 1 });
  expect(changes.map(({ tenant: id, what }) => [id, what])).toEqual([['shop', 'tenant']]);
  await expect(rollBack({ revision: 7 })).rejects.toThrow('no revision 7 is kept');
});

test('a refused change leaves no revision, and only the latest hundred stay', async () => {
  const refused = apply(() => {
    throw new Error('no');
  }, origin);
  await expect(refused).rejects.toThrow('no');
  expect(await history.list({ limit: 10 })).toEqual([]);

  for (let index = 0; index < 102; index += 1) {
    await apply(toConfiguration(tenant({ name: `${index}`, eids: [] })), origin);
  }
  const kept = await history.list({ tenantId: 'shop', limit: 200 });
  expect([kept.length, kept.at(-1)?.revision]).toEqual([100, 3]);
});

test('the history is encrypted', async () => {
  await apply(toConfiguration(first), origin);
  const { rows } = await pool.query('select content from configuration_history');
  expect(rows[0].content.toString('latin1')).not.toMatch(/hunter2|whsec_|Shop/);
});

test('changes of one application are kept as such, and lead back to any revision', async () => {
  const shop = (names: readonly string[]) =>
    tenant({
      applications: names.map((text) => application({ clientId: `app-${text[0]}`, name: text })),
    });
  await apply(toConfiguration(shop(['a1', 'b1'])), origin);
  const change = (clientId: string, names: readonly string[]) =>
    apply(toConfiguration(shop(names)), {
      ...origin,
      scope: { tenantId: 'shop', clientId },
      allowRemove: true,
    });
  await change('app-a', ['a2']);
  await change('app-c', ['c1']);
  await change('app-b', []);
  const namesOf = async (revision: number) => {
    const [one] = (await history.asOf(revision, 'shop')) ?? [];
    const { applications } = JSON.parse(one?.content ?? '') as { applications: { name: string }[] };
    return applications.map(({ name }) => name).sort();
  };
  expect([await namesOf(1), await namesOf(2), await namesOf(3), await namesOf(4)]).toEqual([
    ['a1', 'b1'],
    ['a2', 'b1'],
    ['a2', 'b1', 'c1'],
    ['a2', 'c1'],
  ]);
  await rollBack({ revision: 2 }, { who: 'nils', allowRemove: true });
  const [after] = (await configurationStore.read()).tenants;
  expect(after?.applications.map(({ name }) => name)).toEqual(['a2', 'b1']);

  // After a hundred parts the whole tenant is kept again, and older ones are forgotten up to their base.
  for (let number = 1; number <= 102; number += 1) await change('app-a', [`a-${number}`]);
  expect(await namesOf(107)).toEqual(['a-102', 'b1']);
  expect(await namesOf(10)).toEqual(['a-5', 'b1']);
  const { rows } = await pool.query(
    'select revision::int from configuration_history where client_id is null order by revision',
  );
  expect(rows.map(({ revision }) => revision)).toEqual([5, 106]);
});
