import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { ConfigurationProblems, type Problem } from '../../../src/config/configuration-problems.ts';
import {
  readDatabaseDirectUrl,
  readDatabaseUrl,
  readEnvironment,
  type Variables,
} from '../../../src/config/environment/environment.ts';

const KEY = Buffer.alloc(32, 7).toString('base64url');
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');
const required = { DATABASE_URL: 'postgres://me@db/broker', KEY_ENCRYPTION_KEY: KEY };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'environment-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function problemsOf(env: Variables): readonly Problem[] {
  try {
    readEnvironment(env);
  } catch (error) {
    if (error instanceof ConfigurationProblems) return error.problems;
    throw error;
  }
  return [];
}

const PRIVATE_JWK = JSON.stringify(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
);

describe('defaults', () => {
  test('are those of a service behind a proxy on the same machine', () => {
    expect(readEnvironment(required)).toEqual({
      databaseUrl: 'postgres://me@db/broker',
      eidDefinitions: [],
      eidModules: [],
      eventRetentionDays: undefined,
      databaseDirectUrl: 'postgres://me@db/broker',
      databasePoolSize: 10,
      keyEncryptionKeys: [new Uint8Array(32).fill(7)],
      bindAddress: '127.0.0.1',
      port: 3000,
      healthPort: 3001,
      trustedProxies: [],
      requestsPerSecond: { address: 300, 'address-starts': 20, client: 500, tenant: 2_000 },
      tracesUrl: undefined,
      logLevel: 'info',
      loginRetentionDays: 30,
      management: undefined,
      tryItUrl: undefined,
    });
  });

  test('hold for empty variables too', () => {
    const env = { ...required, PORT: '', LOG_LEVEL: '', TRUSTED_PROXIES: '' };

    expect(readEnvironment(env)).toEqual(readEnvironment(required));
  });

  test('are frozen', () => {
    expect(Object.isFrozen(readEnvironment(required))).toBe(true);
  });
});

describe('values', () => {
  test.each([
    [{ REQUESTS_PER_ADDRESS: '3' }, 1],
    [{ REQUESTS_PER_ADDRESS: '3000' }, 200],
    [{ REQUESTS_PER_ADDRESS: '3000', STARTS_PER_ADDRESS: '45' }, 45],
  ])('%j: an address may start %d orders a second', (env, most) => {
    const { requestsPerSecond } = readEnvironment({ ...required, ...env });
    expect(requestsPerSecond['address-starts']).toBe(most);
  });

  test('are read by kind', () => {
    const env = {
      ...required,
      DATABASE_POOL_SIZE: '20',
      BIND_ADDRESS: '0.0.0.0',
      PORT: '8080',
      HEALTH_PORT: '8081',
      TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1,2001:db8::/32',
      LOG_LEVEL: 'debug',
    };

    expect(readEnvironment(env)).toMatchObject({
      databasePoolSize: 20,
      bindAddress: '0.0.0.0',
      port: 8080,
      healthPort: 8081,
      trustedProxies: ['10.0.0.0/8', '192.0.2.1/32', '2001:db8::/32'],
      logLevel: 'debug',
    });
  });

  test('may be several keys, in base64url or base64, separated by commas or lines', () => {
    const env = { ...required, KEY_ENCRYPTION_KEY: `${KEY},\n${OTHER_KEY}\n` };

    expect(readEnvironment(env).keyEncryptionKeys).toEqual([
      new Uint8Array(32).fill(7),
      new Uint8Array(32).fill(8),
    ]);
  });

  test('may be secrets in files', () => {
    const url = join(folder, 'url');
    const keys = join(folder, 'keys');
    writeFileSync(url, 'postgres://me@db/broker\n');
    writeFileSync(keys, `${KEY}\n${OTHER_KEY}\n`);
    const env = { DATABASE_URL_FILE: url, KEY_ENCRYPTION_KEY_FILE: keys };

    expect(readEnvironment(env)).toMatchObject({
      databaseUrl: 'postgres://me@db/broker',
      keyEncryptionKeys: { length: 2 },
    });
  });

  test('may leave both ports to the system', () => {
    expect(readEnvironment({ ...required, PORT: '0', HEALTH_PORT: '0' })).toMatchObject({
      port: 0,
      healthPort: 0,
    });
  });
});

