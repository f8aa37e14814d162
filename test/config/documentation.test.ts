import { readFileSync, writeFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import { eidModules } from '../../src/adapters/eid/registry.ts';
import { environmentSchema } from '../../src/config/environment/environment-schema.ts';
import { fileSchema } from '../../src/config/file/schema.ts';
import { settingsTable } from './settings-table.ts';

const FILE = 'docs/configuration.md';

const tables = new Map([
  ['environment', settingsTable(environmentSchema)],
  ['file', settingsTable(fileSchema)],
  ...eidModules.map(({ offer, settings }) => [offer.name, settingsTable(settings)] as const),
]);

// `UPDATE_DOCS=1 npm test -- test/config/documentation` writes them anew.
test.each([...tables])('the table "%s" matches the schema', (name, table) => {
  const text = readFileSync(FILE, 'utf8');
  const block = new RegExp(`(<!-- table: ${name} -->\n)[^]*?(\n<!-- end of table -->)`);
  const [, before, after] = block.exec(text) ?? [];
  if (process.env.UPDATE_DOCS === '1')
    writeFileSync(
      FILE,
      text.replace(block, () => before + table + after),
    );

  expect(before).toBeDefined();
  expect(readFileSync(FILE, 'utf8')).toContain(`${before}${table}${after}`);
});

test.each([...eidModules])('every setting of $offer.name is explained', ({ settings }) => {
  const silent = settingsTable(settings)
    .split('\n')
    .filter((row) => row.endsWith('|  |') && !row.includes('| mapping |'));

  expect(silent).toEqual([]);
});
