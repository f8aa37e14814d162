import type { Pool, QueryResultRow } from 'pg';

import type { StoredObjects } from '../../../ports/stored-objects.ts';
import {
  type ApplicationDocument,
  applicationOf,
  type TenantDocument,
  tenantOf,
} from './configuration-rows.ts';
import { READ_TENANT, TENANT_PARTS } from './configuration-statements.ts';

const TENANTS = `select id, name from tenant where id collate "C" > $1
  order by id collate "C" limit $2`;
const EXISTS = 'select 1 as found from tenant where id = $1';
const FRAME = `select json_build_object(${TENANT_PARTS.frame}, 'applications', null) as tenant
  from tenant t where t.id = $1`;
const ENDINGS = `select json_build_object(${TENANT_PARTS.frame}, ${TENANT_PARTS.endings}) as tenant
  from tenant t where t.id = $1`;
const COLUMNS = 'client_id as "clientId", settings, secrets';
const APPLICATION = `select ${COLUMNS} from application where tenant_id = $1 and client_id = $2`;
const APPLICATIONS = `select ${COLUMNS}, '' as term from application
  where tenant_id = $1 and client_id collate "C" > $2
  order by client_id collate "C" limit $3`;
/** Each of the two texts has an index. What its client id found is not found again by its name. */
const SEARCH = `select * from (
    (select ${COLUMNS}, lower(client_id) as term from application
      where tenant_id = $1 and lower(client_id) collate "C" >= $4
        and lower(client_id) collate "C" < $5
        and (lower(client_id) collate "C", client_id collate "C") > ($6, $2)
      order by lower(client_id) collate "C", client_id collate "C" limit $3)
    union all
    (select ${COLUMNS}, lower(settings ->> 'name') as term from application
      where tenant_id = $1 and lower(settings ->> 'name') collate "C" >= $4
        and lower(settings ->> 'name') collate "C" < $5
        and (lower(settings ->> 'name') collate "C", client_id collate "C") > ($6, $2)
        and not (lower(client_id) collate "C" >= $4 and lower(client_id) collate "C" < $5)
      order by lower(settings ->> 'name') collate "C", client_id collate "C" limit $3)
  ) as found order by term collate "C", "clientId" collate "C" limit $3`;

interface ListedRow extends ApplicationDocument {
  readonly term: string;
}

/** Single parts of the stored configuration, each by an index. */
export function pgStoredObjects(pool: Pool): StoredObjects {
  return {
    tenants: ({ after = '', limit }) => run('stored_tenants', TENANTS, [after, limit]),

    hasTenant: async (id) => (await run('stored_tenant_exists', EXISTS, [id])).length > 0,
    tenant: (id) => oneTenant('stored_tenant', READ_TENANT, id),
    tenantFrame: (id) => oneTenant('stored_tenant_frame', FRAME, id),
    tenantEndings: (id) => oneTenant('stored_tenant_endings', ENDINGS, id),

    async applications(tenantId, { after, limit, search }) {
      const first = search?.toLowerCase() ?? '';
      // The scan of an index begins at the cursor, so that of the first page is the beginning of the search.
      const { clientId = '', term = first } = after ?? {};
      const rows =
        search === undefined
          ? await run<ListedRow>('stored_applications', APPLICATIONS, [tenantId, clientId, limit])
          : await run<ListedRow>('stored_applications_found', SEARCH, [
              ...[tenantId, clientId, limit],
              ...[first, `${first}\u{10ffff}`, term],
            ]);
      return rows.map((row) => ({
        application: applicationOf(row),
        cursor: { term: row.term, clientId: row.clientId },
      }));
    },

    async application(tenantId, clientId) {
      const values = [tenantId, clientId];
      const [row] = await run<ApplicationDocument>('stored_application', APPLICATION, values);
      return row && applicationOf(row);
    },
  };

  async function oneTenant(name: string, text: string, id: string) {
    const [row] = await run<{ tenant: TenantDocument }>(name, text, [id]);
    return row && tenantOf(row.tenant);
  }

  async function run<Row extends QueryResultRow>(name: string, text: string, values: unknown[]) {
    return (await pool.query<Row>({ name, text, values })).rows;
  }
}
