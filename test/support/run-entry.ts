import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** How a process of ours ended, and all that it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** What the process is given beside its arguments. */
export interface ProcessSurroundings {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly stdin?: string;
}

/** Runs an entry of ours, `src/apply.ts` for one, as it is compiled, to its end. Of our environment it sees only where programs are. */
export async function runEntry(
  entry: string,
  args: readonly string[],
  { env, cwd, stdin = '' }: ProcessSurroundings = {},
): Promise<Ended> {
  const program = entry.replace(/^src\/(.*)\.ts$/, 'dist/$1.js');
  const child = spawn(process.execPath, [join(process.cwd(), program), ...args], {
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
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, ...written };
}

/** The lines of a text that are not empty. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
