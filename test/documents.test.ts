import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ELSEWHERE = new Set(['node_modules', 'dist', '.git', '.data', 'coverage']);
const FILES = filesBelow(ROOT);
const DOCUMENTS = FILES.filter((file) => file.endsWith('.md'));

/** Folders of people's own files: such a path exists on one machine only. */
const MACHINE_PATH = /(?<![\w.:/~-])\/(?:Users|home|root|work|tmp|mnt|srv|private)\/[\w.-]/;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (ELSEWHERE.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [relative(ROOT, path)];
  });
}

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function relativeLinks(text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^(?:[a-z]+:|#)/.test(link));
}

test.each(DOCUMENTS)('every link of %s leads to an existing target', (document) => {
  const broken = relativeLinks(textOf(document)).filter(
    (link) => !existsSync(join(ROOT, dirname(document), link.split('#')[0] ?? '')),
  );
  expect(broken).toEqual([]);
});

test.each(DOCUMENTS)('every source file that %s names exists', (document) => {
  const named = [...textOf(document).matchAll(/`([\w/.-]+\.(?:ts|mjs|ya?ml))`/g)].map(
    ([, name = '']) => name,
  );
  const unknown = named.filter((name) => !FILES.some((file) => `/${file}`.endsWith(`/${name}`)));
  expect(unknown).toEqual([]);
});

// An interactive zsh has no comments: it takes the first word of one for an argument or a command.
test.each(DOCUMENTS)('no shell block of %s has a comment', (document) => {
  const blocks = [...textOf(document).matchAll(/^```sh\n(.*?)^```/gms)].map(
    ([, block = '']) => block,
  );
  expect(blocks.flatMap((block) => block.match(/(?:^|\s)#.*$/gm) ?? [])).toEqual([]);
});

test('the README fits on a few screens', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(150);
});

test('every document is on exactly one shelf of the index', () => {
  const linked = relativeLinks(textOf('docs/README.md')).map((link) => join('docs', link));
  const unshelved = DOCUMENTS.filter((file) => file.startsWith('docs/'))
    .filter((file) => file !== 'docs/README.md')
    .filter((file) => linked.filter((link) => link === file).length !== 1);
  expect(unshelved).toEqual([]);
  const shelves = textOf('docs/README.md').match(/^## .*$/gm);
  expect(shelves).toEqual(['## Start', '## How to', '## Reference', '## Why']);
});

test('no file names a path of one machine', () => {
  const naming = FILES.filter(
    (file) => /^(?:docs|packages|src|test)\/|\.md$/.test(file) && !/\.(?:png|p12)$/.test(file),
  ).flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, index) => (MACHINE_PATH.test(line) ? [`${file}:${index + 1}`] : [])),
  );
  expect(naming).toEqual([]);
});

test('the reader of links reads prose only, and no code', () => {
  const text = '[a](docs/a.md#part) ![b](b.png)\n`[c](c.md)` [d](https://d.example) [e](#e)\n';
  expect(relativeLinks(`${text}\`\`\`\n[f](f.md)\n\`\`\`\n`)).toEqual(['docs/a.md#part', 'b.png']);
});
