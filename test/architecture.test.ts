import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from '@jest/globals';

import { groupedBy } from '../src/domain/grouped-by.ts';
import {
  factsInText,
  filesBelow,
  type SourceImport,
  sourceFactsOf,
} from './support/source-facts.ts';

const ROOT = fileURLToPath(new URL('../src', import.meta.url));
const PACKAGES_ROOT = fileURLToPath(new URL('../packages', import.meta.url));
const NAMES = readdirSync(PACKAGES_ROOT);
const FILES = filesBelow(ROOT);
const FACTS = FILES.filter((file) => file.endsWith('.ts')).map((file) => sourceFactsOf(ROOT, file));
const IMPORTS = FACTS.flatMap(({ imports }) => imports);
const CALLS = FACTS.flatMap(({ calls }) => calls);

/** The process entries, the commands, and what builds everything. */
const ENTRIES = [
  'main.ts',
  'cli.ts',
  'compose/',
  'jobs.ts',
  'run-jobs.ts',
  'serve.ts',
  'commands/',
];

/**
 * Arrows point inward: the imports that each area may have beside itself. A name with a slash at
 * its end is a folder of ours; `node:` is Node's own modules; `packages` are all packages but
 * those of the table of packages.
 */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  'domain/': [],
  'ports/': ['domain/'],
  'flows/': ['domain/', 'ports/'],
  'management/': ['domain/', 'ports/', 'flows/'],
  'config/': ['domain/', 'ports/', 'yup', 'yaml', 'saxes', 'node:'],
  // It serves the use cases of administration, and describes the schemas that check the file.
  'adapters/management/': [
    'domain/',
    'ports/',
    'flows/',
    'management/',
    'config/',
    'node:',
    'packages',
  ],
  'adapters/': ['domain/', 'ports/', 'flows/', 'node:', 'packages'],
};

/**
 * The folders of the OAuth adapter, each with the other folders that it may import beside the files
 * that all may import. Files outside the folders put them together. Each folder imports folders above
 * it only, so that the imports form no circle.
 */
const OIDC = 'adapters/oidc/';
const OIDC_SHARED = [
  'endpoints.ts',
  'grant-types.ts',
  'cors.ts',
  'request-context.ts',
  'request-fields.ts',
  'support-code.ts',
];
const OIDC_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'errors/': [],
  'openapi/': ['errors/'],
  'storage/': ['errors/'],
  'requests/': ['errors/'],
  'response-modes/': ['errors/'],
  'clients/': ['errors/', 'requests/', 'storage/'],
  'findings/': ['clients/', 'errors/'],
  'backchannel/': ['errors/', 'requests/', 'storage/', 'library-internals.ts'],
  'sessions/': ['errors/', 'requests/', 'response-modes/', 'storage/'],
  'logins/': ['errors/', 'requests/', 'response-modes/', 'sessions/', 'storage/'],
  'embedded/': ['errors/', 'logins/', 'requests/', 'response-modes/'],
};

/** Packages that only some folders may import. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'oidc-provider': [OIDC],
  pg: ['adapters/postgres/'],
  knex: ['adapters/postgres/'],
  koa: ['adapters/http/', 'adapters/management/', 'adapters/oidc/'],
  '@koa/router': ['adapters/http/', 'adapters/management/'],
  'proxy-addr': ['adapters/http/'],
  'lean-qr': ['adapters/http/'],
  jose: [
    'adapters/oidc/',
    'adapters/eid/',
    'adapters/key-sets/',
    'adapters/management/',
    'adapters/system/',
  ],
  cockatiel: ['adapters/eid/'],
  undici: ['adapters/eid/', 'adapters/outbound/'],
  yup: ['config/', 'adapters/eid/'],
  yaml: ['config/'],
  saxes: ['config/file/logo/'],
  pino: ['adapters/system/'],
  'prom-client': ['adapters/telemetry/'],
  '@opentelemetry/api': ['adapters/telemetry/tracing/'],
  '@opentelemetry/resources': ['adapters/telemetry/tracing/'],
  '@opentelemetry/sdk-trace-node': ['adapters/telemetry/tracing/'],
  '@opentelemetry/exporter-trace-otlp-http': ['adapters/telemetry/tracing/'],
  'openid-client': [
    'adapters/eid/protocols/oidc/',
    'adapters/eid/no-bankid/',
    'adapters/management/',
  ],
  '@eid-broker/evidence': ['adapters/eid/'],
};

/**
 * The files that may use time, randomness, environment and network; elsewhere these are
 * arguments.
 */
