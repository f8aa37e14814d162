import type { Pool } from 'pg';

import type { Approvals, PendingChange } from '../../../ports/approvals.ts';
import type { Vault } from '../../../ports/vault.ts';
import { inTransaction } from '../pool.ts';
import { addManagementEvent } from './management-events.ts';

/** The most changes of a tenant that wait at once: each may have a body of a megabyte. */
const MOST = 50;

const IS_REQUIRED = 'select 1 from tenant where id = $1 and require_second_person';
const ADD = `insert into approval (id, tenant_id, sealed, expires_at)
  select $1, $2, $3, $4 where (select count(*) from approval
    where tenant_id = $2 and expires_at > $5) < ${MOST}`;
const LIST = `select id, tenant_id, sealed from approval where tenant_id = $1 and expires_at > $2
  order by expires_at, id limit ${2 * MOST}`;
const FIND = `select id, tenant_id, sealed from approval
  where tenant_id = $1 and id = $2 and expires_at > $3`;
const TAKE = 'delete from approval where tenant_id = $1 and id = $2 and expires_at > $3';

interface ApprovalRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly sealed: Buffer;
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Pick<Vault, 'deriveKeys' | 'seal' | 'open'>;
}

/** Changes that wait for a second person, in the table `approval`. */
export function pgApprovals({ pool, vault }: Deps): Approvals {
  const addEvent = addManagementEvent(vault);
  return {
    async isRequired(tenant) {
      const statement = { name: 'approval_is_required', text: IS_REQUIRED, values: [tenant] };
      return (await pool.query(statement)).rowCount === 1;
    },

    add: (change, event) =>
      inTransaction(pool, async (client) => {
        const { id, tenant, requestedAt, expiresAt } = change;
        const sealed = vault.seal(JSON.stringify(change), contextOf(tenant, id));
        const values = [id, tenant, sealed, expiresAt, requestedAt];
        const isAdded = (await client.query(ADD, values)).rowCount === 1;
        if (isAdded) await addEvent(client, event);
        return isAdded;
      }),

    async list(tenant, now) {
      const { rows } = await pool.query<ApprovalRow>(LIST, [tenant, now]);
      return rows.flatMap((row) => opened(row, now) ?? []);
    },

    async find(tenant, id, now) {
      const [row] = (await pool.query<ApprovalRow>(FIND, [tenant, id, now])).rows;
      return row && opened(row, now);
    },

    take: ({ tenant, id }, now, event) =>
      inTransaction(pool, async (client) => {
        const isTaken = (await client.query(TAKE, [tenant, id, now])).rowCount === 1;
        if (isTaken && event !== undefined) await addEvent(client, event);
        return isTaken;
      }),
  };

  /** The sealed expiry decides: the column could be changed. */
  function opened({ id, tenant_id: tenant, sealed }: ApprovalRow, now: Date) {
    const change = parsed(sealed, contextOf(tenant, id));
    return change !== undefined && change.expiresAt > now ? change : undefined;
  }

  function parsed(sealed: Buffer, context: string): PendingChange | undefined {
    try {
      const change = JSON.parse(vault.open(sealed, context)) as PendingChange;
      const { requestedAt, expiresAt } = change;
      return { ...change, requestedAt: new Date(requestedAt), expiresAt: new Date(expiresAt) };
    } catch {
      return undefined;
    }
  }
}

function contextOf(tenant: string, id: string): string {
  return `approval.sealed:${tenant}:${id}`;
}
