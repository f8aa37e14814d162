import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

import type { Command } from './make-command-as.ts';

/** A child in its own process group: Ctrl-C in the terminal does not reach it. */
export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Without this process's environment, so that no PG… variable changes the program. */
const ENVIRONMENT = {
  LC_ALL: 'C',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
};

/** Starts the program; an `error` event reports a failed start. */
export function spawnCommand({ program, args, account }: Command): Child {
  return spawn(program, args, {
    ...account,
    cwd: '/',
    env: ENVIRONMENT,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}
