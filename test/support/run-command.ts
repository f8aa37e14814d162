import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const CLI = resolve('dist/cli.js');

/** The exit code of a command, and its output. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The environment of the process besides its arguments. */
export interface ProcessRuntime {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly stdin?: string;
}

/** Runs a compiled command such as `apply` to its end. From the environment of this process it gets only `PATH`. */
export async function runCommand(
  name: string,
  args: readonly string[],
  { env, cwd, stdin = '' }: ProcessRuntime = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, name, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    cwd,
  });
  child.stdin.end(stdin);
  const written = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    written.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    written.err += chunk;
  });
  const code = await new Promise<number | null>((ended) => child.on('close', ended));
  return { code, ...written };
}

/** The lines of a text that are not empty. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
