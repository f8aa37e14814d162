import { createHash } from 'node:crypto';

import type { Pool } from 'pg';

import type { JsonObject } from '../../domain/json.ts';
import type { Artifacts } from '../../ports/artifacts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Vault } from '../../ports/vault.ts';
import { personHash } from './person-hash.ts';

const PUT = `insert into artifact (kind, id_hash, grant_id, payload, expires_at, person)
  values ($1, $2, $3, $4, $5, $6) on conflict (kind, id_hash) do update
  set grant_id = excluded.grant_id, payload = excluded.payload, expires_at = excluded.expires_at,
    person = excluded.person`;
const FIND =
  'select payload, consumed_at, consumed_by from artifact where kind = $1 and id_hash = $2';
const CONSUME = `update artifact set consumed_at = $3, consumed_by = $4
  where kind = $1 and id_hash = $2 and consumed_at is null`;
const CLAIM_ONCE = `insert into artifact (kind, id_hash, payload, expires_at) values ($1, $2, $3, $4)
  on conflict (kind, id_hash) do update set expires_at = excluded.expires_at
  where artifact.expires_at < $5`;
const REMOVE = 'delete from artifact where kind = $1 and id_hash = $2';
const REMOVE_BY_GRANT = 'delete from artifact where kind = $1 and grant_id = $2';
const PURGE = `delete from artifact where ctid = any(array
  (select ctid from artifact where expires_at < $1 limit $2 for update skip locked))`;

interface Row {
  readonly payload: string;
  readonly consumed_at: Date | null;
  readonly consumed_by: string | null;
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Protocol state in Postgres. A copy of the table yields no usable code or token. */
export function pgArtifacts({ pool, vault, clock }: Deps): Artifacts {
  const hashed = personHash(vault);
  return {
    async put({ kind, id, grantId, expiresAt, payload, person }) {
      const hash = hashOf(id);
      const sealed = vault.seal(JSON.stringify(payload), contextOf(kind, hash));
      const whom = person && hashed.of(person.tenantId, person.nationalId);
      await run('artifact_put', PUT, [kind, hash, grantId, sealed, expiresAt, whom]);
    },

    async find(kind, id) {
      const hash = hashOf(id);
      const row = (await run('artifact_find', FIND, [kind, hash])).rows[0];
      if (row === undefined) return undefined;
      const payload: JsonObject = JSON.parse(vault.open(row.payload, contextOf(kind, hash)));
      const { consumed_at: at, consumed_by: by } = row;
      return { payload, consumedAt: at ?? undefined, consumedBy: by ?? undefined };
    },

    async consume(kind, id, at, by) {
      return (await run('artifact_consume', CONSUME, [kind, hashOf(id), at, by])).rowCount === 1;
    },

    async claimOnce(kind, id, expiresAt) {
      const hash = hashOf(id);
      const nothing = vault.seal('{}', contextOf(kind, hash));
      const values = [kind, hash, nothing, expiresAt, clock()];
      return (await run('artifact_claim_once', CLAIM_ONCE, values)).rowCount === 1;
    },

    async remove(kind, id) {
      await run('artifact_remove', REMOVE, [kind, hashOf(id)]);
    },

    async removeByGrant(kind, grantId) {
      await run('artifact_remove_by_grant', REMOVE_BY_GRANT, [kind, grantId]);
    },

    async purge(expiredBefore, limit) {
      return (await run('artifact_purge', PURGE, [expiredBefore, limit])).rowCount ?? 0;
    },
  };

  function run(name: string, text: string, values: unknown[]) {
    return pool.query<Row>({ name, text, values });
  }
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

function contextOf(kind: string, hash: Buffer): string {
  return `artifact.payload:${kind}:${hash.toString('base64url')}`;
}
