import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { SECTIONS } from './statements.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

/** Where a statement is tested: the file, and the test's name without its mark. */
export interface Place {
  readonly file: string;
  readonly test: string;
}

/** The tests that name each statement. A test names one with `(spec <id>)` or `(spec <id>, <id>)` in its title. */
export function slotsById(): ReadonlyMap<string, readonly Place[]> {
  const concurrencyLimit = new Map<string, Place[]>();
  for (const file of testFiles()) {
    for (const { title, ids } of marksIn(readFileSync(join(ROOT, file), 'utf8'))) {
      for (const id of ids) {
        concurrencyLimit.set(id, [...(concurrencyLimit.get(id) ?? []), { file, test: title }]);
      }
    }
  }
  return concurrencyLimit;
}

/** Every mark that stands in a test and that `placesById` does not understand. */
export function unreadMarks(): readonly string[] {
  return testFiles().flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const begun = source.match(/\(spec /g)?.length ?? 0;
    return begun === marksIn(source).length ? [] : [file];
  });
}

/** The whole document. */
export function coverageDocument(): string {
  const concurrencyLimit = slotsById();
  const head = [
    '# What the specification says, and the tests that name it',
    '',
    'Made by the tests; `UPDATE_DOCS=1 npm test -- specification` writes it anew. A statement without a test fails them. The title of',
    'such a test ends with `(spec <statement>)`. What the specification tells about operations (test users, certificates) stands in',
    '[operations](operations.md); where it is silent, and where a standard pulls the other way, [divergences](divergences.md) says what we chose.',
  ];
  const sections = SECTIONS.flatMap(({ title, statements }) => [
    '',
    `## ${title}`,
    '',
    '| statement | says | tested in |',
    '|---|---|---|',
    ...statements.map(
      ({ id, says }) => `| \`${id}\` | ${says} | ${told(concurrencyLimit.get(id) ?? [])} |`,
    ),
  ]);
  return `${[...head, ...sections].join('\n')}\n`;
}

function told(concurrencyLimit: readonly Place[]): string {
  const files = [...new Set(concurrencyLimit.map(({ file }) => file))].toSorted();
  return files.map((file) => `\`${file}\``).join(', ') || 'nowhere';
}

function testFiles(): readonly string[] {
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/test`);
  return ['test', ...packages].flatMap(testFilesBelow).toSorted();
}

function testFilesBelow(folder: string): readonly string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.test.ts')).map((file) => join(folder, file));
}

function marksIn(source: string): readonly { title: string; ids: readonly string[] }[] {
  const marks = source.matchAll(/['"`]([^'"`\n]*?) ?\(spec ([a-z0-9., -]+)\)['"`]/g);
  return [...marks].map(([, title = '', ids = '']) => ({ title, ids: ids.split(/,\s*/) }));
}
