import { memoryConfigurationStore } from '@eid-broker/testing/memory/configuration-store';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { eidModules } from '../../src/adapters/eid/registry.ts';
import { configurationRoutes } from '../../src/adapters/management/routes/settings/configuration.ts';
import { sha256Id } from '../../src/adapters/system/random.ts';
import { systemVault } from '../../src/adapters/system/vault.ts';
import { checkedTenant, checkedTree } from '../../src/config/file/checked-tree.ts';
import { mapEidSecretsOf } from '../../src/config/file/map-eid-secrets.ts';
import { parseYaml } from '../../src/config/file/parse-yaml.ts';
import { resolveReferences } from '../../src/config/file/references.ts';
import { makeApplyConfiguration } from '../../src/management/configuration/apply-configuration.ts';
import { demoMaterial } from '../../src/management/configuration/demo-material.ts';
import { makeEditSettings } from '../../src/management/configuration/edit-settings.ts';
import { storedSecretsOf } from '../../src/management/configuration/stored-secrets.ts';
import { type GeneratedTenant, tenantsOf } from '../support/generated-tenants.ts';
import { type ManagementApi, startManagement } from '../support/management.ts';

const vault = systemVault([new Uint8Array(32).fill(1)]);
const parts = { vault, mapEidSecrets: mapEidSecretsOf(eidModules) };
const context = { eids: eidModules, demo: demoMaterial, now: new Date('2026-11-22') };

let api: ManagementApi;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.close());

// `ROUND_TRIPS=1000` tries more, before a release.
test('what the file configures, the API exports, accepts and configures alike, and the file again', async () => {
  await fc.assert(
    fc.asyncProperty(tenantsOf('shop'), async (generated) => {
      const [byFile, byApi] = [installation(), installation()];
      await byFile.apply({
        tenants: [checkedTenant(generated, { ...context, stored: undefined })],
      });
      await byApi.apply({ tenants: [emptyTenant()] });
      await byApi.put(generated);

      const exported = await byFile.exported('application/json');
      expect(await byApi.exported('application/json')).toEqual(exported);
      expect(await byApi.put(exported)).toEqual([]);
      const yaml = await byApi.exported('application/yaml');
      const file = resolveReferences(parseYaml(String(yaml)), { env: {}, readFile: noFile });
      const again = checkedTree(file, { ...context, stored: await byApi.storedSecrets() });
      expect((await byApi.apply(again)).changes).toEqual([]);
    }),
    { numRuns: Number(process.env.ROUND_TRIPS ?? 60) },
  );
}, 120_000);

test('over HTTP and in PostgreSQL too, object by object', async () => {
  await fc.assert(
    fc.asyncProperty(tenantsOf('shop'), async ({ requireSecondPerson: _, ...generated }) => {
      // With it, every second request would wait.
      const path = '/api/tenants/shop/configuration';
      const headers = { 'if-match': '*' };
      const put = await api.call(`PUT ${path}?allowRemove=true`, { body: generated, headers });
      expect([put.status, put.json.errors]).toEqual([200, undefined]);
      const { json: exported } = await api.call(`GET ${path}`);
      for (const list of ['domains', 'eids', 'applications', 'webhooks'] as const) {
        const { json } = await api.call(`GET /api/tenants/shop/${list}?limit=200`);
        expect(json.items).toEqual(exported[list] ?? []);
      }
      for (const application of exported.applications ?? []) {
        const one = `/api/tenants/shop/applications/${encodeURIComponent(application.clientId)}`;
        const again = await api.call(`PUT ${one}`, { body: application, headers });
        expect([again.status, again.json]).toEqual([200, application]);
      }
      expect((await api.call(`GET ${path}`)).json).toEqual(exported);
    }),
    { numRuns: 8 },
  );
}, 60_000);

function noFile(): never {
  throw new Error('an exported file refers to no file');
}

/** A store of its own, as the file and as the API change it. */
function installation() {
  const configurationStore = memoryConfigurationStore();
  const apply = makeApplyConfiguration({
    configurationStore,
    ...parts,
    demo: { ...demoMaterial, eids: eidModules },
  });
  const stored = async () => {
    const { tenants } = await configurationStore.read();
    return tenants.find(({ id }) => id === 'shop');
  };
  const routes = configurationRoutes({
    // The routes use one method of the store.
    storedObjects: { tenant: stored } as never,
    editSettings: makeEditSettings({
      ...parts,
      apply,
      checkTenant: (tenant, secrets) => checkedTenant(tenant, { ...context, stored: secrets }),
    }),
    secretParts: parts,
    digest: sha256Id,
  });
  const call = (name: string, request: object) => {
    const route = routes.find((one) => one.name === name);
    if (route === undefined) throw new Error(`no route ${name}`);
    // The routes read these members alone.
    return route.handle({
      principal: { name: 'test', grants: [] },
      params: { tenant: 'shop' },
      query: { allowRemove: true },
      authorize: () => undefined,
      ...request,
    } as never);
  };
  return {
    apply,
    async storedSecrets() {
      const tenant = await stored();
      return () => tenant && storedSecretsOf(tenant, parts);
    },
    exported: async (type: string) =>
      (await call('exportConfiguration', { accepts: () => type })).body,
    async put(body: unknown) {
      const request = { body, ifMatch: ['*'] };
      const { body: plan } = await call('applyConfiguration', request);
      return (plan as { changes: readonly unknown[] }).changes;
    },
  };
}

function emptyTenant() {
  const empty: GeneratedTenant = {
    ...{ id: 'shop', name: 'Empty' },
    ...{ domains: [], eids: [], applications: [] },
  };
  return checkedTenant(empty, { ...context, stored: undefined });
}
