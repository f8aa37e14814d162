import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A server that runs in a process of its own. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** The last that it wrote of trouble. */
  failure(): readonly string[];
  /** Without a word, unless it is to be heard: nobody waits for what it has in hand. */
  stop(signal?: 'SIGKILL' | 'SIGINT'): Promise<void>;
}

/** What a process is run with: our own environment is not passed on. */
export interface ServerPlan {
  /** What follows `node` on its command line. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The line by which it says that it listens; its group is the port. */
  readonly listens?: RegExp;
}

const JSON_PORT = /"port":(\d+)/;
/** Lines that are no log of ours, and those of its higher levels. */
const TROUBLE = /^[^{]|"level":"?(?:warn|error|fatal|[456]0)/;
const LATEST_LINES = 50;
const DEADLINE_MS = 30_000;

/** However we end, they end with us. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts it; resolves when it has said where it listens.
 * @throws with its last lines when it ends before
 */
export async function startServer(plan: ServerPlan): Promise<ServerProcess> {
  const { args, env, listens = JSON_PORT } = plan;
  const child = spawn(process.execPath, [...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const ended = once(child, 'close').finally(() => running.delete(child));
  const latest: string[] = [];
  const note = (line: string) => {
    latest.push(line);
    if (latest.length > LATEST_LINES) latest.shift();
  };
  createInterface({ input: child.stderr }).on('line', note);

  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), DEADLINE_MS);
    createInterface({ input: child.stdout }).on('line', (line) => {
      note(line);
      const output = listens.exec(line)?.[1];
      if (output === undefined) return;
      clearTimeout(timer);
      resolve(Number(output));
    });
    ended.then(() => reject(new Error(`${args.join(' ')} ended:\n${latest.join('\n')}`)), reject);
  });
  return {
    pid: child.pid ?? 0,
    port,
    failure: () => latest.filter((line) => TROUBLE.test(line)),
    async stop(signal = 'SIGKILL') {
      child.kill(signal);
      await ended;
    },
  };
}
