import type { ClientBase, Pool } from 'pg';

import { groupedBy } from '../../../domain/grouped-by.ts';
import type { ChangeRecord } from '../../../ports/configuration.ts';
import type {
  ConfigurationHistory,
  PartChanges,
  RecordedChange,
  RecordedTenant,
  Revision,
} from '../../../ports/configuration-history.ts';
import type { Vault } from '../../../ports/vault.ts';

/** The revisions that are kept of each tenant. */
const KEPT = 100;

/** Changes of one application in a row: then the whole tenant is kept again, so that a former state is read quickly. */
const MAX_PARTS = 100;

const ADD = `insert into configuration_history
    (tenant_id, revision, at, who, reason, source, content, client_id, changed)
  values ($1, $2, now(), $3, $4, $5, $6, $7, $8)`;
/** What the latest ones build on stays: the whole tenant before them. */
const FORGET = `delete from configuration_history where tenant_id = $1 and revision < (
    select max(revision) from configuration_history where tenant_id = $1 and client_id is null
      and revision <= (select revision from configuration_history where tenant_id = $1
        order by revision desc offset $2 limit 1))`;
const PARTS = `select count(*)::int as parts from configuration_history
  where tenant_id = $1 and revision > (select max(revision) from configuration_history
    where tenant_id = $1 and client_id is null)`;
const LIST = `select revision::int as revision, tenant_id as "tenantId", at, who, reason, source
  from configuration_history
  where ($1::text is null or tenant_id = $1) and ($2::bigint is null or revision < $2)
  order by revision desc, tenant_id collate "C" limit $3`;
/** Few revisions have more than one part, and none more than a hundred. */
const CHANGES = `select history.revision::int as revision, history.at, found.changed
  from (select revision, at, changed from configuration_history
      where tenant_id = $1 and at > $2 and at <= $3 and changed is not null
      order by revision desc limit ${KEPT}) as history
    cross join lateral (select jsonb_agg(part) as changed from jsonb_array_elements(history.changed) as part
      where exists (select from jsonb_to_recordset($4::jsonb) as wanted (what text, id text, action text)
        where wanted.what = part ->> 'what' and coalesce(wanted.id, part ->> 'id') = part ->> 'id'
          and coalesce(wanted.action, part ->> 'action') = part ->> 'action')) as found
  where found.changed is not null
  order by history.revision desc limit $5`;
const IS_THERE = 'select 1 from configuration_history where revision = $1 limit 1';
/** From the last record of the whole tenant on. */
const AS_OF = `select tenant_id as "tenantId", revision::int as revision, client_id as "clientId", content
  from configuration_history as history
  where revision <= $1 and ($2::text is null or tenant_id = $2)
    and revision >= (select max(revision) from configuration_history as whole
      where whole.tenant_id = history.tenant_id and whole.client_id is null and whole.revision <= $1)
  order by tenant_id collate "C", history.revision`;

/** Adds what a change left of each tenant, inside the change's transaction. */
export async function addRevision(
  client: ClientBase,
  revision: number,
  {
    record,
    vault,
  }: { readonly record: ChangeRecord; readonly vault: Pick<Vault, 'seal' | 'open'> },
): Promise<void> {
  const { who, reason, source, contents } = record;
  for (const given of contents) {
    const { tenantId, changed } = given;
    const { content, clientId } = await asKept(client, given, vault);
    const sealed = vault.seal(content, contextOf(tenantId, revision));
    const names = changed === undefined ? null : JSON.stringify(changed);
    const values = [
      ...[tenantId, revision, who, reason ?? null, source, sealed],
      ...[clientId ?? null, names],
    ];
    await client.query({ name: 'configuration_history_add', text: ADD, values });
    await client.query({
      name: 'configuration_history_forget',
      text: FORGET,
      values: [tenantId, KEPT - 1],
    });
  }
}

/** The part, or the whole tenant once there are many parts. */
async function asKept(
  client: ClientBase,
  given: RecordedChange,
  vault: Pick<Vault, 'open'>,
): Promise<RecordedTenant> {
  const { tenantId, clientId } = given;
  if (clientId === undefined) return given;
  const counting = { name: 'configuration_history_parts', text: PARTS, values: [tenantId] };
  const [row] = (await client.query<{ readonly parts: number }>(counting)).rows;
  if (row === undefined || row.parts < MAX_PARTS) return given;
  const { rows } = await client.query<ContentRow>(AS_OF, [Number.MAX_SAFE_INTEGER, tenantId]);
  const [whole] = wholeTenants(rows.map((one) => opened(one, vault)).concat(given));
  return whole ?? given;
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

    async changes({ tenantId, parts, after, until, limit }) {
      const values = [tenantId, after, until, JSON.stringify(parts), limit];
      const statement = { name: 'configuration_history_changes', text: CHANGES, values };
      return (await pool.query<PartChanges>(statement)).rows;
    },

    async asOf(revision, tenantId) {
      if ((await pool.query(IS_THERE, [revision])).rowCount === 0) return undefined;
      const { rows } = await pool.query<ContentRow>(AS_OF, [revision, tenantId ?? null]);
      return wholeTenants(rows.map((row) => opened(row, vault)));
    },
  };
}

interface RevisionRow extends Omit<Revision, 'reason'> {
  readonly reason: string | null;
}

interface ContentRow extends Pick<RecordedTenant, 'tenantId'> {
  readonly revision: number;
  /** Null: the content is the whole tenant. */
  readonly clientId: string | null;
  readonly content: Uint8Array;
}

function opened(
  { tenantId, revision, clientId, content }: ContentRow,
  vault: Pick<Vault, 'open'>,
): RecordedTenant {
  const text = vault.open(content, contextOf(tenantId, revision));
  return { tenantId, clientId: clientId ?? undefined, content: text };
}

/** The tenants of these records, each with the later changes of its applications. */
function wholeTenants(records: readonly RecordedTenant[]): readonly RecordedTenant[] {
  return [...groupedBy(records, ({ tenantId }) => tenantId)].map(
    ([tenantId, [whole, ...parts]]) => {
      if (whole === undefined || parts.length === 0)
        return { tenantId, content: whole?.content ?? '' };
      const tenant = JSON.parse(whole.content) as { applications: readonly { clientId: string }[] };
      const applications = new Map(tenant.applications.map((one) => [one.clientId, one]));
      for (const { clientId = '', content } of parts) {
        const application = JSON.parse(content) as { clientId: string } | null;
        if (application === null) applications.delete(clientId);
        else applications.set(clientId, application);
      }
      return {
        tenantId,
        content: JSON.stringify({ ...tenant, applications: [...applications.values()] }),
      };
    },
  );
}

function contextOf(tenantId: string, revision: number): string {
  return `configuration_history.content:${tenantId}:${revision}`;
}