const RUNTIME = ['adapters/system/', 'config/', ...ENTRIES];
const MAY_REACH = [/^adapters\/eid\/.*-api\.ts$/];

/** The files that may name an eID or a country. */
const EID_FOLDERS = ['adapters/eid/'];
const EID_NAMES =
  /bank-?id|mitid|vipps|itsme|freja|smart-?id|(?:sweden|denmark|norway|finland|estonia|latvia|lithuania|belgium)\b/i;

describe('the layers', () => {
  test('contain every file', () => {
    const violations = FILES.filter((file) => areaOf(file) === undefined && !isEntry(file));
    expect(violations).toEqual([]);
  });

  test('are imported inward only', () => {
    expect(
      IMPORTS.filter((one) => !isEntry(one.file) && !pointsInward(one)).map(described),
    ).toEqual([]);
  });

  test('import no sibling adapter', () => {
    const violations = IMPORTS.filter(({ file, target }) => {
      const [here, there] = [adapterOf(file), adapterOf(target)];
      return here !== undefined && there !== undefined && here !== there;
    });
    expect(violations.map(described)).toEqual([]);
  });

  test('have ports of types alone', () => {
    const running = IMPORTS.filter(({ file, typeOnly }) => file.startsWith('ports/') && !typeOnly);
    expect(running.map(described)).toEqual([]);
  });

  test('let the configuration import only types from the ports', () => {
    const running = IMPORTS.filter(
      ({ file, target, typeOnly }) =>
        file.startsWith('config/') && target.startsWith('ports/') && !typeOnly,
    );
    expect(running.map(described)).toEqual([]);
  });

  test('let only the entries import the composition', () => {
    const composers = IMPORTS.filter(({ target }) =>
      isBelow(target, ['compose/', 'jobs.ts', 'run-jobs.ts']),
    );
    const others = composers.filter(({ file }) => !isEntry(file));
    expect(others.map(described)).toEqual([]);
  });
});

describe('the folders of the OAuth adapter', () => {
  test('are all in the table', () => {
    const folders = FILES.flatMap((file) => oidcFolderOf(file) ?? []);
    expect([...new Set(folders)].sort()).toEqual(Object.keys(OIDC_FOLDERS).sort());
  });

  test('form no circle: each imports only folders above it in the table', () => {
    const folders = Object.keys(OIDC_FOLDERS);
    const backward = Object.entries(OIDC_FOLDERS).flatMap(([folder, known]) =>
      known
        .filter((other) => folders.indexOf(other) >= folders.indexOf(folder))
        .map((other) => `${folder} imports ${other}`),
    );
    expect(backward).toEqual([]);
  });

  test('import the internals of the library through one file', () => {
    const deep = IMPORTS.filter(({ target }) => target.startsWith('oidc-provider/lib/'));
    expect([...new Set(deep.map(({ file }) => file))]).toEqual([`${OIDC}library-internals.ts`]);
  });

  test('import one another as in the table, and never the files that put them together', () => {
    const violations = IMPORTS.filter(({ file, target }) => {
      const here = oidcFolderOf(file);
      if (here === undefined || !target.startsWith(OIDC)) return false;
      const known = [here, ...OIDC_SHARED, ...(OIDC_FOLDERS[here] ?? [])];
      return !isBelow(
        target,
        known.map((name) => `${OIDC}${name}`),
      );
    });
    expect(violations.map(described)).toEqual([]);
  });
});

