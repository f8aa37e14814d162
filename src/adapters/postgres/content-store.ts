import type { ClientBase, Pool } from 'pg';

import type { StoredTenant } from '../../domain/content.ts';
import type { ContentStore, StoredContent } from '../../ports/content-store.ts';
import { type TenantDocument, tenantOf } from './content-rows.ts';
import { writeTenants } from './write-tenants.ts';

/** Any number: it only has to differ from the other advisory locks of this service. */
const APPLY_LOCK = 2_026_112_019;

const REVISION = {
  name: 'content-revision',
  text: 'SELECT revision::int AS revision FROM content_revision',
};

/** One statement, so that it sees one moment. Timestamps and documents come as JSON. */
const CONTENT = `
  SELECT (SELECT revision::int FROM content_revision) AS revision,
         coalesce(json_agg(json_build_object(
           'id', t.id,
           'name', t.name,
           'domains', (
             SELECT json_agg(json_build_object('issuer', issuer, 'environment', environment)
                             ORDER BY issuer COLLATE "C")
               FROM domain WHERE tenant_id = t.id),
           'eids', (
             SELECT json_agg(json_build_object('eid', eid, 'environment', environment,
                                               'sealedSettings', settings) ORDER BY position)
               FROM eid_setting WHERE tenant_id = t.id),
           'applications', (
             SELECT json_agg(json_build_object('clientId', client_id, 'settings', settings,
                                               'secrets', secrets) ORDER BY client_id COLLATE "C")
               FROM application WHERE tenant_id = t.id)
         ) ORDER BY t.id COLLATE "C"), '[]') AS tenants
    FROM tenant t`;

interface ContentRow {
  readonly revision: number;
  readonly tenants: readonly TenantDocument[];
}

/** The declared content in the tables `tenant`, `domain`, `application` and `eid_setting`. */
export function pgContentStore(pool: Pool): ContentStore {
  return {
    async revision() {
      const { rows } = await pool.query<{ revision: number }>(REVISION);
      return onlyRow(rows).revision;
    },

    read: () => read(pool),

    change: (decide) =>
      inTransaction(pool, async (client) => {
        await client.query('SELECT pg_advisory_xact_lock($1)', [APPLY_LOCK]);
        const { replace, result } = decide(await read(client));
        if (replace.length > 0) await replaceTenants(client, replace);
        return result;
      }),
  };
}

async function read(client: Pool | ClientBase): Promise<StoredContent> {
  const { rows } = await client.query<ContentRow>(CONTENT);
  const { revision, tenants } = onlyRow(rows);
  return { revision, tenants: tenants.map(tenantOf) };
}

async function replaceTenants(client: ClientBase, tenants: readonly StoredTenant[]): Promise<void> {
  await writeTenants(client, tenants);
  await client.query('UPDATE content_revision SET revision = revision + 1');
}

function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('content_revision has no row');
  return row;
}

async function inTransaction<Result>(
  pool: Pool,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection whose transaction failed is not worth keeping; closing it rolls back.
    client.release(true);
    throw error;
  }
}
