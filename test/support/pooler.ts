import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';

import { serverAnswers } from './server-answers.ts';

/** PgBouncer of a test's own, which pools transactions. */
export interface Pooler {
  /** The same database, behind it. */
  urlOf(databaseUrl: string): string;
  stop(): Promise<void>;
}

/** Starts it in front of the server of a database, with fewer connections than its clients want. */
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
  await serverAnswers(urlOf(databaseUrl));
  return {
    urlOf,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** What docs/operations.md asks of an operator, and little room. */
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
