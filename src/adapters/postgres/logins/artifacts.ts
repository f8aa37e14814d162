import { createHash } from 'node:crypto';

import type { Pool } from 'pg';

import type { Artifact, Artifacts, FoundArtifact } from '../../../ports/artifacts.ts';
import type { Clock } from '../../../ports/runtime.ts';
import type { Vault } from '../../../ports/vault.ts';
import type { Statement } from '../pool.ts';
import { personBlindIndex, unconsumedMacs } from '../row-hmacs.ts';

interface Deps {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Protocol state in Postgres. A copy of the table yields no usable code or token. */
export function pgArtifacts({ pool, vault, clock }: Deps): Artifacts {
  const valuesOf = artifactValues(vault);
  const unconsumed = unconsumedMacs(vault).ofArtifact;
  return {
    async put(artifact) {
      await run(artifactStatements.put, valuesOf(artifact));
    },

    async find(kind, id) {
      const hash = hashOf(id);
      const row = (await run(artifactStatements.find, [kind, hash])).rows[0];
      return row && artifactOf(row, { kind, hash, vault });
    },

    async consume(kind, id, at, by) {
      const hash = hashOf(id);
      const values = [kind, hash, at, by, unconsumed.all({ kind }, hash)];
      return (await run(artifactStatements.consume, values)).rowCount === 1;
    },

    async claimOnce(kind, id, expiresAt) {
      const claim = { kind, id, grantId: undefined, expiresAt, payload: {} };
      return (
        (await run(artifactStatements.claimOnce, [...valuesOf(claim), clock()])).rowCount === 1
      );
    },

    async remove(kind, id) {
      await run(artifactStatements.remove, [kind, hashOf(id)]);
    },

    async removeByGrant(kind, grantId) {
      await run(artifactStatements.removeByGrant, [kind, grantId]);
    },

    async purge(expiredBefore, limit) {
      return (await run(artifactStatements.purge, [expiredBefore, limit])).rowCount ?? 0;
    },
  };

  function run(statement: Statement, values: readonly unknown[]) {
    return pool.query<ArtifactRow>({ ...statement, values: [...values] });
  }
}

/** An artifact as the database returns it. */
export interface ArtifactRow {
  readonly payload: Buffer;
  readonly grant_id: string | null;
  readonly consumed_at: Date | null;
  readonly consumed_by: string | null;
}

/** The value of the column `id_hash`: a copy of the table yields no usable id. */
export function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

/** Makes the values of a new artifact, in the order of the statements. */
export function artifactValues(vault: Vault): (artifact: Artifact) => readonly unknown[] {
  const blindIndex = personBlindIndex(vault);
  const unconsumed = unconsumedMacs(vault).ofArtifact;
  return ({ kind, id, grantId, expiresAt, payload, person }) => {
    const hash = hashOf(id);
    const sealed = vault.seal(JSON.stringify(payload), contextOf(kind, hash, grantId));
    const indexed = person && blindIndex.of(person.tenantId, person.nationalId);
    return [kind, hash, grantId, sealed, expiresAt, indexed, unconsumed.of(kind, hash)];
  };
}

/** The key of a row, and the vault that opens it. */
interface Opening {
  readonly kind: string;
  readonly hash: Buffer;
  readonly vault: Vault;
}

/** Reads an artifact. @throws when its payload does not open */
export function artifactOf(row: ArtifactRow, { kind, hash, vault }: Opening): FoundArtifact {
  return {
    payload: JSON.parse(vault.open(row.payload, contextOf(kind, hash, row.grant_id))),
    consumedAt: row.consumed_at ?? undefined,
    consumedBy: row.consumed_by ?? undefined,
  };
}

function contextOf(kind: string, hash: Buffer, grantId: string | null | undefined): string {
  return `artifact.payload:${kind}:${hash.toString('base64url')}:${grantId ?? ''}`;
}

/** The columns of an `ArtifactRow`. */
export const ARTIFACT_COLUMNS =
  'artifact.payload, artifact.grant_id, artifact.consumed_at, artifact.consumed_by';

/** The columns of a new artifact, in the order of `artifactValues`. */
const NEW_COLUMNS = 'kind, id_hash, grant_id, payload, expires_at, person, unconsumed_mac';
const NEW_VALUES = '$1, $2, $3, $4, $5, $6, $7';
const NEW_TYPES = ['text', 'bytea', 'text', 'bytea', 'timestamptz', 'bytea', 'bytea'];

/** Consumes the artifact $1, $2 at $3, by $4, unless it is consumed. $5 are its MACs while it is unconsumed, one for each key. */
export const CONSUME = `update artifact set consumed_at = $3, consumed_by = $4, unconsumed_mac = null
  where kind = $1 and id_hash = $2 and consumed_at is null and unconsumed_mac = any ($5::bytea[])`;

/** Stores a new artifact, whose values begin at that number, for each row of a source. A `select` needs their types. */
export function storeForEach(source: string, first: number): string {
  const values = NEW_TYPES.map((type, index) => `$${first + index}::${type}`).join(', ');
  return `insert into artifact (${NEW_COLUMNS}) select ${values} from ${source}`;
}

/** Stores or replaces the artifact of the values $1 to $7. */
export const PUT = `insert into artifact (${NEW_COLUMNS}) values (${NEW_VALUES})
  on conflict (kind, id_hash) do update set grant_id = excluded.grant_id,
    payload = excluded.payload, expires_at = excluded.expires_at, person = excluded.person`;

/** Added to the kind of artifacts that were removed with their grant. */
export const REMOVED = ' removed';

/** The statements of `pgArtifacts`. */
export const artifactStatements = {
  put: {
    name: 'artifact_put',
    text: PUT,
  },

  find: {
    name: 'artifact_find',
    text: `select ${ARTIFACT_COLUMNS} from artifact where kind = $1 and id_hash = $2`,
  },

  consume: { name: 'artifact_consume', text: CONSUME },

  claimOnce: {
    name: 'artifact_claim_once',
    text: `insert into artifact (${NEW_COLUMNS}) values (${NEW_VALUES})
      on conflict (kind, id_hash) do update set expires_at = excluded.expires_at
      where artifact.expires_at < $8`,
  },

  remove: {
    name: 'artifact_remove',
    text: 'delete from artifact where kind = $1 and id_hash = $2',
  },

  /** Its content is gone. Its hash stays until it expires: a request that names it still leads to its login. */
  removeByGrant: {
    name: 'artifact_remove_by_grant',
    text: `update artifact set kind = $1 || '${REMOVED}', payload = '', person = null, unconsumed_mac = null
      where kind = $1 and grant_id = $2`,
  },

  purge: {
    name: 'artifact_purge',
    text: `delete from artifact where ctid = any(array
      (select ctid from artifact where expires_at < $1 limit $2 for update skip locked))`,
  },
} as const satisfies Readonly<Record<string, Statement>>;
