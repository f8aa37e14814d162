import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { isAlive, readProcess } from './read-process.ts';
import { ownerOfServer } from './server-identity.ts';

/** Long enough for a checkpoint; then each child of the server is ended without one. */
const DEADLINE_MS = 5_000;

/**
 * Ends the server that a killed process left on the data folder, and clears a stale pid file out of
 * the way. Refuses when the server's owner still lives. Signals nothing but a server of this folder.
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
 * Of a dead server's file PostgreSQL disposes itself; but a process that ended without anybody taking
 * note (a zombie, usual in containers) counts as alive to it.
 */
async function removeStalePidFile(pidFile: string, pid: number): Promise<void> {
  if (isAlive(pid)) await rm(pidFile, { force: true });
}

/** The number has gone to another program; PostgreSQL would take that program for a server. */
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
