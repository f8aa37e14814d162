import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

import type { Command } from './make-command-as.ts';

/** A child in a process group of its own: Ctrl-C in the terminal reaches only us. */
export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Without our environment, so that no PG… variable changes what the program does. */
const ENVIRONMENT = {
  LC_ALL: 'C',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
};

/** Starts the program; an `error` event tells if that was impossible. */
export function spawnCommand({ program, args, account }: Command): Child {
  return spawn(program, args, {
    ...account,
    cwd: '/',
    env: ENVIRONMENT,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}