describe('problems', () => {
  test('are reported all at once, by variable', () => {
    const env = {
      PORT: '70000',
      HEALTH_PORT: 'x',
      DATABASE_POOL_SIZE: '0',
      BIND_ADDRESS: 'a b',
      TRUSTED_PROXIES: '10/8',
      LOG_LEVEL: 'loud',
    };

    expect(problemsOf(env).map(({ path, message }) => `${path} ${message}`)).toEqual([
      'DATABASE_URL is required',
      'DATABASE_POOL_SIZE must be a whole number from 1 to 500',
      'KEY_ENCRYPTION_KEY is required',
      'BIND_ADDRESS must be an address or a host name',
      'HEALTH_PORT must be a whole number from 0 to 65535',
      'PORT must be a whole number from 0 to 65535',
      'TRUSTED_PROXIES must be addresses or blocks such as 10.0.0.0/8, parted by commas',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent',
    ]);
  });

  test.each([
    '::ffff:10.0.0.0/8',
    '::FFFF:10.0.0.0/104',
    '::ffff:a00:1',
    '0:0:0:0:0:ffff:0a00:0000/96',
  ])('include an IPv4-mapped proxy: %s', (block) => {
    expect(problemsOf({ ...required, TRUSTED_PROXIES: `192.0.2.1,${block}` })).toEqual([
      {
        path: 'TRUSTED_PROXIES',
        message: `must name IPv4 addresses as such (10.0.0.0/8): ${block} is an IPv4-mapped IPv6 address`,
      },
    ]);
  });

  test.each([
    ['too short', 'c2hvcnQ'],
    ['repeated', `${KEY},${KEY}`],
    ['of a strange alphabet', '!'.repeat(43)],
    ['without an end', ','],
  ])('include a key %s', (_, text) => {
    expect(problemsOf({ ...required, KEY_ENCRYPTION_KEY: text })).toEqual([
      {
        path: 'KEY_ENCRYPTION_KEY',
        message: 'must be keys of 32 bytes in base64url, each once, parted by commas',
      },
    ]);
  });

  test('include one port for two listeners', () => {
    expect(problemsOf({ ...required, PORT: '4000', HEALTH_PORT: '4000' })).toEqual([
      { path: 'HEALTH_PORT', message: 'must not be PORT too' },
    ]);
  });

  test.each([
    ['neither', {}],
    ['both', { MANAGEMENT_CLIENT_KEY: PRIVATE_JWK, MANAGEMENT_CLIENT_SECRET: 'x' }],
  ])('include a login of administrators with %s of key and secret', (_, own) => {
    expect(problemsOf({ ...required, MANAGEMENT_ISSUER: 'https://a.example', ...own })).toEqual([
      {
        path: 'MANAGEMENT_ISSUER',
        message: 'needs either MANAGEMENT_CLIENT_KEY or MANAGEMENT_CLIENT_SECRET',
      },
    ]);
  });

  test('include an issuer without TLS on another machine, and a key that is none', () => {
    const own = { MANAGEMENT_ISSUER: 'http://a.example', MANAGEMENT_CLIENT_KEY: '{"kty":"EC"}' };
    expect(problemsOf({ ...required, ...own }).map(({ path }) => path)).toEqual([
      'MANAGEMENT_ISSUER',
      'MANAGEMENT_CLIENT_KEY',
    ]);
  });

  test('include a variable beside its file', () => {
    expect(problemsOf({ ...required, DATABASE_URL_FILE: '/dev/null' })).toEqual([
      { path: 'DATABASE_URL_FILE', message: 'goes only without DATABASE_URL' },
    ]);
  });

  test('include a missing file', () => {
    const env = {
      ...required,
      KEY_ENCRYPTION_KEY: '',
      KEY_ENCRYPTION_KEY_FILE: join(folder, 'no'),
    };

    expect(problemsOf(env)).toEqual([
      {
        path: 'KEY_ENCRYPTION_KEY_FILE',
        message: 'names a file that cannot be read (ENOENT)',
      },
    ]);
  });

  test('never show a secret', () => {
    const env = { DATABASE_URL: 'mysql://me:hunter2@db/x', KEY_ENCRYPTION_KEY: 'hunter2hunter2' };

    expect(problemsOf(env)).toHaveLength(2);
    expect(JSON.stringify(problemsOf(env))).not.toContain('hunter2');
  });
});

describe(readDatabaseUrl, () => {
  const url = 'postgres://me@db/broker';

  test('needs no other variable than the database', () => {
    expect(
      readDatabaseUrl({ DATABASE_URL: url, KEY_ENCRYPTION_KEY_FILE: join(folder, 'no') }),
    ).toBe(url);
  });

  test('reads the URL from a file, beside an empty variable', () => {
    const file = join(folder, 'database-url');
    writeFileSync(file, `${url}\n`);

    expect(readDatabaseUrl({ DATABASE_URL: '', DATABASE_URL_FILE: file })).toBe(url);
  });

  test('reads the URL past a pooler, which is optional', () => {
    const direct = 'postgres://me@direct/broker';
    expect(readDatabaseDirectUrl({ DATABASE_URL: url })).toBe(url);
    expect(readDatabaseDirectUrl({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct })).toBe(direct);
    const env = { ...required, DATABASE_DIRECT_URL: direct };
    expect(readEnvironment(env).databaseDirectUrl).toBe(direct);
    expect(problemsOf({ ...required, DATABASE_DIRECT_URL: 'direct' })).toEqual([
      {
        path: 'DATABASE_DIRECT_URL',
        message: 'must be a URL such as postgres://user@host/database',
      },
    ]);
  });

  test('reports a missing URL', () => {
    expect(() => readDatabaseUrl({})).toThrow('DATABASE_URL: is required');
  });
});

describe('traces', () => {
  const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

  test.each([
    ['nowhere without a collector', {}, undefined],
    ['below the collector', COLLECTOR, 'http://collector:4318/v1/traces'],
    [
      'below its path',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example/otlp/' },
      'https://c.example/otlp/v1/traces',
    ],
    [
      'to their own address',
      { ...COLLECTOR, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces:1/x' },
      'http://traces:1/x',
    ],
    ['nowhere while they are off', { ...COLLECTOR, OTEL_SDK_DISABLED: 'true' }, undefined],
  ])('go %s', (_, env, url) => {
    expect(readEnvironment({ ...required, ...env }).tracesUrl).toBe(url);
  });

  test('are refused at an address that is not a URL', () => {
    const env = { ...required, OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' };

    expect(() => readEnvironment(env)).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT');
  });
});