test.each(Object.entries(PACKAGES))('only the listed folders import %s', (name, folders) => {
  const violations = IMPORTS.filter(
    ({ file, target }) => packageOf(target) === name && !isEntry(file) && !isBelow(file, folders),
  );
  expect(violations.map(described)).toEqual([]);
});

test.each(['src', ...NAMES.map((name) => `packages/${name}/src`)])(
  'imports in %s form no circle, not even of types',
  (folder) => {
    const root = fileURLToPath(new URL(`../${folder}`, import.meta.url));
    expect(circlesIn(root === ROOT ? IMPORTS : importsOf(root))).toEqual([]);
  },
);

test('time, randomness, environment and network are arguments', () => {
  const reaching = CALLS.filter(
    ({ file }) => !isBelow(file, RUNTIME) && !MAY_REACH.some((may) => may.test(file)),
  );
  expect(reaching.map(({ file, line, call }) => `${file}:${line} ${call}`)).toEqual([]);
});

test('a file is named after one of its exports', () => {
  const nameless = /^(?:index|utils|helpers|types|constants|common)\.[a-z]+$/;
  expect(FILES.filter((file) => nameless.test(basename(file)))).toEqual([]);
});

test('only the folders of the eIDs name an eID or a country', () => {
  const naming = FILES.filter((file) => !isBelow(file, EID_FOLDERS)).flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .map((text, index) => ({ text, line: index + 1 }))
      .filter(({ text }) => EID_NAMES.test(text))
      .map(({ line }) => `${file}:${line}`),
  );
  expect(naming).toEqual([]);
});

describe('the packages beside the product', () => {
  test('are imported by the product only to verify evidence', () => {
    const own = IMPORTS.filter(({ target }) => target.startsWith('@eid-broker/'));
    expect(own.filter(({ target }) => packageOf(target) !== '@eid-broker/evidence')).toEqual([]);
  });

  test.each(NAMES)('%s imports others by their names only, and declares them', (name) => {
    const root = join(PACKAGES_ROOT, name);
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    ) as { dependencies?: object; devDependencies?: object };
    // A name that is chosen at run time is not listed here.
    const declared = Object.keys({ ...dependencies, ...devDependencies, undefined });
    const violations = importsOf(join(root, 'src')).filter(
      ({ target }) =>
        target.startsWith('..') ||
        (!/\.(?:tsx?|css|json)$/.test(target) &&
          !target.startsWith('node:') &&
          !declared.includes(packageOf(target))),
    );
    expect(violations.map(described)).toEqual([]);
  });

  test('have a verifier of evidence that depends on Node alone', () => {
    const violations = importsOf(join(PACKAGES_ROOT, 'evidence/src')).filter(
      ({ target }) => !target.endsWith('.ts') && !target.startsWith('node:'),
    );
    expect(violations.map(described)).toEqual([]);
  });

  test.each([
    ['evidence', []],
    // A simulator is a process of its own: its entry, and the function that composes it. It is
    // its own certificate authority.
    ['eid-simulators', [/^[\w-]+\/(?:main|simulator)\.ts$/, /^[\w-]+\/pki\/pki\.ts$/]],
  ])('receive time, randomness, environment and network as arguments in %s', (name, may) => {
    const root = join(PACKAGES_ROOT, name, 'src');
    const calls = sourcesBelow(root).flatMap((file) => sourceFactsOf(root, file).calls);
    const reaching = calls.filter(({ file }) => !may.some((one) => one.test(file)));
    expect(reaching.map(({ file, line, call }) => `${file}:${line} ${call}`)).toEqual([]);
  });
});

