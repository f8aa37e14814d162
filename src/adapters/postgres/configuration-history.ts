import type { ClientBase, Pool } from 'pg';
import type { ChangeRecord } from '../../ports/configuration.ts';
import type {
  ConfigurationHistory,
  RecordedTenant,
  Revision,
} from '../../ports/configuration-history.ts';
import type { Vault } from '../../ports/vault.ts';

/** The revisions that are kept of each tenant. */
const KEPT = 100;

const ADD = `insert into configuration_history
    (tenant_id, revision, at, who, reason, source, content)
  values ($1, $2, now(), $3, $4, $5, $6)`;
const FORGET = `delete from configuration_history where tenant_id = $1 and revision <= (
    select revision from configuration_history where tenant_id = $1
    order by revision desc offset $2 limit 1)`;
const LIST = `select revision::int as revision, tenant_id as "tenantId", at, who, reason, source
  from configuration_history
  where ($1::text is null or tenant_id = $1) and ($2::bigint is null or revision < $2)
  order by revision desc, tenant_id collate "C" limit $3`;
const IS_THERE = 'select 1 from configuration_history where revision = $1 limit 1';
const AS_OF = `select distinct on (tenant_id) tenant_id as "tenantId", revision::int as revision, content
  from configuration_history
  where revision <= $1 and ($2::text is null or tenant_id = $2)
  order by tenant_id, revision desc`;

/** Adds what a change left of each tenant, inside the change's transaction. */
export async function addRevision(
  client: ClientBase,
  revision: number,
  { record, vault }: { readonly record: ChangeRecord; readonly vault: Pick<Vault, 'seal'> },
): Promise<void> {
  const { who, reason, source, contents } = record;
  for (const { tenantId, content } of contents) {
    const sealed = vault.seal(content, contextOf(tenantId, revision));
    const values = [tenantId, revision, who, reason ?? null, source, sealed];
    await client.query({ name: 'configuration_history_add', text: ADD, values });
    await client.query({
      name: 'configuration_history_forget',
      text: FORGET,
      values: [tenantId, KEPT],
    });
  }
}

/** The revisions in the table `configuration_history`. */
export function pgConfigurationHistory({
  pool,
  vault,
}: {
  readonly pool: Pool;
  readonly vault: Pick<Vault, 'open'>;
}): ConfigurationHistory {
  return {
    async list({ tenantId, before, limit }) {
      const values = [tenantId ?? null, before ?? null, limit];
      const { rows } = await pool.query<RevisionRow>(LIST, values);
      return rows.map(({ reason, ...row }) => ({ ...row, reason: reason ?? undefined }));
    },

    async asOf(revision, tenantId) {
      if ((await pool.query(IS_THERE, [revision])).rowCount === 0) return undefined;
      const { rows } = await pool.query<ContentRow>(AS_OF, [revision, tenantId ?? null]);
      return rows.map((row) => ({
        tenantId: row.tenantId,
        content: vault.open(row.content, contextOf(row.tenantId, row.revision)),
      }));
    },
  };
}

interface RevisionRow extends Omit<Revision, 'reason'> {
  readonly reason: string | null;
}

interface ContentRow extends Pick<RecordedTenant, 'tenantId'> {
  readonly revision: number;
  readonly content: Uint8Array;
}

function contextOf(tenantId: string, revision: number): string {
  return `configuration_history.content:${tenantId}:${revision}`;
}
