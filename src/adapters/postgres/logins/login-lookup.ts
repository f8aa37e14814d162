import type { Pool } from 'pg';

import { isPending } from '../../../domain/authentication.ts';
import type { SupportCode } from '../../../domain/support-code.ts';
import type { ArtifactName } from '../../../ports/artifacts.ts';
import type {
  AuthenticationSnapshot,
  LeaseRequest,
  LoadedLogin,
  LoginLookup,
} from '../../../ports/authentications.ts';
import type { Vault } from '../../../ports/vault.ts';
import type { Statement } from '../pool.ts';
import { type ArtifactRow, artifactOf, artifactValues, hashOf, PUT } from './artifacts.ts';
import { COLUMN_NAMES, COLUMNS } from './authentication-columns.ts';
import { type AuthenticationRow, parseAuthenticationRow } from './authentication-row.ts';
import { PENDING } from './authentication-statements.ts';
import { throwTakenCode } from './taken-code.ts';
import { lookupHash, stepsJson } from './timeline-steps.ts';

const STORED = `select payload, grant_id, consumed_at, consumed_by, expires_at as login_expires_at
  from artifact where kind = $1 and id_hash = $2`;
const CODE = 'select code from login_timeline where login_key = $3';
const LATEST = `select ${COLUMNS} from authentication where login_id = $3
  order by sequence desc limit 1`;

const BEGIN: Statement = {
  name: 'login_begin',
  text: `with stored as (${PUT})
    insert into login_timeline (login_key, tenant_id, code, issuer, client_id, channel, acr, began_at, state_hash,
      reference_hash, steps)
    values ($8, $9, $10, $11, $12, 'browser', $13, $14, $15, $16, $17)
    on conflict (login_key) do nothing`,
};

const LOAD: Statement = {
  name: 'login_load',
  text: `select stored.payload, stored.grant_id, stored.consumed_at, stored.consumed_by, (${CODE}) as login_code,
      null::integer as lease, latest.*
    from (${STORED}) stored left join (${LATEST}) latest on true`,
};

/**
 * The leased row may be newer than the row in `latest`, so it is the one that is returned. Its own conditions use its
 * primary key as the only index. The expiry of an attempt never changes, so `latest` can check it.
 */
const LOAD_AND_LEASE: Statement = {
  name: 'login_load_and_lease',
  text: `with stored as (${STORED}),
      latest as (${LATEST}),
      leased as (update authentication set collect_after = $5, lease = authentication.lease + 1
        from latest, stored
        where authentication.id = latest.id and stored.login_expires_at > $4
          and latest.expires_at > $4 and authentication.collect_after <= $4 and ${PENDING}
        returning authentication.lease, ${COLUMNS}),
      snapshot as (select lease, ${COLUMN_NAMES} from leased
        union all select null, ${COLUMN_NAMES} from latest where not exists (select from leased))
    select stored.payload, stored.grant_id, stored.consumed_at, stored.consumed_by, (${CODE}) as login_code, snapshot.*
    from stored left join snapshot on true`,
};

/** An artifact beside the columns of its latest attempt, which are null when there is none. */
type Row = ArtifactRow & { readonly login_code: SupportCode | null } & (
    | LeasedRow
    | { readonly id: null }
  );

interface LeasedRow extends AuthenticationRow {
  /** Null when none was acquired. */
  readonly lease: number | null;
}

/** Loads logins with their attempts, from the two tables in one statement. */
export function pgLoginLookup({
  pool,
  vault,
}: {
  readonly pool: Pool;
  readonly vault: Vault;
}): LoginLookup {
  const valuesOf = artifactValues(vault);
  return {
    async begin(artifact, login) {
      const { tenantId, code, issuer, clientId, acr, at } = login;
      const hashes = [lookupHash(tenantId, login.state), lookupHash(tenantId, login.reference)];
      const facts = [artifact.id, tenantId, code, issuer, clientId, acr, at, ...hashes];
      const values = [...valuesOf(artifact), ...facts, stepsJson(at, { what: 'begun' })];
      await pool.query({ ...BEGIN, values }).catch(throwTakenCode);
    },
    load: (kind, id) => run(LOAD, { kind, id }),
    loadAndLease: (kind, id, leaseRequest) => run(LOAD_AND_LEASE, { kind, id }, leaseRequest),
  };

  async function run(
    statement: Statement,
    { kind, id }: ArtifactName,
    leaseRequest?: LeaseRequest,
  ): Promise<LoadedLogin | undefined> {
    const hash = hashOf(id);
    const lease = leaseRequest === undefined ? [] : [leaseRequest.now, leaseRequest.leaseUntil];
    const { rows } = await pool.query<Row>({ ...statement, values: [kind, hash, id, ...lease] });
    const row = rows[0];
    if (row === undefined) return undefined;
    const snapshot = row.id === null ? undefined : snapshotOf(row, leaseRequest);
    const stored = artifactOf(row, { kind, hash, vault });
    return { stored, supportCode: row.login_code ?? undefined, snapshot };
  }

  function snapshotOf(
    row: LeasedRow,
    leaseRequest: LeaseRequest | undefined,
  ): AuthenticationSnapshot {
    const authentication = parseAuthenticationRow(row, vault);
    const isLeased = leaseRequest !== undefined && row.lease !== null && isPending(authentication);
    if (!isLeased) return { authentication, lease: undefined };
    const { now: began, leaseUntil: until } = leaseRequest;
    return { authentication, lease: { fencingToken: row.lease, began, until, authentication } };
  }
}
