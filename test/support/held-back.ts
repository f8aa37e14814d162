import type pg from 'pg';

/**
 * Sends callers off while the rows that the statement locks are held, and lets go when all of them wait: whatever
 * they judged by before, they must judge by what the one before them left.
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
    // What fails is told by whoever awaits the answers.
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
    // Of a transaction's own snapshot the activity would be the same each time.
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
