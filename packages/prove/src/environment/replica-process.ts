import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Variables of a process. */
export type Variables = Readonly<Record<string, string>>;

/** The start parameters of a replica. */
export interface ReplicaPlan {
  readonly name: string;
  /** Read at each start. */
  readonly variables: () => Variables;
  /** For Node itself, such as `--import FILE`. */
  readonly nodeArguments: readonly string[];
  /** The program, compiled. */
  readonly program: string;
}

const PRELOAD = new URL('./preload.mjs', import.meta.url).pathname;

/** One process of a replica. */
export interface ReplicaProcess {
  readonly child: ChildProcess;
  readonly port: number;
  readonly healthPort: number;
  readonly ended: Promise<number | undefined>;
}

/** Starts the process on free ports; resolves when it reports that it serves. */
export async function startReplicaProcess(
  plan: ReplicaPlan,
  lines: string[],
): Promise<ReplicaProcess> {
  const args = ['--import', PRELOAD, ...plan.nodeArguments, plan.program];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', PORT: '0', HEALTH_PORT: '0', ...plan.variables() },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => (code as number | null) ?? undefined);
  // Messages to an ending process are lost.
  child.on('error', () => undefined);
  const from = lines.length;
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stderr! }).on('line', (line) => lines.push(line));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      lines.push(line);
      if (!line.includes('"service.started"')) return;
      const { port, healthPort } = JSON.parse(line) as Pick<ReplicaProcess, 'port' | 'healthPort'>;
      resolve({ child, port, healthPort, ended });
    });
    void ended.then((code) => {
      const output = lines.slice(from).join('\n');
      reject(new Error(`${plan.name} did not start (${code}): ${output}`));
    });
  });
}
