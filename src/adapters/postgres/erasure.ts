import type { Pool } from 'pg';

import type { Erasure } from '../../ports/erasure.ts';
import type { Vault } from '../../ports/vault.ts';
import type { AuthenticationRow } from './authentication-row.ts';
import { COLUMNS, statements } from './authentication-statements.ts';
import { makeEndPending } from './end-pending.ts';
import { inTransaction } from './in-transaction.ts';
import { personHash } from './person-hash.ts';

/** Without an index on the person: erasing is rare, logins are not, and what is looked through is young. */
const ATTEMPTS = `select ${COLUMNS} from authentication where person = any ($1) for update`;
const FORGET_ARTIFACTS = `with gone as (
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
        const artifacts = await client.query<ArtifactsRow>(FORGET_ARTIFACTS, [hashes, ids]);
        await client.query(statements.erase.text, [ids, ids.length]);
        const { codesAndTokens = 0, sessions = 0 } = artifacts.rows[0] ?? {};
        return { attempts: ids.length, codesAndTokens, sessions };
      }),
  };
}
