import type { Pool } from 'pg';

import { isPending } from '../../domain/authentication.ts';
import type { AttemptSnapshot, LeaseRequest, LoginLookup } from '../../ports/authentications.ts';
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
  text: `select stored.payload, stored.grant_id, stored.consumed_at, stored.consumed_by, null::integer as lease, latest.*
    from (${STORED}) stored left join (${LATEST}) latest on true`,
};

/**
 * The row that was taken may be newer than the one that was found, so it is the one that counts. Its own columns
 * have no condition that an index could serve but its key: when it expires never changes, so `latest` answers that.
 */
const FIND_AND_LEASE: Statement = {
  name: 'login_lookup_turn',
  text: `with stored as (${STORED}),
      latest as (${LATEST}),
      taken as (update authentication set collect_after = $5, lease = authentication.lease + 1
        from latest, stored
        where authentication.id = latest.id and stored.login_expires_at > $4
          and latest.expires_at > $4 and authentication.collect_after <= $4 and ${PENDING}
        returning authentication.lease, ${COLUMNS}),
      looked as (select lease, ${TAKEN} from taken
        union all select null, ${TAKEN} from latest where not exists (select from taken))
    select stored.payload, stored.grant_id, stored.consumed_at, stored.consumed_by, looked.*
    from stored left join looked on true`,
};

/** An artifact beside the columns of its latest attempt, which are null when there is none. */
type Row = ArtifactRow & (AttemptRow | { readonly id: null });

interface AttemptRow extends AuthenticationRow {
  /** Null when none was taken. */
  readonly lease: number | null;
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Vault;
}

/** Logins and their attempts, out of the two tables at once. */
export function pgLoginLookup({ pool, vault }: Deps): LoginLookup {
  return {
    async find(kind, id, leaseRequest) {
      const hash = hashOf(id);
      const place = [kind, hash, id];
      const { rows } =
        leaseRequest === undefined
          ? await pool.query<Row>({ ...FIND, values: place })
          : await pool.query<Row>({
              ...FIND_AND_LEASE,
              values: [...place, leaseRequest.now, leaseRequest.leaseUntil],
            });
      const row = rows[0];
      if (row === undefined) return undefined;
      const snapshot = row.id === null ? undefined : snapshotFrom(row, leaseRequest);
      return { stored: artifactOf(row, { kind, hash, vault }), snapshot };
    },
  };

  function snapshotFrom(row: AttemptRow, leaseRequest: LeaseRequest | undefined): AttemptSnapshot {
    const attempt = authenticationOf(row, vault);
    const isTaken = leaseRequest !== undefined && row.lease !== null && isPending(attempt);
    if (!isTaken) return { attempt, lease: undefined };
    const { now: began, leaseUntil: until } = leaseRequest;
    return { attempt, lease: { number: row.lease, began, until, attempt } };
  }
}
