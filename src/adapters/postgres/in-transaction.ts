import type { ClientBase, Pool } from 'pg';

/** Does the work on one connection, all of it or nothing. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // A connection whose transaction failed is not worth keeping; closing it rolls back.
    client.release(true);
    throw error;
  }
}