describe('the reader of the sources', () => {
  test('sees every kind of import, and whether it remains at run time', () => {
    const text = `import one from 'pg';
      import type { Two } from './two.ts';
      import { type Three } from '../three.ts';
      export * from 'node:fs';
      export type { Five } from './five.ts';
      type Six = import('./six.ts').Six;
      const seven = await import('@koa/router');`;
    expect(factsInText(text, 'domain/acr.ts').imports).toEqual([
      { file: 'domain/acr.ts', line: 1, target: 'pg', typeOnly: false },
      { file: 'domain/acr.ts', line: 2, target: 'domain/two.ts', typeOnly: true },
      { file: 'domain/acr.ts', line: 3, target: 'three.ts', typeOnly: true },
      { file: 'domain/acr.ts', line: 4, target: 'node:fs', typeOnly: false },
      { file: 'domain/acr.ts', line: 5, target: 'domain/five.ts', typeOnly: true },
      { file: 'domain/acr.ts', line: 6, target: 'domain/six.ts', typeOnly: true },
      { file: 'domain/acr.ts', line: 7, target: '@koa/router', typeOnly: false },
    ]);
  });

  test('sees every use of time, randomness, environment and network', () => {
    const text = `// new Date() in a comment, é
      const a = [new Date(), new Date(0), Date.now(), Math.random(), Math.max(1)];
      const b = [process.env.HOME, crypto.randomUUID(), fetch('https://x.example')];
      const c = "Date.now()";
      const d = [await generateKeyPair('RS256'), generateKeyPairSync('ec')];`;
    expect(factsInText(text, 'a.ts').calls.map(({ line, call }) => `${line} ${call}`)).toEqual([
      '2 new Date()',
      '2 Date.now',
      '2 Math.random',
      '3 process.env',
      '3 randomUUID',
      '3 fetch()',
      '5 generateKeyPair',
      '5 generateKeyPairSync',
    ]);
  });
});

function sourcesBelow(root: string): readonly string[] {
  return filesBelow(root).filter((file) => /\.tsx?$/.test(file));
}

function importsOf(root: string): readonly SourceImport[] {
  return sourcesBelow(root).flatMap((file) => sourceFactsOf(root, file).imports);
}

/** Each circle once, as a chain of files. */
function circlesIn(imports: readonly SourceImport[]): readonly string[] {
  const importsByFile = groupedBy(imports, ({ file }) => file);
  const finished = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (path.includes(file) || finished.has(file)) return;
    for (const { target } of importsByFile.get(file) ?? []) visit(target, [...path, file]);
    finished.add(file);
  };
  for (const file of importsByFile.keys()) visit(file, []);
  return circles;
}

function pointsInward({ file, target }: SourceImport): boolean {
  const area = areaOf(file);
  if (area === undefined) return false;
  if (target.startsWith(area)) return true;
  const allowed = LAYERS[area] ?? [];
  if (target.startsWith('node:')) return allowed.includes('node:');
  if (!target.endsWith('.ts')) {
    return allowed.includes('packages') || allowed.includes(packageOf(target));
  }
  return isBelow(target, allowed);
}

function areaOf(file: string): string | undefined {
  return Object.keys(LAYERS).find((area) => file.startsWith(area));
}

function adapterOf(file: string): string | undefined {
  return /^adapters\/([\w-]+)\//.exec(file)?.[1];
}

/** The folder with a slash at its end; undefined for files outside the folders. */
function oidcFolderOf(file: string): string | undefined {
  return /^adapters\/oidc\/([\w-]+\/)/.exec(file)?.[1];
}

function isEntry(file: string): boolean {
  return isBelow(file, ENTRIES);
}

function isBelow(file: string, paths: readonly string[]): boolean {
  return paths.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path));
}

function packageOf(target: string): string {
  const depth = target.startsWith('@') ? 2 : 1;
  return target.split('/').slice(0, depth).join('/');
}

function described({ file, line, target }: SourceImport): string {
  return `${file}:${line} imports ${target}`;
}
