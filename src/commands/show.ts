import { pgConfigurationStore } from '../adapters/postgres/configuration/configuration-store.ts';
import { systemVault } from '../adapters/system/vault.ts';
import { composeEids } from '../compose/compose-eids.ts';
import { readEidPaths, readEnvironment } from '../config/environment/environment.ts';
import { mapEidSecretsOf } from '../config/file/map-eid-secrets.ts';
import { toYaml } from '../config/file/write-yaml.ts';
import { suggestion } from '../domain/closest-name.ts';
import {
  exportedTenant,
  UnreadableSecrets,
} from '../management/configuration/export-configuration.ts';
import { defineCommand, print, UsageError, warn } from './command.ts';
import { withDatabase } from './with-database.ts';

/** Prints what is configured, in the form of the file. */
export const command = defineCommand({
  description: `Prints the stored configuration as a YAML file for apply, from the database of DATABASE_URL. Secrets are
references to the stored ones: applying the file changes nothing.`,
  options: { tenant: { value: 'ID', help: 'one tenant; without it all of them' } },
  async run({ options, env }) {
    const { databaseUrl: url, keyEncryptionKeys } = readEnvironment(env);
    const eids = await composeEids(readEidPaths(env));
    const { tenants, unverified = [] } = await withDatabase({ url }, (pool) =>
      pgConfigurationStore({ pool, vault: systemVault(keyEncryptionKeys) }).read(),
    );
    const shown = tenants.filter(({ id }) => (options.tenant ?? id) === id);
    if (options.tenant !== undefined && shown.length === 0) {
      const known = tenants.map(({ id }) => id);
      throw new UsageError(`no tenant ${options.tenant}${suggestion(options.tenant, known)}`);
    }
    const vault = systemVault(keyEncryptionKeys);
    const parts = { vault, mapEidSecrets: mapEidSecretsOf(eids.modules) };
    print(toYaml(shown.map((tenant) => exportedTenant(tenant, parts))).trimEnd());
    for (const { id } of shown.filter((tenant) => unverified.includes(tenant.id))) {
      warn(`warning: tenant ${id} was changed in the database, not by this service`);
    }
    return 0;
  },
  failureText(error, text) {
    return error instanceof UnreadableSecrets ? `${text} (KEY_ENCRYPTION_KEY)` : text;
  },
});
