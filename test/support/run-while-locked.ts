import type pg from 'pg';

/**
 * Starts calls while a transaction holds the rows of the statement, and commits when all of them wait for the lock.
 * Each call then has to re-check its condition against the rows that the call before it left.
 */
export async function heldBack<Answer>(
  pool: pg.Pool,
  lock: string,
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(lock);
    const answers = calls.map((call) => call());
    // The caller sees the failure through the awaited result.
    for (const answer of answers) answer.catch(() => undefined);
    await untilWaiting(holder, calls.length);
    await holder.query('commit');
    return await Promise.all(answers);
  } finally {
    holder.release();
  }
}

async function untilWaiting(client: pg.ClientBase, count: number): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    // Within a transaction PostgreSQL returns the same snapshot of the activity.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.waiting ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`not all of the ${count} callers wait`);
}
