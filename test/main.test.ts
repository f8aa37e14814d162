import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startStallingProxy } from './support/stalling-proxy.ts';

let database: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  env = {
    DATABASE_URL: database.url,
    KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
    PORT: '0',
    HEALTH_PORT: '0',
  };
});
afterAll(() => database.drop());

interface Ended {
  readonly code: number | null;
  readonly events: unknown[];
  readonly err: string;
}

/** The service's process, which gets a signal once it has started. */
async function serve(more: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, ['dist/main.js'], {
    env: { PATH: process.env.PATH ?? '', ...env, ...more },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
    if (/service\.(?:started|stopping)"/.test(String(chunk))) child.kill('SIGINT');
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const lines = out.split('\n').filter((line) => line !== '');
  return { code, events: lines.map((line) => JSON.parse(line).event), err: withoutWarning(err) };
}

/** The library's warning about the version of Node. */
function withoutWarning(text: string): string {
  return text.replace(/^oidc-provider WARNING: Unsupported runtime.*\n/m, '');
}

describe("the service's process", () => {
  test('starts, and stops in order on a signal that comes twice', async () => {
    expect(await serve()).toEqual({
      code: 0,
      events: ['service.started', 'service.stopping', 'service.stopped'],
      err: '',
    });
  });

  test('lists every fault of its environment, and nothing else', async () => {
    expect(await serve({ PORT: 'http', KEY_ENCRYPTION_KEY: 'short' })).toEqual({
      code: 1,
      events: [],
      err: expect.stringMatching(
        /^(?:PORT|KEY_ENCRYPTION_KEY): .*\n(?:PORT|KEY_ENCRYPTION_KEY): .*\n$/,
      ),
    });
  });

  test('prints the stack too when DEBUG is set', async () => {
    const { code, err } = await serve({ PORT: 'http', DEBUG: 'anything' });

    expect(code).toBe(1);
    expect(err).toMatch(/^ConfigurationProblems: PORT: must be .*\n {4}at /);
  });

  test('requires a migrated database', async () => {
    const name = `main_test_${randomBytes(6).toString('hex')}`;
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`create database ${name}`);
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    try {
      const { code, err } = await serve({ DATABASE_URL: url.href });

      expect(code).toBe(1);
      expect(err).toMatch(/^the database misses .*: run node dist\/cli\.js migrate first\n$/);
    } finally {
      await client.query(`drop database ${name} with (force)`);
      await client.end();
    }
  });

  test.each([
    ['refuses', 'postgres://nobody@127.0.0.1:1/none', 'connect ECONNREFUSED 127.0.0.1:1'],
    ['has no such name', 'postgres://nobody@nowhere.invalid/none', '(getaddrinfo|queryA) .*'],
  ])('reports that its database %s', async (_, url, why) => {
    const { code, events, err } = await serve({ DATABASE_URL: url });

    expect([code, events]).toEqual([1, []]);
    expect(err).toMatch(new RegExp(`^the database does not answer: ${why} \\(DATABASE_URL\\)\\n$`));
  });

  test('gives up on a database that does not answer', async () => {
    const { hostname, port } = new URL(database.url);
    const proxy = await startStallingProxy({ host: hostname, port: Number(port) });
    proxy.stall();
    const { code, err } = await serve({ DATABASE_URL: `postgres://a@127.0.0.1:${proxy.port}/b` });

    expect(code).toBe(1);
    expect(err).toMatch(/^the database does not answer: .* \(DATABASE_URL\)\n$/);
    await proxy.close();
  });

  test('reports that its database does not exist', async () => {
    const url = new URL(database.url);
    url.pathname = '/no_such_database';

    expect(await serve({ DATABASE_URL: url.href })).toMatchObject({
      code: 1,
      err: 'the database cannot be used: database "no_such_database" does not exist\n',
    });
  });

  test.each(['DATABASE_URL', 'KEY_ENCRYPTION_KEY'])('reports the missing %s', async (name) => {
    const { code, err } = await serve({ [name]: '' });

    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`^${name}: .*\\n$`));
  });

  test('names the port that is in use, and leaves nothing open', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };

    expect(await serve({ PORT: String(port) })).toEqual({
      code: 1,
      events: [],
      err: `port ${port} is in use (127.0.0.1:${port})\n`,
    });
    server.close();
  });
});
