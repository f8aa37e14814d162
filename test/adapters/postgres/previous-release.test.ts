import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';

import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

/**
 * One thing that a replica of the previous release asked of its database. All of them together were a tenant, its
 * keys, logins that ended in each way, and a sweep. Frozen when that release was made.
 */
interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** How many rows it answered or changed. */
  readonly rows: number;
}

const STATEMENTS: readonly Statement[] = JSON.parse(
  readFileSync(new URL('../../fixtures/previous-release.json', import.meta.url), 'utf8'),
);

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('a replica of the previous release works on the schema of this one', async () => {
  const answered: string[] = [];
  for (const { name, text, values } of STATEMENTS) {
    const { rowCount } = await client.query({ name, text, values: [...values] });
    answered.push(`${name}: ${rowCount}`);
  }
  expect(answered).toEqual(STATEMENTS.map(({ name, rows }) => `${name}: ${rows}`));
  expect(new Set(answered).size).toBeGreaterThan(40);
});
