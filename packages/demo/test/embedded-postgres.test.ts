import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';

import { readProcess } from '../src/embedded-postgres/read-process.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../src/embedded-postgres/start-embedded-postgres.ts';

// Closed to others, so that each start as root below needs a way past such a folder.
let folder: string;
/** One data folder for all tests, each of which stops its server. */
let directory: string;
const started: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  directory = join(folder, 'data', 'postgres');
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.stop()));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the server', () => {
  test('serves an ordinary role that owns its database and may create others', async () => {
    const { url } = await start();

    expect(url).toMatch(/^postgres:\/\/eid_broker:[\w-]{32}@127\.0\.0\.1:\d+\/eid_broker$/);
    expect(
      await query(
        url,
        `select rolname, rolsuper, rolcreatedb, pg_encoding_to_char(encoding) as encoding, datlocale
           from pg_database join pg_roles on pg_roles.oid = datdba where datname = current_database()`,
      ),
    ).toEqual([
      {
        rolname: 'eid_broker',
        rolsuper: false,
        rolcreatedb: true,
        encoding: 'UTF8',
        datlocale: 'C.UTF-8',
      },
    ]);
  });

  test('refuses connections without the password, and any superuser', async () => {
    const { url } = await start();

    await expect(query(url.replace(/:[\w-]{32}@/, ':wrong@'), 'select 1')).rejects.toThrow(
      'password authentication failed for user "eid_broker"',
    );
    await expect(query(url.replace('//eid_broker', '//postgres'), 'select 1')).rejects.toThrow(
      'no pg_hba.conf entry for host "127.0.0.1", user "postgres"',
    );
  });

  test('keeps its folder and its password to its own account', async () => {
    await start();

    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect((await stat(join(directory, 'eid-broker.password'))).mode & 0o777).toBe(0o600);
  });

  test('keeps the data and the password over restarts', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await start();

    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
  });

  test('is safe against power loss, except when speed is requested', async () => {
    const durable = await start();
    expect(await query(durable.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    await durable.stop();

    const fast = await start({ durable: false });
    expect(await query(fast.url, 'show fsync')).toEqual([{ fsync: 'off' }]);
  });

  test('stops with clients connected, and only once', async () => {
    const server = await start();
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => undefined);
    const lost = new Promise<void>((resolve) => client.on('end', resolve));
    await client.connect();
    const pid = await serverPid();

    await Promise.all([server.stop(), server.stop()]);
    await lost;

    expect(await readProcess(pid)).toBeUndefined();
  });
});

describe('a start that cannot be', () => {
  test('reports that another process uses the folder, and does not affect that process', async () => {
    const { url } = await start();

    await expect(start()).rejects.toThrow(
      `the database folder ${directory} is in use by process ${process.pid}: stop it first`,
    );
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('reports a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };

    await expect(start({ port })).rejects.toThrow(`port ${port}, wanted for PostgreSQL, is in use`);
    other.close();
  });

  test('reports a folder with other content, and changes nothing in it', async () => {
    const occupied = join(folder, 'occupied');
    await mkdir(occupied);
    await writeFile(join(occupied, 'letter.txt'), 'dear');

    await expect(startEmbeddedPostgres({ directory: occupied })).rejects.toThrow(
      `the database folder ${occupied} holds something else than a database`,
    );
    expect(await readdir(occupied)).toEqual(['letter.txt']);
  });

  test('reports a folder that cannot be created', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');

    await expect(startEmbeddedPostgres({ directory: join(file, 'x', 'y') })).rejects.toThrow(
      `cannot create the database folder ${join(file, 'x', 'y')}: ENOTDIR`,
    );
  });
});

describe('after kill -9', () => {
  test('ends with its owner and loses no data', async () => {
    const owner = await startOwner();
    await query(owner.url, 'create table written_before_the_kill as select 1 as row');
    const pid = await serverPid();
    owner.kill();
    await untilGone(pid);

    const { url } = await start();
    expect(await query(url, 'select * from written_before_the_kill')).toEqual([{ row: 1 }]);
  });

  test('a server that outlived its owner is stopped by the next start', async () => {
    const owner = await startOwner();
    await query(owner.url, 'create table written_by_the_orphan as select 1 as row');
    const pid = await serverPid();
    await killLifeline();
    owner.kill();
    await owner.gone;
    expect(await readProcess(pid)).toBeDefined();

    const { url } = await start();
    expect(await readProcess(pid)).toBeUndefined();
    expect(await query(url, 'select * from written_by_the_orphan')).toEqual([{ row: 1 }]);
  });

  test('a pid file whose number went to another program harms neither', async () => {
    await (await start()).stop();
    const bystander = spawn('sleep', ['60'], { stdio: 'ignore' });
    await writeFile(join(directory, 'postmaster.pid'), `${bystander.pid}\n${directory}\n`);

    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    bystander.kill();
  });

  test('removes the traces of an interrupted first start', async () => {
    const dead = spawn('true');
    await once(dead, 'exit');
    const fresh = join(folder, 'fresh', 'postgres');
    await mkdir(`${fresh}.new-${dead.pid}-abcdef/base`, { recursive: true });

    const server = await startEmbeddedPostgres({ directory: fresh });
    started.push(server);
    expect(await readdir(join(folder, 'fresh'))).toEqual(['postgres']);
  });
});

async function start(
  options: { port?: number; durable?: boolean } = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ directory, ...options });
  started.push(server);
  return server;
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function serverPid(): Promise<number> {
  return Number.parseInt(await readFile(join(directory, 'postmaster.pid'), 'utf8'), 10);
}

/** The server, started by a process that can be killed. */
async function startOwner() {
  const script = fileURLToPath(new URL('./own-embedded-postgres.mjs', import.meta.url));
  const owner: ChildProcess = spawn(process.execPath, [script, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(owner, 'exit');
  const kill = () => owner.kill('SIGKILL');
  started.push({ stop: async () => void kill() });
  const [url] = await once(createInterface({ input: owner.stdout! }), 'line');
  return { url: url as string, kill, gone };
}

async function killLifeline(): Promise<void> {
  const owned = (await readFile(join(directory, 'postmaster.opts'), 'utf8')).match(/owner=(\d+)/);
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  for (const pid of pids) {
    const found = await readProcess(pid);
    if (found?.parentPid !== Number(owned?.[1])) continue;
    if (found.commandLine.includes(` lifeline ${directory} `)) process.kill(pid, 'SIGKILL');
  }
}

async function untilGone(pid: number): Promise<void> {
  for (let tries = 0; (await readProcess(pid)) !== undefined; tries += 1) {
    if (tries === 200) throw new Error(`process ${pid} still runs`);
    await sleep(50);
  }
}
