import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { copyProject, folderOf, type ProjectCopy } from '../../support/project-copy.ts';

const ROW = 'src/adapters/eid/gb-dummy/row.ts';
const REGISTRY = 'src/adapters/eid/registry.ts';
const PROFILE = 'packages/eid-simulators/src/oidc/profiles/dummy.ts';
const CONTRACT = 'test/adapters/eid/gb-dummy/contract.test.ts';
const PAGE = 'docs/eids/gb-dummy.md';

/** The list that the build writes. */
const PROFILES = 'packages/eid-simulators/src/oidc/profiles/registry.ts';

const NEW_FILES: Readonly<Record<string, string>> = {
  [ROW]: `import type { OidcRow } from '../protocols/oidc/oidc-row.ts';
import { names, sameNames } from '../protocols/oidc/row-claims.ts';
import * as parts from '../protocols/oidc/row-parts.ts';

/** An eID of nobody. */
export const gbDummy: OidcRow = {
  title: 'Dummy',
  scheme: 'gbdummy',
  country: 'GB',
  ...parts.standardProvider('urn:grn:authn:gb:dummy', ['email'], 'profile'),
  clientAuthentication: 'client_secret_basic',
  algorithms: parts.USUAL_ALGORITHMS,
  userinfo: 'json',
  offer: {
    name: 'gb-dummy',
    variants: parts.variants('urn:grn:authn:gb', 'dummy'),
    texts: parts.NO_TEXTS,
    directives: [],
    nationalNumber: undefined,
    claims: [...names(), ...sameNames({ email: 'edith@example.com' }, 'email')],
    ...parts.scopes('email'),
  },
};
`,
  [PROFILE]: `import type { OidcProfile } from '../profile.ts';
import { plainRoutes } from '../routes.ts';
import { nameClaims } from './name-claims.ts';

/** An eID of nobody. */
export const dummy: OidcProfile = {
  name: 'dummy',
  title: 'Dummy',
  country: 'GB',
  routes: plainRoutes,
  clientAuthMethods: ['client_secret_basic'],
  requires: { pkce: true, pushedRequest: false },
  signingAlgorithm: 'RS256',
  lifetimes: { idToken: 300, accessToken: 300, code: 60, pushedRequest: 60, login: 600 },
  parameters: {},
  request: {},
  assurance: { words: {}, usual: '', claims: [], amr: [] },
  idToken: {},
  userinfo: {
    profile: { ...nameClaims, birthdate: ({ person }) => person.birthdate },
    email: { email: ({ person }) => \`\${person.id}@example.com\` },
  },
  abort: { error: 'access_denied', description: 'The person aborted' },
};
`,
  [CONTRACT]: `import { redirectEidContract } from '@eid-broker/testing/contracts/redirect-eid';

import { gbDummy } from '../../../../src/adapters/eid/gb-dummy/row.ts';
import { startRowUnderTest } from '../protocols/oidc/row-under-test.ts';

redirectEidContract('gb-dummy', () =>
  startRowUnderTest({ row: gbDummy, profile: 'dummy', country: 'GB', numberOf: () => undefined }),
);
`,
  [PAGE]: '# Dummy\n',
};

const require = createRequire(import.meta.url);
const TSC = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
const JEST = join(dirname(require.resolve('jest/package.json')), 'bin/jest.js');

let copy: ProjectCopy;
beforeAll(async () => {
  copy = await copyProject();
});
afterAll(() => copy.remove());

const path = (file: string) => join(copy.root, file);

/** The paths whose content is new or another one. */
function changed(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...after].filter(([file, hash]) => before.get(file) !== hash).map(([file]) => file);
}

test('a new eID touches five files; the build writes the list of profiles', async () => {
  const before = await copy.files();
  for (const [file, text] of Object.entries(NEW_FILES)) {
    await folderOf(path(file));
    await writeFile(path(file), text);
  }
  const registry = await readFile(path(REGISTRY), 'utf8');
  const withDummy = registry
    .replace(/^import type \{ OidcRow \}/m, "import { gbDummy } from './gb-dummy/row.ts';\n$&")
    .replace(/(oidcRows: readonly OidcRow\[\] = \[)/, '$1\n  gbDummy,');
  await writeFile(path(REGISTRY), withDummy);
  const written = await copy.files();
  expect(changed(before, written).toSorted()).toEqual(
    [CONTRACT, PAGE, PROFILE, REGISTRY, ROW].toSorted(),
  );

  expect(copy.run(['scripts/list-profiles.mjs'])).toEqual({ status: 0, output: '\n' });
  expect(changed(written, await copy.files())).toEqual([PROFILES]);
  expect(await readFile(path(PROFILES), 'utf8')).toContain("import { dummy } from './dummy.ts';");
});

test('the project with the new eID passes the type check', async () => {
  const project = { extends: './tsconfig.json', include: [], files: [CONTRACT, REGISTRY] };
  await writeFile(path('tsconfig.new-eid.json'), JSON.stringify(project));
  expect(copy.run([TSC, '-p', 'tsconfig.new-eid.json'])).toEqual({ status: 0, output: '\n' });
});

test('the new eID passes the contract, and the checks of all rows', async () => {
  const config = `import config from './jest.config.mjs';
const { globalSetup, globalTeardown, testSequencer, ...others } = config;
export default others;
`;
  await writeFile(path('jest.new-eid.mjs'), config);
  const { status, output } = copy.run([
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    JEST,
    '--config=jest.new-eid.mjs',
    '--maxWorkers=1',
    '--forceExit',
    '--silent',
    'test/adapters/eid/(gb-dummy|registry.test|protocols/oidc/rows.test)',
  ]);
  expect({ status, failed: output.match(/^.*●.*$/gm) }).toEqual({ status: 0, failed: null });
  expect(output).toMatch(/^Test Suites: 3 passed, 3 total$/m);
});
