import { readFileSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openStatements, type Statements } from '../support/statements.ts';

const MAP = readFileSync('docs/data-map.md', 'utf8');

let database: TestDatabase;
let statements: Statements;
beforeAll(async () => {
  database = await createTestDatabase();
  statements = openStatements(database.url);
});
afterAll(async () => {
  await statements.close();
  await database.drop();
});

test('the data map has every column of the schema, and no other', async () => {
  const rows = await statements.sql(
    `select table_name, column_name from information_schema.columns
      where table_schema = current_schema() and table_name not like 'knex\\_%'`,
  );
  const stored = rows.map((row) => `${row.table_name}.${row.column_name}`);
  const mapped = mappedColumns();
  expect(stored.filter((column) => !mapped.has(column)).toSorted()).toEqual([]);
  const tables = new Set(rows.map((row) => String(row.table_name)));
  const headings = MAP.split('\n').filter((line) => line.startsWith('## '));
  expect(headings.flatMap(namesIn).filter((table) => !tables.has(table))).toEqual([]);
  const columns = new Set(rows.map((row) => String(row.column_name)));
  const strange = [...mapped].map((name) => name.split('.')[1] ?? '');
  expect(strange.filter((column) => !columns.has(column))).toEqual([]);
});

/** `table.column`; a section about several tables has the columns of each. */
function mappedColumns(): ReadonlySet<string> {
  const sections = MAP.split(/^## /m).slice(1);
  return new Set(
    sections.flatMap((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const rows = lines.filter((line) => line.startsWith('| `'));
      const columns = rows.flatMap((row) => namesIn(row.split('|')[1] ?? ''));
      return namesIn(heading).flatMap((table) => columns.map((column) => `${table}.${column}`));
    }),
  );
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}
