import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { integrity?: string; resolved?: string }>>;
}

const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const dockerfile = readFileSync('Dockerfile', 'utf8');
const finalStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

test('every dependency has one version, and every installed package the digest of its contents', () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
  const unsealed = Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))
    .map(([path]) => path);
  expect(unsealed).toEqual([]);
});

test('the image is built from the lock, runs no scripts of packages, and is nobody’s', () => {
  expect(dockerfile.match(/npm ci[^\n]*/g)).toEqual([
    'npm ci --ignore-scripts',
    expect.stringMatching(/^npm ci --omit=dev --ignore-scripts/),
  ]);
  expect(finalStage).toMatch(/^USER 10001:10001$/m);
  expect(finalStage).not.toMatch(/npm|apt-get|src src/);
});

test('the image has nothing that vouches for test persons', () => {
  expect(dockerfile).toContain('rm -rf dist/demo dist/simulators');
});
