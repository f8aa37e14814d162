import type { Pool } from 'pg';
import type { Restoration } from '../../ports/artifacts.ts';
import type { Erasure } from '../../ports/persons.ts';
import type { Vault } from '../../ports/vault.ts';
import { type AuthenticationRow, personHash } from './authentication-row.ts';
import { COLUMNS, statements } from './authentication-statements.ts';
import { makeEndPending } from './end-pending.ts';
import { inTransaction } from './pool.ts';

/** Without an index on the person: erasing is rare, logins are not, and what is looked through is young. */
const ATTEMPTS = `select ${COLUMNS} from authentication where person = any ($1) for update`;
const ERASURE_FORGET_ARTIFACTS = `with gone as (
    delete from artifact where person = any ($1) or grant_id = any ($2) returning person)
  select (count(*) filter (where person is null))::int as "codesAndTokens",
    (count(*) filter (where person is not null))::int as sessions from gone`;

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
  const hash = personHash(vault);
  const endPending = makeEndPending(vault);
  return {
    erase: ({ tenantId, nationalIds }) =>
      inTransaction(pool, async (client) => {
        const hashes = nationalIds.flatMap((nationalId) => hash.all(tenantId, nationalId));
        const { rows } = await client.query<AuthenticationRow>(ATTEMPTS, [hashes]);
        const pending = rows.filter(({ state }) => state === 'pending');
        await endPending(client, pending, { why: 'expired', at: (row) => row.expires_at });
        const ids = rows.map(({ id }) => id);
        const artifacts = await client.query<ArtifactsRow>(ERASURE_FORGET_ARTIFACTS, [hashes, ids]);
        await client.query(statements.erase.text, [ids, ids.length]);
        const { codesAndTokens = 0, sessions = 0 } = artifacts.rows[0] ?? {};
        return { attempts: ids.length, codesAndTokens, sessions };
      }),
  };
}

const FORGET_ATTEMPTS = 'delete from authentication';
const RESTORATION_FORGET_ARTIFACTS = 'delete from artifact';
const REMEMBER = `insert into restored (at) values ($1)
  on conflict ("only") do update set at = excluded.at`;
const RESTORED_AT = 'select at from restored';

/** Later than anything expires. */
const EVER = 'infinity';
const AT_ONCE = 1_000;

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
        const artifacts = await client.query(RESTORATION_FORGET_ARTIFACTS);
        await client.query(REMEMBER, [at]);
        return { attempts: attempts.rowCount ?? 0, artifacts: artifacts.rowCount ?? 0 };
      }),

    async restoredAt() {
      return (await pool.query<{ at: Date }>(RESTORED_AT)).rows[0]?.at;
    },
  };
}
