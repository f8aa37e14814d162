import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import { explainFailure, explainSpawnError } from './explain-failure.ts';
import type { Command } from './make-command-as.ts';
import { spawnCommand } from './spawn-command.ts';

/** Runs a program to its end, with the given text as its input; rejects with one line if it fails. */
export async function runCommand(command: Command, input = ''): Promise<void> {
  const child = spawnCommand(command);
  // A program that fails early does not read its input: its output has the reason.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = once(child, 'close').catch((cause: Error) => {
    throw new Error(explainSpawnError(cause, command.program), { cause });
  });
  const [[code], , stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  const output = stderr.split('\n');
  // The single-user server ends with 0 even after an error.
  if (code === 0 && !output.some((line) => /\b(ERROR|FATAL|PANIC): /.test(line))) return;
  const why = explainFailure(output, `${command.program} ended with ${code}`);
  throw new Error(`PostgreSQL could not be set up: ${why}`);
}
