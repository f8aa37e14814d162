import type { Pool, QueryResultRow } from 'pg';

import type { Answer } from '../../../domain/login-timeline.ts';
import type { Artifact, ArtifactName, Issuance } from '../../../ports/artifacts.ts';
import type { Vault } from '../../../ports/vault.ts';
import type { Statement } from '../pool.ts';
import { unconsumedMacs } from '../row-hmacs.ts';
import {
  ARTIFACT_COLUMNS,
  type ArtifactRow,
  artifactOf,
  artifactValues,
  CONSUME,
  hashOf,
  storeForEach,
} from './artifacts.ts';
import { COLUMNS } from './authentication-columns.ts';
import { type AuthenticationRow, parseAuthenticationRow } from './authentication-row.ts';
import { CONSUME_RESULT } from './authentication-statements.ts';
import { appendSteps } from './timeline-statements.ts';
import { stepsJson } from './timeline-steps.ts';

const FIND_WITH_GRANT = {
  name: 'issuance_find_with_grant',
  text: `select ${ARTIFACT_COLUMNS}, ${COLUMNS} from artifact
    left join authentication on authentication.id = artifact.grant_id
    where artifact.kind = $1 and artifact.id_hash = $2`,
};

/** The attempt is $1, the moment $2, its MACs $3, its login $4 and $5; the values of a stored artifact, if any, $6 to $12. */
const ISSUE = {
  name: 'issuance_issue',
  text: `with consumed as (${CONSUME_RESULT} returning id, login_id),
    deleted as (delete from artifact
      where kind = $4 and id_hash = $5 and exists (select from consumed)),
    stored as (${storeForEach('consumed', 6)} where $6::text is not null),
    step as (${appendSteps('consumed', '$13::jsonb', { room: 'outcome' })})
    select from consumed`,
};
const NOTHING = [null, null, null, null, null, null, null];

/** The consumed artifact is $1 and $2, the moment $3, its MACs $5; the values of the stored one are $6 to $12. */
const EXCHANGE = {
  name: 'issuance_exchange',
  text: `with consumed as (${CONSUME} returning grant_id),
    attempt as (select id, login_id from consumed join authentication on id = grant_id),
    step as (${appendSteps('attempt', '$13::jsonb', { room: 'outcome' })})
    ${storeForEach('consumed', 6)}`,
};

type FoundRow = ArtifactRow & (AuthenticationRow | { readonly id: null });

interface Deps {
  readonly pool: Pool;
  readonly vault: Vault;
}

/** Each operation changes both tables in one statement. */
export function pgIssuance({ pool, vault }: Deps): Issuance {
  const valuesOf = artifactValues(vault);
  const unconsumed = unconsumedMacs(vault);
  return {
    async findWithGrant(kind, id) {
      const hash = hashOf(id);
      const row = (await run<FoundRow>(FIND_WITH_GRANT, [kind, hash])).rows[0];
      if (row === undefined) return undefined;
      const artifact = artifactOf(row, { kind, hash, vault });
      return { artifact, grant: row.id === null ? undefined : parseAuthenticationRow(row, vault) };
    },

    async issue({ id }, at, { stored, login }) {
      const macs = unconsumed.ofAuthentication.all(id);
      const steps = stepsJson(at, { what: 'told', answer: answerOf(stored) });
      const artifact = stored ? valuesOf(stored) : NOTHING;
      const values = [id, at, macs, ...nameOf(login), ...artifact, steps];
      return (await run(ISSUE, values)).rowCount === 1;
    },

    async exchange(used, at, stored) {
      const hash = hashOf(used.id);
      const macs = unconsumed.ofArtifact.all(used, hash);
      const steps = stepsJson(at, { what: 'redeemed' });
      const values = [used.kind, hash, at, null, macs, ...valuesOf(stored), steps];
      return (await run(EXCHANGE, values)).rowCount === 1;
    },
  };

  function run<R extends QueryResultRow>(statement: Statement, values: unknown[]) {
    return pool.query<R>({ ...statement, values });
  }
}

/** The kind of a code ends with the library's name of it. */
function answerOf(stored: Artifact | undefined): Answer {
  if (stored === undefined) return 'claims';
  return stored.kind.endsWith('Code') ? 'code' : 'tokens';
}

function nameOf(name: ArtifactName | undefined): readonly unknown[] {
  return name === undefined ? [null, null] : [name.kind, hashOf(name.id)];
}
