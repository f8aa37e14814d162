import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A server in a separate process. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** The last lines with errors. */
  failure(): readonly string[];
  /** Kills the process by default, without waiting for its requests. */
  stop(signal?: 'SIGKILL' | 'SIGINT'): Promise<void>;
}

/** The process's arguments; it does not inherit the environment. */
export interface ServerPlan {
  /** The arguments after `node`. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The line that reports the port, as its group. */
  readonly listens?: RegExp;
}

const JSON_PORT = /"port":(\d+)/;
/** Lines other than JSON logs, and logs from `warn` up. */
const TROUBLE = /^[^{]|"level":"?(?:warn|error|fatal|[456]0)/;
const LATEST_LINES = 50;
const DEADLINE_MS = 30_000;

/** The children end with this process, however it ends. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts it; resolves when it reports its port. @throws with its last lines when it ends before */
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
