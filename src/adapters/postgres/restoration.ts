import type { Pool } from 'pg';

import type { Restoration } from '../../ports/restoration.ts';
import { statements } from './authentication-statements.ts';
import { inTransaction } from './in-transaction.ts';

/** The eID's answer comes to nobody any more. */
const LOSE = `update authentication set state = 'ended', settled_at = $1, why = 'lost', eid_order = null
  where state = 'pending'`;
const FORGET_ARTIFACTS = 'delete from artifact';
const REMEMBER = `insert into restored (at) values ($1)
  on conflict ("only") do update set at = excluded.at`;
const RESTORED_AT = 'select at from restored';

/** Later than anything expires. */
const EVER = 'infinity';
const ALL = 2_147_483_647;

/** The moment in the table `restored`; everything else is emptied. */
export function pgRestoration(pool: Pool): Restoration {
  return {
    forget: (at) =>
      inTransaction(pool, async (client) => {
        await client.query(LOSE, [at]);
        const { rows } = await client.query<{ purged: number }>(statements.purge.text, [EVER, ALL]);
        const artifacts = await client.query(FORGET_ARTIFACTS);
        await client.query(REMEMBER, [at]);
        return { attempts: rows[0]?.purged ?? 0, artifacts: artifacts.rowCount ?? 0 };
      }),

    async restoredAt() {
      return (await pool.query<{ at: Date }>(RESTORED_AT)).rows[0]?.at;
    },
  };
}
