import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

let folder: string;
beforeAll(() => {
  // Beside the real one, since the bundle finds packages and assets from its own place.
  folder = mkdtempSync(join('dist', 'bundle-'));
  cpSync('dist/bundle', folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The output of a start without an environment. */
function stderrOf(program: string, ...nodeArguments: readonly string[]): string {
  const { stderr } = spawnSync(process.execPath, [...nodeArguments, program], {
    encoding: 'utf8',
    env: {},
  });
  return stderr.replace(/^oidc-provider WARNING: Unsupported runtime.*\n/m, '');
}

test('the bundle prints the same as the compiled files', () => {
  expect(stderrOf('dist/bundle/main.cjs')).toBe(stderrOf('dist/main.js'));
  expect(stderrOf('dist/main.js')).toContain('DATABASE_URL: is required');
});

test.each([
  ['missing', () => rmSync(join(folder, 'program.cache'))],
  ['unusable', () => writeFileSync(join(folder, 'program.cache'), 'no code')],
])('a bundle with a code cache that is %s starts all the same', (_, change) => {
  change();
  expect(stderrOf(join(folder, 'main.cjs'))).toContain('DATABASE_URL: is required');
});

test('the stack of an error names lines of the sources', () => {
  const preload = `data:text/javascript,
    const write = process.stderr.write.bind(process.stderr);
    process.stderr.write = (text) => write(new Error(text).stack);`;
  const stack = stderrOf('dist/bundle/main.cjs', '--import', preload);
  expect(stack).toContain('Error: DATABASE_URL: is required');
  expect(stack).toMatch(/at fail \(\S*\/src\/commands\/command\.ts:\d+:\d+\)/);
  expect(stack).not.toContain('program.cjs');
});
