import type { Pool } from 'pg';

import type { Artifacts } from '../../ports/artifacts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Vault } from '../../ports/vault.ts';
import { type ArtifactRow, artifactOf, artifactValues, hashOf } from './artifact-row.ts';
import { artifactStatements as statements } from './artifact-statements.ts';
import type { Statement } from './authentication-statements.ts';
import { unusedMarks } from './unused-marks.ts';

interface Deps {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Protocol state in Postgres. A copy of the table yields no usable code or token. */
export function pgArtifacts({ pool, vault, clock }: Deps): Artifacts {
  const valuesOf = artifactValues(vault);
  const unused = unusedMarks(vault).ofArtifact;
  return {
    async put(artifact) {
      await run(statements.put, valuesOf(artifact));
    },

    async find(kind, id) {
      const hash = hashOf(id);
      const row = (await run(statements.find, [kind, hash])).rows[0];
      return row && artifactOf(row, { kind, hash, vault });
    },

    async consume(kind, id, at, by) {
      const hash = hashOf(id);
      const values = [kind, hash, at, by, unused.all({ kind }, hash)];
      return (await run(statements.consume, values)).rowCount === 1;
    },

    async claimOnce(kind, id, expiresAt) {
      const claim = { kind, id, grantId: undefined, expiresAt, payload: {} };
      return (await run(statements.claimOnce, [...valuesOf(claim), clock()])).rowCount === 1;
    },

    async remove(kind, id) {
      await run(statements.remove, [kind, hashOf(id)]);
    },

    async removeByGrant(kind, grantId) {
      await run(statements.removeByGrant, [kind, grantId]);
    },

    async purge(expiredBefore, limit) {
      return (await run(statements.purge, [expiredBefore, limit])).rowCount ?? 0;
    },
  };

  function run(statement: Statement, values: readonly unknown[]) {
    return pool.query<ArtifactRow>({ ...statement, values: [...values] });
  }
}
