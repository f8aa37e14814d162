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
  const rewrites = process.env.UPDATE_DOCS === '1';
  if (rewrites) addSection(name);
  const text = readFileSync(FILE, 'utf8');
  const block = new RegExp(`(<!-- table: ${name} -->\n)[^]*?(\n<!-- end of table -->)`);
  const [, before, after] = block.exec(text) ?? [];
  if (rewrites)
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

/** The section of an eID without one, behind the others. */
function addSection(name: string): void {
  const text = readFileSync(FILE, 'utf8');
  const start = `<!-- table: ${name} -->\n`;
  if (text.includes(start)) return;
  const link = `[What to order](eids/${name}.md).`;
  writeFileSync(FILE, `${text}\n### ${name}\n\n${link}\n\n${start}\n<!-- end of table -->\n`);
}
