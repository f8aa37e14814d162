import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';

import { untilServerAccepts } from './server-answers.ts';

/** A server of the system's PostgreSQL with its tools, which the npm package lacks. */
export interface SystemPostgres {
  urlOf(database: string): string;
  /** Runs a tool to its end. @throws with its output */
  run(tool: string, ...args: readonly string[]): void;
  stop(): Promise<void>;
}

/** The user id of `nobody`: PostgreSQL does not run as root. */
const ACCOUNT = 65_534;

/** Starts a server with a new data folder. */
export async function startSystemPostgres(bin: string): Promise<SystemPostgres> {
  const account = process.getuid?.() === 0 ? { uid: ACCOUNT, gid: ACCOUNT } : {};
  const folder = await mkdtemp(join(tmpdir(), 'system-postgres-'));
  if (account.uid !== undefined) chownSync(folder, ACCOUNT, ACCOUNT);
  const data = join(folder, 'data');
  const run = (tool: string, ...args: readonly string[]) => {
    execFileSync(join(bin, tool), args, { ...account, cwd: folder, stdio: 'pipe' });
  };
  run('initdb', '--auth=trust', '--username=operator', '--no-sync', `--pgdata=${data}`);
  const port = await findFreePort();
  const settings = ['-D', data, '-p', `${port}`, '-k', '', '-h', '127.0.0.1', '-F'];
  const server = spawn(join(bin, 'postgres'), settings, {
    ...account,
    cwd: folder,
    stdio: 'ignore',
  });
  const urlOf = (database: string) => `postgres://operator@127.0.0.1:${port}/${database}`;
  await untilServerAccepts(urlOf('postgres'));
  return {
    urlOf,
    run,
    async stop() {
      await end(server);
      await rm(folder, { recursive: true });
    },
  };
}

async function end(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit');
  // SIGINT is PostgreSQL's fast shutdown.
  server.kill('SIGINT');
  await ended;
}
