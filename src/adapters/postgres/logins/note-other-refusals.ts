import type { Pool } from 'pg';

import type { LoginTimeline } from '../../../domain/login-timeline.ts';
import { type OtherRefusal, withOtherRefusal } from '../../../domain/other-refusals.ts';
import { inTransaction, type Statement } from '../pool.ts';
import { KEYED_NOTES } from './timeline-statements.ts';

/** The timelines of the notes, locked. One that another statement holds has no steps, and is not waited for. */
const LOCK: Statement = {
  name: 'timeline_lock',
  text: `with ${KEYED_NOTES},
      free as (select login_key, tenant_id, steps from login_timeline
        where login_key in (select key from keyed) for update skip locked)
    select keyed.n, keyed.key, free.steps from keyed
      join login_timeline as held on held.login_key = keyed.key and held.tenant_id = keyed.tenant_id
      left join free on free.login_key = keyed.key
      order by keyed.n`,
};

const WRITE: Statement = {
  name: 'timeline_write_refusals',
  text: `update login_timeline set steps = given.steps, left_out = login_timeline.left_out + given.left_out,
      error = given.error
    from jsonb_to_recordset($1::jsonb) as given (key text, steps jsonb, left_out integer, error text)
    where login_key = given.key`,
};

interface LockedRow {
  readonly n: number;
  readonly key: string;
  readonly steps: LoginTimeline['steps'] | null;
}

interface Written {
  readonly key: string;
  readonly steps: LoginTimeline['steps'];
  readonly left_out: number;
  readonly error: string;
}

/**
 * Adds refusals of others to the timelines of the logins that they name, which `notes` has as JSON in the same order. Returns the
 * numbers of those whose timeline another statement is writing.
 */
export function noteOtherRefusals(
  pool: Pool,
  notes: readonly object[],
  refusals: readonly OtherRefusal[],
): Promise<readonly number[]> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<LockedRow>({ ...LOCK, values: [JSON.stringify(notes)] });
    const written = new Map<string, Written>();
    for (const { n, key, steps: stored } of rows) {
      const refusal = refusals[n];
      if (stored === null || refusal === undefined) continue;
      const before = written.get(key);
      const { steps, leftOut } = withOtherRefusal(before?.steps ?? stored, refusal);
      const left = (before?.left_out ?? 0) + leftOut;
      written.set(key, { key, steps, left_out: left, error: refusal.key });
    }
    if (written.size > 0) {
      await client.query({ ...WRITE, values: [JSON.stringify([...written.values()])] });
    }
    return rows.filter(({ steps }) => steps === null).map(({ n }) => n);
  });
}
