import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { isAlive, readProcess } from './read-process.ts';
import { ownerOfServer } from './server-identity.ts';

/** Long enough for a checkpoint; then each child of the server is killed. */
const DEADLINE_MS = 5_000;

/**
 * Stops the server that a killed process left on the data folder, and removes a stale pid file. Refuses when the
 * server's owner still runs. Signals no process except a server of this folder.
 */
export async function stopLeftoverServer(directory: string): Promise<void> {
  const pidFile = join(directory, 'postmaster.pid');
  const pid = await readPid(pidFile);
  if (pid === undefined) return;
  const found = await readProcess(pid);
  if (found === undefined) return removeStalePidFile(pidFile, pid);

  const owner = ownerOfServer(found, directory);
  if (owner === undefined) return dismissPidFile(pidFile, pid, found.commandLine);
  if (owner === found.parentPid) {
    throw new Error(
      `the database folder ${directory} is in use by process ${owner}: stop it first`,
    );
  }
  await endServer(pid, directory);
}

async function readPid(pidFile: string): Promise<number | undefined> {
  const content = await readFile(pidFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new Error(`cannot read ${pidFile}: ${error.message}`, { cause: error });
  });
  const pid = Number.parseInt(content, 10);
  return pid > 0 ? pid : undefined;
}

/**
 * PostgreSQL removes a dead server's file itself. But it takes a zombie, usual in containers, for a running process.
 */
async function removeStalePidFile(pidFile: string, pid: number): Promise<void> {
  if (isAlive(pid)) await rm(pidFile, { force: true });
}

/** The pid belongs to another program, which PostgreSQL would take for a server. */
async function dismissPidFile(pidFile: string, pid: number, commandLine: string): Promise<void> {
  if (/^(\S*\/)?postgres /.test(commandLine)) {
    throw new Error(
      `process ${pid} may be another PostgreSQL server on this folder: stop it, or delete ${pidFile}`,
    );
  }
  await rm(pidFile, { force: true });
}

async function endServer(pid: number, directory: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    for (let waited = 0; waited < DEADLINE_MS; waited += 50) {
      const found = await readProcess(pid);
      if (found === undefined || ownerOfServer(found, directory) === undefined) return;
      if (waited === 0) send(signal, pid);
      await sleep(50);
    }
  }
  throw new Error(`PostgreSQL server ${pid}, left behind on ${directory}, does not end: stop it`);
}

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
