import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { eidModules } from '../../src/adapters/eid/registry.ts';
import { ConfigurationProblems } from '../../src/config/configuration-problems.ts';
import { readConfigurationFile } from '../../src/config/file/configuration-file.ts';
import { demoMaterial } from '../../src/management/configuration/demo-material.ts';
import { near } from './near.ts';

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'configuration-'));
  path = join(folder, 'configuration.yaml');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads the file; undefined when it is refused with its problems. Any other error fails the test. */
function read(text: string) {
  writeFileSync(path, text);
  try {
    const file = { path, env: { DEMO_ISSUER: 'http://localhost:3000' }, now: new Date(0) };
    return readConfigurationFile({ ...file, eids: eidModules, demo: demoMaterial });
  } catch (error) {
    if (!(error instanceof ConfigurationProblems)) throw error;
    return undefined;
  }
}

test('a configuration file with small changes is refused with its problems', () => {
  const lines = readFileSync('test/fixtures/bankid.yaml', 'utf8').split('\n');
  const cut = fc
    .tuple(fc.nat(lines.length), fc.nat(4))
    .map(([at, count]) => lines.toSpliced(at, count).join('\n'));
  fc.assert(
    fc.property(near(cut, ':-{}[]&*!|>"\'#? \n\t0'), (text) => {
      read(text);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['nothing', ''],
  ['a list', '- 1'],
  ['another document behind it', 'tenants: []\n---\ntenants: []'],
  ['names that lead to themselves', 'tenants: &a [*a]'],
  [
    'names of names of names',
    `a: &a [1,1]\n${[...'bcdefghijklmnop'].map((name, at) => `${name}: &${name} [*${'abcdefghijklmnop'[at]},*${'abcdefghijklmnop'[at]}]`).join('\n')}\ntenants: *p`,
  ],
  ['a thousand levels', `tenants: ${'['.repeat(1000)}${']'.repeat(1000)}`],
  ['a key that objects have', '__proto__: { tenants: [] }\nconstructor: 1'],
])('%s is refused as a configuration file', (_, text) => {
  expect(read(text)).toBeUndefined();
});
