// Writes the registries of the simulators' profiles: an import and a word for each file that exports a profile.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const SOURCES = new URL('../packages/eid-simulators/src/', import.meta.url);
const MAX_WIDTH = 100;

const KINDS = [
  {
    folder: 'oidc/profiles/',
    type: 'OidcProfile',
    file: 'profile.ts',
    text: 'All simulated eIDs that speak OpenID Connect.',
  },
  {
    folder: 'rest/profiles/',
    type: 'RestProfile',
    file: 'rest-profile.ts',
    text: 'All simulated eIDs with a REST protocol of their own.',
  },
];

for (const kind of KINDS) {
  const registry = new URL(`${kind.folder}registry.ts`, SOURCES);
  const text = registryOf(kind);
  if (readFileSync(registry, 'utf8') !== text) writeFileSync(registry, text);
}

function registryOf({ folder, type, file, text }) {
  const profiles = profilesIn(new URL(folder, SOURCES), type);
  const names = profiles.map(({ name }) => name);
  const line = `export const profiles: readonly ${type}[] = [${names.join(', ')}];`;
  const lines = `export const profiles: readonly ${type}[] = [\n  ${names.join(',\n  ')},\n];`;
  return [
    `import type { ${type} } from '../${file}';`,
    ...profiles.map(({ name, module }) => `import { ${name} } from './${module}.ts';`),
    '',
    `/** ${text} The build writes this list. */`,
    line.length > MAX_WIDTH ? lines : line,
    '',
  ].join('\n');
}

/** In the order of the file names. */
function profilesIn(folder, type) {
  const exported = new RegExp(`^export const (\\w+): ${type}\\b`, 'm');
  return readdirSync(folder)
    .map((file) => file.replace(/\.ts$/, ''))
    .sort()
    .flatMap((module) => {
      const [, name] = exported.exec(readFileSync(new URL(`${module}.ts`, folder), 'utf8')) ?? [];
      return name === undefined || module === 'registry' ? [] : [{ name, module }];
    });
}
