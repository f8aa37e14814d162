import type { Statement } from './authentication-statements.ts';

/** What makes an `ArtifactRow`. */
export const ARTIFACT_COLUMNS =
  'artifact.payload, artifact.grant_id, artifact.consumed_at, artifact.consumed_by';

/** What every new artifact has, in the order of `artifactValues`. */
const NEW_COLUMNS = 'kind, id_hash, grant_id, payload, expires_at, person, unused';
const NEW_VALUES = '$1, $2, $3, $4, $5, $6, $7';
const NEW_TYPES = ['text', 'bytea', 'text', 'bytea', 'timestamptz', 'bytea', 'bytea'];

/** Consumes the artifact $1, $2 at $3, by $4, if nobody has. $5 are the marks of an unused one, one for each key. */
export const CONSUME = `update artifact set consumed_at = $3, consumed_by = $4, unused = null
  where kind = $1 and id_hash = $2 and consumed_at is null and unused = any ($5::bytea[])`;

/** Stores a new artifact, whose values begin at that number, for each row of a source. Types are named: a `select` knows none. */
export function storeForEach(source: string, first: number): string {
  const values = NEW_TYPES.map((type, index) => `$${first + index}::${type}`).join(', ');
  return `insert into artifact (${NEW_COLUMNS}) select ${values} from ${source}`;
}

/** The statements of `pgArtifacts`, each by what it does. */
export const artifactStatements = {
  put: {
    name: 'artifact_put',
    text: `insert into artifact (${NEW_COLUMNS}) values (${NEW_VALUES})
      on conflict (kind, id_hash) do update set grant_id = excluded.grant_id,
        payload = excluded.payload, expires_at = excluded.expires_at, person = excluded.person`,
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

  removeByGrant: {
    name: 'artifact_remove_by_grant',
    text: 'delete from artifact where kind = $1 and grant_id = $2',
  },

  purge: {
    name: 'artifact_purge',
    text: `delete from artifact where ctid = any(array
      (select ctid from artifact where expires_at < $1 limit $2 for update skip locked))`,
  },
} as const satisfies Readonly<Record<string, Statement>>;
