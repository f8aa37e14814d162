import { availableParallelism } from 'node:os';

export default {
  testEnvironment: 'node',
  // Between packages the sources are imported, not what is compiled of them.
  testEnvironmentOptions: { customExportConditions: ['@eid-broker/source', 'node', 'node-addons'] },
  testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/packages/*/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'es6' } },
    ],
  },
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/packages/[^/]+/dist/',
    '<rootDir>/.data/',
  ],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // A limit for what hangs, not a measure: a busy machine is slow.
  testTimeout: 90_000,
  testSequencer: '<rootDir>/test/slow-first.config.mjs',
  // Half of the tests wait for a browser, a database or a second to pass: there is work for one more than there are cores.
  maxWorkers: availableParallelism() + 1,
  // Of each file 30 MB of modules stay. With 3 GB of them a worker needs a third of its time to collect garbage.
  workerIdleMemoryLimit: '1GB',
};
