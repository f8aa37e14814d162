import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';

import { pgContentStore } from '../../../src/adapters/postgres/content-store.ts';
import { systemVault } from '../../../src/adapters/system/vault.ts';
import type { StoredTenant } from '../../../src/domain/content.ts';
import { makeApplyContent } from '../../../src/management/apply-content.ts';
import type { ContentStore } from '../../../src/ports/content-store.ts';
import { application, contentOf, eid, tenant } from '../../management/sample-content.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let pool: pg.Pool;
let store: ContentStore;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 10 });
  // drop() may end connections that are still closing.
  pool.on('error', () => undefined);
  store = pgContentStore(pool);
});
afterEach(async () => {
  await pool.query('DELETE FROM tenant');
  await pool.query('UPDATE content_revision SET revision = 0');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const plain: StoredTenant = {
  id: 'shop',
  name: 'Shop',
  domains: [{ issuer: 'https://login.example.com', environment: 'production' }],
  eids: [
    { eid: 'xx-stone', environment: 'test', sealedSettings: 'v1.a.b' },
    { eid: 'xx-paper', environment: 'both', sealedSettings: 'v1.a.c' },
  ],
  applications: [{ ...application(), secrets: [{ hash: 'h1.a.b', expiresAt: undefined }] }],
};

const replace = (...tenants: readonly StoredTenant[]) =>
  store.change(() => ({ replace: tenants, result: undefined }));

describe('content', () => {
  test('is empty at first', async () => {
    expect(await store.read()).toEqual({ revision: 0, tenants: [] });
    expect(await store.revision()).toBe(0);
  });

  test('comes back as it was stored', async () => {
    const rich: StoredTenant = {
      ...plain,
      id: 'bank',
      domains: [
        { issuer: 'https://a.example.com', environment: 'test' },
        { issuer: 'https://b.example.com', environment: 'production' },
      ],
      applications: [
        {
          ...application({
            clientId: 'urn:bank:1',
            issuers: ['https://a.example.com'],
            jwks: { keys: [{ kty: 'EC', kid: 'a' }] },
            dynamicScopes: true,
            scopes: ['ssn'],
            acrValues: ['urn:grn:authn:xx:paper' as never],
            defaultAcrValues: 'urn:grn:authn:xx:paper' as never,
            idTokenSigningAlg: 'ES256',
            idTokenLifetime: 60,
            requirePkce: true,
            allowTokenEndpointAudience: true,
          }),
          secrets: [{ hash: 'h1.a.b', expiresAt: new Date('2027-01-31T12:00:00.500Z') }],
        },
      ],
    };

    await replace(plain, rich);

    expect(await store.read()).toEqual({ revision: 1, tenants: [rich, plain] });
  });

  test('keeps the order of eIDs', async () => {
    await replace(plain);
    const turned = { ...plain, eids: plain.eids.toReversed() };
    await replace(turned);

    expect((await store.read()).tenants).toEqual([turned]);
  });

  test('is replaced tenant by tenant', async () => {
    const bank = { ...plain, id: 'bank', domains: [] };
    await replace(plain, bank);
    const emptied = { ...plain, name: 'Shop & Co', domains: [], eids: [], applications: [] };

    await replace(emptied);

    expect(await store.read()).toEqual({ revision: 2, tenants: [bank, emptied] });
  });

  test('lets an issuer move from one tenant to another', async () => {
    const bank = { ...plain, id: 'bank', domains: [] };
    await replace(plain, bank);
    const moved = [
      { ...bank, domains: plain.domains },
      { ...plain, domains: [] },
    ];

    await replace(...moved);

    expect((await store.read()).tenants).toEqual(moved);
  });

  test("keeps the key of a tenant's pseudonyms", async () => {
    await replace(plain);
    await pool.query("UPDATE tenant SET pseudonym_key = 'sealed'");

    await replace({ ...plain, name: 'New name' });

    const { rows } = await pool.query('SELECT name, pseudonym_key FROM tenant');
    expect(rows).toEqual([{ name: 'New name', pseudonym_key: 'sealed' }]);
  });

  test('reads applications that an older release stored, with defaults', async () => {
    await replace({ ...plain, applications: [] });
    await pool.query(
      `INSERT INTO application (tenant_id, client_id, settings, secrets)
       VALUES ('shop', 'web', '{"name":"Web","flows":["pkce"],"redirectUris":["a.b:/"]}', '[]')`,
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

describe('changes', () => {
  test('that replace nothing leave the revision as it is', async () => {
    expect(await store.change(() => ({ replace: [], result: 'seen' }))).toBe('seen');
    expect(await store.revision()).toBe(0);
  });

  test('that throw leave everything as it is', async () => {
    await replace(plain);
    const refusal = store.change(() => {
      throw new Error('no');
    });

    await expect(refusal).rejects.toThrow('no');
    expect(await store.read()).toEqual({ revision: 1, tenants: [plain] });
  });

  test('that fail half way leave everything as it is', async () => {
    await replace(plain);
    const renamed = { ...plain, name: 'Other' };
    const thief = { ...plain, id: 'thief' };

    await expect(replace(renamed, thief)).rejects.toThrow(
      'domain https://login.example.com belongs to another tenant',
    );
    expect(await store.read()).toEqual({ revision: 1, tenants: [plain] });
  });

  test('come one after another: each sees what the one before left', async () => {
    await replace({ ...plain, name: '' });
    const append = (letter: string) =>
      store.change(({ tenants }) => ({
        replace: tenants.map((one) => ({ ...one, name: `${one.name}${letter}` })),
        result: undefined,
      }));

    await Promise.all([...'abcdefghijkl'].map(append));

    const { revision, tenants } = await store.read();
    expect(revision).toBe(13);
    expect([...(tenants[0]?.name ?? '')].sort().join('')).toBe('abcdefghijkl');
  });
});

describe('applying at once from several processes', () => {
  const vault = systemVault([new Uint8Array(32).fill(1)]);
  const demo = { secrets: [], publicKeys: [], eids: [] };

  test('creates everything once', async () => {
    const apply = makeApplyContent({ contentStore: store, vault, demo });
    const content = contentOf(tenant({ eids: [eid()] }));

    const answers = await Promise.all(Array.from({ length: 8 }, () => apply(content)));

    expect(answers.map((changes) => changes.length).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 4]);
    expect(await store.revision()).toBe(1);
    expect(await apply(content)).toEqual([]);
  });
});
