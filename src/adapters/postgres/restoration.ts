import type { Pool } from 'pg';

import type { Restoration } from '../../ports/restoration.ts';
import type { Vault } from '../../ports/vault.ts';
import type { AuthenticationRow } from './authentication-row.ts';
import { statements } from './authentication-statements.ts';
import { makeEndPending } from './end-pending.ts';
import { inTransaction } from './in-transaction.ts';

const FORGET_ATTEMPTS = 'delete from authentication';
const FORGET_ARTIFACTS = 'delete from artifact';
const REMEMBER = `insert into restored (at) values ($1)
  on conflict ("only") do update set at = excluded.at`;
const RESTORED_AT = 'select at from restored';

/** Later than anything expires. */
const EVER = 'infinity';
const AT_ONCE = 1_000;

interface Deps {
  readonly pool: Pool;
  readonly vault: Vault;
}

/** The moment in the table `restored`; everything else is emptied. */
export function pgRestoration({ pool, vault }: Deps): Restoration {
  const endPending = makeEndPending(vault);
  return {
    forget: (at) =>
      inTransaction(pool, async (client) => {
        let ended = AT_ONCE;
        while (ended === AT_ONCE) {
          const pending = { ...statements.findExpired, values: [EVER, AT_ONCE] };
          const { rows } = await client.query<AuthenticationRow>(pending);
          // The eID's answer comes to nobody any more.
          ended = (await endPending(client, rows, { why: 'lost', at: () => at })).length;
        }
        const attempts = await client.query(FORGET_ATTEMPTS);
        const artifacts = await client.query(FORGET_ARTIFACTS);
        await client.query(REMEMBER, [at]);
        return { attempts: attempts.rowCount ?? 0, artifacts: artifacts.rowCount ?? 0 };
      }),

    async restoredAt() {
      return (await pool.query<{ at: Date }>(RESTORED_AT)).rows[0]?.at;
    },
  };
}
