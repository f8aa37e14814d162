import type { Pool } from 'pg';

import type { Restoration } from '../../ports/artifacts.ts';
import type { Erasure } from '../../ports/persons.ts';
import type { Vault } from '../../ports/vault.ts';
import { COLUMNS } from './logins/authentication-columns.ts';
import type { AuthenticationRow } from './logins/authentication-row.ts';
import { statements } from './logins/authentication-statements.ts';
import { makeEndPending } from './logins/end-pending.ts';
import { inTransaction } from './pool.ts';
import { personBlindIndex } from './row-hmacs.ts';

/** The person has no index: erasing is rare, logins are frequent, and the tables are short-lived. */
const ATTEMPTS = `select ${COLUMNS} from authentication where person = any ($1) for update`;
const ERASE_ARTIFACTS = `with deleted as (
    delete from artifact where person = any ($1) or grant_id = any ($2) returning person)
  select (count(*) filter (where person is null))::int as "codesAndTokens",
    (count(*) filter (where person is not null))::int as sessions from deleted`;

interface ArtifactsRow {
  readonly codesAndTokens: number;
  readonly sessions: number;
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Vault;
}

/** Finds rows by their column `person`, and artifacts of an attempt by its id. */
export function pgErasure({ pool, vault }: Deps): Erasure {
  const blindIndex = personBlindIndex(vault);
  const endPending = makeEndPending(vault);
  return {
    erase: ({ tenantId, nationalIds }) =>
      inTransaction(pool, async (client) => {
        const indexed = nationalIds.flatMap((nationalId) => blindIndex.all(tenantId, nationalId));
        const { rows } = await client.query<AuthenticationRow>(ATTEMPTS, [indexed]);
        const pending = rows.filter(({ state }) => state === 'pending');
        await endPending(client, pending, { why: 'expired', at: (row) => row.expires_at });
        const ids = rows.map(({ id }) => id);
        const artifacts = await client.query<ArtifactsRow>(ERASE_ARTIFACTS, [indexed, ids]);
        await client.query(statements.erase.text, [ids, ids.length]);
        const { codesAndTokens = 0, sessions = 0 } = artifacts.rows[0] ?? {};
        return { attempts: ids.length, codesAndTokens, sessions };
      }),
  };
}

const DELETE_ATTEMPTS = 'delete from authentication';
const DELETE_ARTIFACTS = 'delete from artifact';
/** What ended after the backup would be open again: a session, an invitation, a change that waits for approval. */
const DELETE_ENTRANCES = ['management_session', 'management_login', 'invitation', 'approval'].map(
  (table) => `delete from ${table}`,
);
const RECORD = `insert into restored (at) values ($1)
  on conflict ("only") do update set at = excluded.at`;
const RESTORED_AT = 'select at from restored';

/** Later than any expiry. */
const FOREVER = 'infinity';
const BATCH = 1_000;

/** Empties the tables of attempts and artifacts, and records the moment in the table `restored`. */
export function pgRestoration({ pool, vault }: Deps): Restoration {
  const endPending = makeEndPending(vault);
  return {
    forget: (at) =>
      inTransaction(pool, async (client) => {
        let ended = BATCH;
        while (ended === BATCH) {
          const pending = { ...statements.findExpired, values: [FOREVER, BATCH] };
          const { rows } = await client.query<AuthenticationRow>(pending);
          // Their answers from the eID will not be read any more.
          ended = (await endPending(client, rows, { why: 'lost', at: () => at })).length;
        }
        const attempts = await client.query(DELETE_ATTEMPTS);
        const artifacts = await client.query(DELETE_ARTIFACTS);
        for (const text of DELETE_ENTRANCES) await client.query(text);
        await client.query(RECORD, [at]);
        return { attempts: attempts.rowCount ?? 0, artifacts: artifacts.rowCount ?? 0 };
      }),

    async restoredAt() {
      return (await pool.query<{ at: Date }>(RESTORED_AT)).rows[0]?.at;
    },
  };
}
