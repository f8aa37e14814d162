import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { describe, expect, test } from '@jest/globals';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const SCREENS = fileURLToPath(new URL('../src/screens', import.meta.url));
const PAGE = readFileSync(join(DIST, 'index.html'), 'utf8');

/** An entry of Vite's manifest: a built file, and what the browser loads with it. */
interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly isDynamicEntry?: boolean;
}

const MANIFEST = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8')) as Readonly<
  Record<string, Chunk>
>;
const FIRST_SCREEN = ['index.html', 'src/screens/logins/logins-screen.tsx'];

describe('the built console', () => {
  test('sends at most 170 kB of JavaScript and 20 kB of CSS, compressed, with its first screen', () => {
    const files = filesOf(FIRST_SCREEN);
    expect(compressedSize(files.filter((file) => file.endsWith('.js')))).toBeLessThan(170_000);
    expect(compressedSize(files.filter((file) => file.endsWith('.css')))).toBeLessThan(20_000);
  });

  test('loads each screen when it is opened', () => {
    const screens = readdirSync(SCREENS, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('-screen.tsx'))
      .map((path) => `src/screens/${path}`);
    const eager = filesOf(['index.html']);
    expect(screens.filter((path) => MANIFEST[path]?.isDynamicEntry !== true)).toEqual([]);
    expect(screens.filter((path) => eager.includes(MANIFEST[path]?.file ?? ''))).toEqual([]);
  });

  test('has no script, style or handler inside its page', () => {
    expect(PAGE).not.toMatch(/<style|\sstyle=|\son\w+=/);
    expect(PAGE.match(/<script\b[^>]*>[^<]*<\/script>/g)).toEqual([
      expect.stringMatching(/^<script type="module" [^>]*src="\/assets\/[^"]+"><\/script>$/),
    ]);
  });

  test('carries the licences of the packages in it', () => {
    const licences = readFileSync(join(DIST, 'licenses.md'), 'utf8');
    for (const name of ['react', '@tanstack/react-router', 'openapi-fetch']) {
      expect(licences).toContain(name);
    }
  });
});

/** The files that the browser loads for these entries, with what they import at once. */
function filesOf(entries: readonly string[]): readonly string[] {
  const reached = new Set(entries);
  for (const name of reached) for (const other of MANIFEST[name]?.imports ?? []) reached.add(other);
  const chunks = [...reached].flatMap((name) => MANIFEST[name] ?? []);
  return [...new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]))];
}

function compressedSize(files: readonly string[]): number {
  expect(files.length).toBeGreaterThan(0);
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file))).length, 0);
}
