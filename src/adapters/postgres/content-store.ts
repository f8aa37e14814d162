import type { ClientBase, Pool } from 'pg';

import type { ContentStore, StoredContent } from '../../ports/content-store.ts';
import type { Vault } from '../../ports/vault.ts';
import { advanceRevision } from './advance-revision.ts';
import { type ContentHash, contentHash } from './content-hash.ts';
import { type TenantDocument, tenantOf } from './content-rows.ts';
import { inTransaction } from './in-transaction.ts';
import { writeTenants } from './write-tenants.ts';

/** Any fixed number that differs from the other advisory locks of this service. */
const APPLY_LOCK = 2_026_112_019;

const REVISION = 'select revision::int as revision from content_revision';
/** One statement, so that it sees one moment. Timestamps and documents come as JSON. */
const READ = `
  select (select revision::int from content_revision) as revision,
    coalesce(json_agg(json_build_object(
      'id', t.id,
      'name', t.name,
      'contentHash', encode(t.content_hash, 'base64'),
      'domains', (
        select json_agg(json_build_object('issuer', issuer, 'environment', environment,
          'singleSignOn', single_sign_on,
          'singleSignOnOtherDevice', single_sign_on_other_device,
          'startsPerPerson', starts_per_person,
          'silentAnswersPerPerson', silent_answers_per_person) order by issuer collate "C")
        from domain where tenant_id = t.id),
      'eids', (
        select json_agg(json_build_object('eid', eid, 'environment', environment,
          'acrValues', acr_values, 'sealedSettings', encode(settings, 'base64')) order by position)
        from eid_setting where tenant_id = t.id),
      'applications', (
        select json_agg(json_build_object('clientId', client_id, 'settings', settings,
          'secrets', secrets) order by client_id collate "C")
        from application where tenant_id = t.id),
      'webhooks', (
        select json_agg(json_build_object('id', id, 'url', url, 'events', events,
          'sealedSecrets', encode(secrets, 'base64')) order by id collate "C")
        from webhook where tenant_id = t.id)
    ) order by t.id collate "C"), '[]') as tenants
  from tenant t`;
const LOCK = 'select pg_advisory_xact_lock($1)';
const REHASH = 'update tenant set content_hash = $2 where id = $1';

interface RevisionRow {
  readonly revision: number;
}

interface ContentRow extends RevisionRow {
  readonly tenants: readonly TenantDocument[];
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Pick<Vault, 'deriveKeys'>;
}

/** The declared content in the tables `tenant`, `domain`, `application`, `eid_setting` and `webhook`. */
export function pgContentStore({ pool, vault }: Deps): ContentStore {
  const hash = contentHash(vault);
  return {
    async revision() {
      const { rows } = await pool.query<RevisionRow>({ name: 'content_revision', text: REVISION });
      return onlyRow(rows).revision;
    },

    read: () => read(pool, hash),

    change: (decide) =>
      inTransaction(pool, async (client) => {
        await client.query({ name: 'content_lock', text: LOCK, values: [APPLY_LOCK] });
        const { replace, result } = decide(await read(client, hash));
        if (replace.length > 0) {
          await writeTenants(client, replace, hash);
          await advanceRevision(client);
        }
        return result;
      }),

    rehash: () =>
      inTransaction(pool, async (client) => {
        await client.query({ name: 'content_lock', text: LOCK, values: [APPLY_LOCK] });
        const { tenants } = await readRow(client);
        const older = tenants.filter((tenant) => hash.check(tenant) === 'older');
        for (const tenant of older) await client.query(REHASH, [tenant.id, hash.of(tenant)]);
        return older.length;
      }),
  };
}

async function read(client: Pool | ClientBase, hash: ContentHash): Promise<StoredContent> {
  const { revision, tenants } = await readRow(client);
  const unverified = tenants.filter((tenant) => hash.check(tenant) === 'wrong').map(({ id }) => id);
  return {
    revision,
    tenants: tenants.map(tenantOf),
    unverified: unverified.length === 0 ? undefined : unverified,
  };
}

async function readRow(client: Pool | ClientBase): Promise<ContentRow> {
  return onlyRow((await client.query<ContentRow>({ name: 'content_read', text: READ })).rows);
}

function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('content_revision has no row');
  return row;
}
