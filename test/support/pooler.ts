import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';

import { untilServerAccepts } from './server-answers.ts';

/** A PgBouncer for one test, in transaction mode. */
export interface Pooler {
  /** The URL of the same database through PgBouncer. */
  urlOf(databaseUrl: string): string;
  stop(): Promise<void>;
}

/** Starts PgBouncer for the server of a database, with fewer server connections than clients. */
export async function startPooler(place: string, databaseUrl: string): Promise<Pooler> {
  const port = await findFreePort();
  const server = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'));
  const config = join(folder, 'pgbouncer.ini');
  await writeFile(config, configurationOf(server, port));
  await chmod(folder, 0o755);
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(place, ['-q', ...account, config], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const urlOf = (url: string) => {
    const { pathname } = new URL(url);
    return `postgres://pooled@127.0.0.1:${port}${pathname}`;
  };
  await untilServerAccepts(urlOf(databaseUrl));
  return {
    urlOf,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** The settings of docs/operations.md, with a small pool. */
function configurationOf(server: URL, port: number): string {
  const login = `user=${server.username} password=${decodeURIComponent(server.password)}`;
  return `
[databases]
* = host=${server.hostname} port=${server.port} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
unix_socket_dir =
pool_mode = transaction
max_prepared_statements = 200
ignore_startup_parameters = statement_timeout
default_pool_size = 4
max_client_conn = 200
`;
}
