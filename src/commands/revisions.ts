import { pgConfigurationHistory } from '../adapters/postgres/configuration/configuration-history.ts';
import { systemVault } from '../adapters/system/vault.ts';
import { readEnvironment } from '../config/environment/environment.ts';
import type { Revision } from '../ports/configuration-history.ts';
import { defineCommand, print } from './command.ts';
import { withDatabase } from './with-database.ts';

/** More than are kept of one tenant. */
const LIMIT = 200;

/** Lists the changes of the configuration. */
export const command = defineCommand({
  description:
    'Lists who changed the configuration, when and why: the newest first, the latest 100 of each tenant.',
  options: {
    tenant: { value: 'ID', help: 'one tenant; without it all of them' },
    json: { help: 'JSON instead of lines' },
  },
  async run({ options: { tenant: tenantId, json }, env }) {
    const { databaseUrl: url, keyEncryptionKeys } = readEnvironment(env);
    const revisions = await withDatabase({ url }, (pool) =>
      pgConfigurationHistory({ pool, vault: systemVault(keyEncryptionKeys) }).list({
        tenantId,
        limit: LIMIT,
      }),
    );
    if (json) print(JSON.stringify(revisions, null, 2));
    else print(revisions.length === 0 ? 'no revisions' : revisions.map(lineOf));
    return 0;
  },
});

function lineOf({ revision, tenantId, at, who, source, reason }: Revision): string {
  const moment = `${at.toISOString().slice(0, 19)}Z`;
  const why = reason === undefined ? [] : [reason];
  return [`${revision}`, `tenant ${tenantId}`, moment, who, source, ...why].join('  ');
}
