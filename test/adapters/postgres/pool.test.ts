import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { openPool } from '../../../src/adapters/postgres/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('openPool', () => {
  test('refuses a caller for whom no connection comes free, instead of holding it', async () => {
    const pool = openPool({ url: database.url, size: 1 }, silent());
    const held = await pool.connect();
    await expect(pool.query('select 1')).rejects.toThrow('timeout exceeded when trying to connect');
    held.release();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  test('survives that the server ends an idle connection, and says so', async () => {
    const log = silent();
    const pool = openPool({ url: database.url, size: 2 }, log);
    const { rows } = await pool.query('select pg_backend_pid() as pid');
    const killer = openPool({ url: database.url, size: 1 }, log);
    await killer.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await killer.end();
    await log.warned;
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});

function silent() {
  let tell = (_event: string) => {};
  const warned = new Promise<string>((resolve) => {
    tell = resolve;
  });
  return { info() {}, warn: (event: string) => tell(event), error() {}, warned };
}
