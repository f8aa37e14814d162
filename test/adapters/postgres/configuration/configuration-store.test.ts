import {
  configurationStoreContract,
  SHOP,
} from '@eid-broker/testing/contracts/configuration-store';
import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import {
  application,
  eid,
  tenant,
  toConfiguration,
} from '@eid-broker/testing/sample-configuration';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { pgConfigurationStore } from '../../../../src/adapters/postgres/configuration/configuration-store.ts';
import { systemVault } from '../../../../src/adapters/system/vault.ts';
import { mapEidSecretsOf } from '../../../../src/config/file/map-eid-secrets.ts';
import type { StoredTenant } from '../../../../src/domain/configuration.ts';
import { makeApplyConfiguration } from '../../../../src/management/configuration/apply-configuration.ts';
import type { ConfigurationStore } from '../../../../src/ports/configuration.ts';
import { pgReplicas, testVault } from '../../../support/pg-replicas.ts';

configurationStoreContract('pgConfigurationStore', pgReplicas(pgConfigurationStore));

let database: TestDatabase;
let pool: pg.Pool;
let store: ConfigurationStore;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 10 });
  // drop() may end connections that are still closing.
  pool.on('error', () => undefined);
  store = pgConfigurationStore({ pool, vault: testVault });
});
afterEach(async () => {
  await pool.query('delete from tenant');
  await pool.query('update configuration_revision set revision = 0');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const replace = (...tenants: readonly StoredTenant[]) =>
  store.change(() => ({ replace: tenants, result: undefined }));

describe('the tables', () => {
  test('keep the pseudonym key of a tenant when the tenant is replaced', async () => {
    await replace(SHOP);
    await pool.query("update tenant set pseudonym_key = 'sealed'");

    await replace({ ...SHOP, name: 'New name' });

    const { rows } = await pool.query('select name, pseudonym_key from tenant');
    expect(rows).toEqual([{ name: 'New name', pseudonym_key: Buffer.from('sealed') }]);
  });

  test('keep the brandings of tenant, domains and applications, and notice a change of each', async () => {
    const branding = { displayName: { sv: 'Åsa', en: 'B' }, color: '#0b5cad', logo: 'AA==' };
    const branded = {
      ...SHOP,
      branding,
      domains: SHOP.domains.map((domain) => ({ ...domain, branding })),
      applications: SHOP.applications.map((one) => ({ ...one, branding })),
    };
    await replace(branded);
    expect(await store.read()).toEqual({
      revision: 1,
      tenants: [expect.objectContaining({ branding, domains: branded.domains })],
      unverified: undefined,
    });
    expect((await store.read()).tenants[0]?.applications).toEqual(branded.applications);
    for (const change of [
      `update tenant set branding = jsonb_set(branding, '{logo}', '"BB=="')`,
      'update domain set branding = null',
      'update tenant set require_second_person = not require_second_person',
      `update application set settings = settings - 'branding'`,
    ]) {
      await pool.query(change);
      expect((await store.read()).unverified).toEqual(['shop']);
      await replace(branded);
      expect((await store.read()).unverified).toBeUndefined();
    }
  });

  test('yield applications of an older release with defaults', async () => {
    await replace({ ...SHOP, applications: [] });
    await pool.query(
      `insert into application (tenant_id, client_id, settings, secrets)
       values ('shop', 'web', '{"name":"Web","flows":["pkce"],"redirectUris":["a.b:/"]}', '[]')`,
    );

    expect((await store.read()).tenants[0]?.applications).toEqual([
      application({
        name: 'Web',
        flows: ['pkce'],
        redirectUris: ['a.b:/'],
        secrets: [],
      }),
    ]);
  });
});

describe('applying at once from several processes', () => {
  const vault = systemVault([new Uint8Array(32).fill(1)]);
  const demo = { secrets: [], publicKeys: [], eids: [] };

  test('creates every row once', async () => {
    const apply = makeApplyConfiguration({
      mapEidSecrets: mapEidSecretsOf([]),
      configurationStore: store,
      vault,
      demo,
    });
    const content = toConfiguration(tenant({ eids: [eid()] }));

    const answers = await Promise.all(Array.from({ length: 8 }, () => apply(content)));

    expect(answers.map(({ changes }) => changes.length).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 4]);
    expect(await store.revision()).toBe(1);
    expect((await apply(content)).changes).toEqual([]);
  });
});

describe('a change of one application', () => {
  const [first] = SHOP.applications;
  const others = ['a', 'b', 'c'].map((clientId) => ({
    ...application({ clientId }),
    secrets: [],
  }));
  const many = { ...SHOP, applications: [...others, ...SHOP.applications] };
  const name = { tenantId: 'shop', clientId: first?.clientId ?? '' };
  const rename = (to: string, of = name) =>
    store.change(({ tenants, unverified }) => {
      const replace = tenants.map((one) => ({
        ...one,
        applications: one.applications.map((each) => ({ ...each, name: to })),
      }));
      return { replace: unverified === undefined ? replace : [], result: unverified };
    }, of);

  test('leaves a tenant that verifies, and one that does not when another row was changed', async () => {
    await replace(many);
    expect(await rename('Second')).toBeUndefined();
    expect((await store.read()).unverified).toBeUndefined();

    await pool.query(
      'update application set settings = settings || \'{"name":"X"}\' where client_id = \'a\'',
    );
    expect(await rename('Third')).toBeUndefined();
    expect((await store.read()).unverified).toEqual(['shop']);
    expect(await rename('Fourth', { ...name, clientId: 'a' })).toEqual(['shop']);
  });

  test.each([
    ['the application', `update application set settings = settings || '{"name":"X"}'`],
    ['its MAC', 'update application set mac = null, settings = settings || \'{"name":"X"}\''],
    ['a domain', "update domain set environment = 'test'"],
    ['the sum', "update tenant set applications_sum = null, name = 'X'"],
  ])('is refused when %s was changed in the database', async (_, tamper) => {
    await replace(many);
    await pool.query(tamper);
    expect(await rename('Second')).toEqual(['shop']);
    expect(await store.read({ ...name })).toMatchObject({ unverified: ['shop'] });
  });

  test('follows a change by the release before, which writes neither sum nor MAC of an application', async () => {
    await replace(many);
    await pool.query('update tenant set parts_mac = null, applications_sum = null');
    await pool.query('update application set mac = null');
    expect(await rename('Second')).toBeUndefined();
    expect((await store.read()).unverified).toBeUndefined();
    const { rows } = await pool.query(
      'select mac is null as none from application order by client_id',
    );
    expect(rows.map(({ none }) => none)).toEqual([true, true, true, false]);
  });

  test('is followed without reading the others, as is a change of one tenant', async () => {
    const record = { who: 'elin', source: 'api' } as const;
    const contents = (clientId?: string) => [{ tenantId: 'shop', clientId, content: '{}' }];
    const write = (tenant: StoredTenant, of?: { tenantId: string; clientId: string }) =>
      store.change(
        () => ({
          replace: [tenant],
          result: undefined,
          record: { ...record, contents: contents(of?.clientId) },
        }),
        of,
      );
    const follower = pgConfigurationStore({ pool, vault: testVault });
    await write(many);
    expect(await follower.changesSince(1)).toBeUndefined();
    await follower.read();
    expect(await follower.changesSince(1)).toEqual({ revision: 1, tenants: [], applications: [] });

    const renamed = { ...(first as StoredTenant['applications'][number]), name: 'Second' };
    await write({ ...SHOP, applications: [renamed] }, name);
    await write({ ...SHOP, applications: [] }, { ...name, clientId: 'b' });
    expect(await follower.changesSince(1)).toEqual({
      revision: 3,
      tenants: [],
      applications: expect.arrayContaining([
        { ...name, application: renamed },
        { tenantId: 'shop', clientId: 'b', application: undefined },
      ]),
    });
    expect(await follower.changesSince(1)).toBeUndefined();

    await write({ ...SHOP, applications: [{ ...renamed, name: 'Third' }] }, name);
    await pool.query("update domain set environment = 'test'");
    expect(await follower.changesSince(3)).toBeUndefined();
    await write(many);
    await follower.read();
    const other = { ...many, name: 'Other' };
    await write(other);
    expect(await follower.changesSince(5)).toEqual({
      revision: 6,
      tenants: [{ ...other, applications: expect.arrayContaining([...many.applications]) }],
      applications: [],
    });
    expect(await follower.changesSince(6)).toMatchObject({ revision: 6, tenants: [] });
    await pool.query('update configuration_revision set revision = revision + 1');
    expect(await follower.changesSince(6)).toBeUndefined();
  });

  test('does not follow an earlier copy of its row', async () => {
    const follower = pgConfigurationStore({ pool, vault: testVault });
    await replace(many);
    const copy = await pool.query('select * from application where client_id = $1', [
      name.clientId,
    ]);
    await rename('Second');
    await follower.read();
    const { settings, mac } = copy.rows[0];
    await pool.query('update application set settings = $1, mac = $2 where client_id = $3', [
      settings,
      mac,
      name.clientId,
    ]);
    await pool.query(
      `insert into configuration_history (tenant_id, revision, at, who, source, content, client_id)
        values ('shop', 3, now(), 'x', 'api', '', $1)`,
      [name.clientId],
    );
    await pool.query('update configuration_revision set revision = 3');
    expect(await follower.changesSince(2)).toBeUndefined();
    expect((await follower.read()).unverified).toEqual(['shop']);
  });

  test('reads and writes no other one', async () => {
    await replace(many);
    await pool.query(`create function refuse() returns trigger language plpgsql as
      'begin raise exception ''another row was written''; end'`);
    await pool.query(`create trigger refuse before insert or update on application for each row
      when (new.client_id in ('a', 'b', 'c')) execute function refuse()`);
    await rename('Second');
    await replace({ ...many, name: 'Whole' });
    await pool.query('drop function refuse cascade');
    expect((await store.read()).unverified).toBeUndefined();
  });
});
