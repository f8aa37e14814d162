import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { OidcProfile } from '@eid-broker/eid-simulators/oidc/profile';
import { redirectEidContract } from '@eid-broker/testing/contracts/redirect-eid';
import { afterAll, expect, test } from '@jest/globals';

import type { OidcRow } from '../src/adapters/eid/protocols/oidc/oidc-row.ts';
import { validatedRow } from '../src/adapters/eid/protocols/oidc/row-schema.ts';
import { startRowUnderTest } from './adapters/eid/protocols/oidc/row-under-test.ts';

const ROW = 'src/adapters/eid/no-example/row.ts';
const PROFILE = 'packages/eid-simulators/src/oidc/profiles/example.ts';
const MAX_LINES = 40;

const folder = await mkdtemp(join(tmpdir(), 'adding-an-eid-'));
afterAll(() => rm(folder, { recursive: true }));

const document = await readFile('docs/adding-an-eid.md', 'utf8');
/** The files of the document: each is named before its block. */
const files = new Map(
  [...document.matchAll(/^\*([\w./-]+\.ts)\*\n\n```ts\n(.*?)^```$/gms)].map(
    ([, path = '', code = '']) => [path, code] as const,
  ),
);

const { noExample } = (await imported(ROW)) as { readonly noExample: OidcRow };
const { example } = (await imported(PROFILE)) as { readonly example: OidcProfile };

/** The file as the document has it, with its imports resolved as at its place in the repository. */
async function imported(path: string): Promise<unknown> {
  const code = (files.get(path) ?? '').replace(
    /from '(\.[^']*)'/g,
    (_, relative: string) => `from '${resolve(dirname(path), relative)}'`,
  );
  const file = join(folder, path.replaceAll('/', '-'));
  await writeFile(file, code);
  return import(pathToFileURL(file).href);
}

test('the document has the three files of an eID', () => {
  expect([...files.keys()]).toEqual([
    ROW,
    PROFILE,
    'test/adapters/eid/no-example/contract.test.ts',
  ]);
});

test.each([ROW, PROFILE])(`%s has at most ${MAX_LINES} lines`, (path) => {
  expect(files.get(path)?.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
});

test('the row fits the schema of rows', () => {
  expect(() => validatedRow(noExample)).not.toThrow();
});

redirectEidContract('the eID of docs/adding-an-eid.md', () =>
  startRowUnderTest({
    row: noExample,
    profile: example.name,
    profiles: [example],
    country: 'NO',
    numberOf: () => undefined,
  }),
);
