import pg from 'pg';

/** Single statements on a test's database. */
export interface Statements {
  sql(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Opens a pool that connects at the first statement. */
export function openStatements(url: string): Statements {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  return {
    sql: async (text, values = []) => (await pool.query(text, [...values])).rows,
    close: () => pool.end(),
  };
}
