import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { memoryConfigurationStore } from '@eid-broker/testing/memory/configuration-store';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { eidModules } from '../../src/adapters/eid/registry.ts';
import { systemVault } from '../../src/adapters/system/vault.ts';
import { checkedTenant } from '../../src/config/file/checked-tree.ts';
import { openConfigurationFile } from '../../src/config/file/configuration-file.ts';
import { mapEidSecretsOf } from '../../src/config/file/map-eid-secrets.ts';
import { toYaml } from '../../src/config/file/write-yaml.ts';
import { makeApplyConfiguration } from '../../src/management/configuration/apply-configuration.ts';
import { demoMaterial } from '../../src/management/configuration/demo-material.ts';
import { exportedTenant } from '../../src/management/configuration/export-configuration.ts';
import { storedSecretsOf } from '../../src/management/configuration/stored-secrets.ts';
import { tenantsOf } from '../support/generated-tenants.ts';

const vault = systemVault([new Uint8Array(32).fill(1)]);
const parts = { vault, mapEidSecrets: mapEidSecretsOf(eidModules) };
const context = { eids: eidModules, demo: demoMaterial, now: new Date('2026-11-22') };

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'exported-'));
  path = join(folder, 'exported.yaml');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('an exported configuration is the same configuration: applying it changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(tenantsOf('shop'), async (generated) => {
      const configurationStore = memoryConfigurationStore();
      const apply = makeApplyConfiguration({
        configurationStore,
        ...parts,
        demo: { ...demoMaterial, eids: eidModules },
      });
      const declared = checkedTenant(generated, { ...context, stored: undefined });
      await apply({ tenants: [declared] });
      const before = await configurationStore.read();
      const [tenant] = before.tenants;
      if (tenant === undefined) throw new Error('nothing is stored');

      const exported = exportedTenant(tenant, parts);
      const stored = () => storedSecretsOf(tenant, parts);
      // As the body of a request, and as a file.
      const again = checkedTenant(exported, { ...context, stored });
      expect((await apply({ tenants: [again] })).changes).toEqual([]);
      writeFileSync(path, toYaml([exported]));
      const file = openConfigurationFile({ path, env: {}, ...context });
      expect((await apply(file.check(stored))).changes).toEqual([]);
      expect(await configurationStore.read()).toEqual(before);
      expect(exportedTenant(tenant, parts)).toEqual(exported);
    }),
    { numRuns: 60 },
  );
});
