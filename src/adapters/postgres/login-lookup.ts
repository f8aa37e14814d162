import type { Pool } from 'pg';

import { isPending } from '../../domain/authentication.ts';
import type { Asking, LoginLookup, Look } from '../../ports/authentications.ts';
import type { Vault } from '../../ports/vault.ts';
import { type ArtifactRow, artifactOf, hashOf } from './artifacts.ts';
import { type AuthenticationRow, authenticationOf } from './authentication-row.ts';
import { COLUMNS, PENDING, type Statement, TAKEN } from './authentication-statements.ts';

const STORED = `select payload, grant_id, consumed_at, consumed_by, expires_at as login_expires_at
  from artifact where kind = $1 and id_hash = $2`;
const LATEST = `select ${COLUMNS} from authentication where login_id = $3
  order by sequence desc limit 1`;

const FIND: Statement = {
  name: 'login_lookup',
  text: `select stored.payload, stored.grant_id, stored.consumed_at, stored.consumed_by, null::integer as turn, latest.*
    from (${STORED}) stored left join (${LATEST}) latest on true`,
};

/**
 * The row that was taken may be newer than the one that was found, so it is the one that counts. Its own columns
 * have no condition that an index could serve but its key: when it expires never changes, so `latest` answers that.
 */
const FIND_AND_TAKE_TURN: Statement = {
  name: 'login_lookup_turn',
  text: `with stored as (${STORED}),
      latest as (${LATEST}),
      taken as (update authentication set collect_after = $5, turn = authentication.turn + 1
        from latest, stored
        where authentication.id = latest.id and stored.login_expires_at > $4
          and latest.expires_at > $4 and authentication.collect_after <= $4 and ${PENDING}
        returning authentication.turn, ${COLUMNS}),
      looked as (select turn, ${TAKEN} from taken
        union all select null, ${TAKEN} from latest where not exists (select from taken))
    select stored.payload, stored.grant_id, stored.consumed_at, stored.consumed_by, looked.*
    from stored left join looked on true`,
};

/** An artifact beside the columns of its latest attempt, which are null when there is none. */
type Row = ArtifactRow & (AttemptRow | { readonly id: null });

interface AttemptRow extends AuthenticationRow {
  /** Null when none was taken. */
  readonly turn: number | null;
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Vault;
}

/** Logins and their attempts, out of the two tables at once. */
export function pgLoginLookup({ pool, vault }: Deps): LoginLookup {
  return {
    async find(kind, id, asking) {
      const hash = hashOf(id);
      const place = [kind, hash, id];
      const { rows } =
        asking === undefined
          ? await pool.query<Row>({ ...FIND, values: place })
          : await pool.query<Row>({
              ...FIND_AND_TAKE_TURN,
              values: [...place, asking.now, asking.leaseUntil],
            });
      const row = rows[0];
      if (row === undefined) return undefined;
      const look = row.id === null ? undefined : lookOf(row, asking);
      return { stored: artifactOf(row, { kind, hash, vault }), look };
    },
  };

  function lookOf(row: AttemptRow, asking: Asking | undefined): Look {
    const attempt = authenticationOf(row, vault);
    const isTaken = asking !== undefined && row.turn !== null && isPending(attempt);
    if (!isTaken) return { attempt, turn: undefined };
    const { now: began, leaseUntil: until } = asking;
    return { attempt, turn: { number: row.turn, began, until, attempt } };
  }
}
