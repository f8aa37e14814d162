import { once } from 'node:events';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { ensureCluster } from '@eid-broker/demo/embedded-postgres/ensure-cluster';
import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import { findPrograms } from '@eid-broker/demo/embedded-postgres/find-programs';
import { holdLifeline } from '@eid-broker/demo/embedded-postgres/hold-lifeline';
import { spawnCommand } from '@eid-broker/demo/embedded-postgres/spawn-command';
import pg from 'pg';

/** A PostgreSQL server with production settings and statistics. */
export interface DatabaseServer {
  readonly pid: number;
  readonly version: string;
  /** Superuser connections to an unmeasured database. */
  readonly adminPool: pg.Pool;
  /** Creates a database; returns its URL. */
  create(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** Durable and ready for a standby, and large enough that memory does not affect the cost. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '512MB',
  wal_level: 'replica',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
  io_method: 'sync',
  log_destination: 'stderr',
  logging_collector: 'off',
  lc_messages: 'C',
  timezone: 'UTC',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'top',
};

const READY = 'database system is ready to accept connections';

/** Starts it on a new data folder. */
export async function startDatabaseServer(directory: string): Promise<DatabaseServer> {
  const programs = await findPrograms(directory);
  const { binaries, commandAs } = programs;
  const { password } = await ensureCluster({ directory, ...programs });
  // The folder is temporary, and only this machine reaches it.
  await appendFile(join(directory, 'pg_hba.conf'), 'host all postgres 127.0.0.1/32 trust\n');

  const port = await findFreePort();
  const settings = Object.entries({ ...SETTINGS, port });
  const args = [
    '-D',
    directory,
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const child = spawnCommand(commandAs(binaries.postgres, args));
  child.stdin.end();
  child.stdout.resume();
  const ended = once(child, 'close');
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (lines.length < 20) lines.push(line);
      if (line.includes(READY)) resolve();
    });
    ended.then(() => reject(new Error(`PostgreSQL ended:\n${lines.join('\n')}`)), reject);
  });
  const pid = Number((await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const release = holdLifeline(directory, pid);

  const adminPool = new pg.Pool({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: 'postgres',
    max: 2,
  });
  adminPool.on('error', () => undefined);
  await adminPool.query('create extension pg_stat_statements');
  await adminPool.query('create extension pg_walinspect');
  const { rows } = await adminPool.query<{ readonly server_version: string }>(
    'show server_version',
  );
  return {
    pid,
    version: rows[0]?.server_version ?? '',
    adminPool,
    async create(name) {
      await adminPool.query(`create database ${name} owner eid_broker`);
      return `postgres://eid_broker:${password}@127.0.0.1:${port}/${name}`;
    },
    async stop() {
      await adminPool.end();
      child.kill('SIGINT');
      await ended;
      release();
    },
  };
}
