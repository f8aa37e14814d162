import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { listenToWire } from '@eid-broker/testing/wire';
import { newCanaries } from './canaries.ts';

/** One process of the service, as it runs in production. */
export interface Replica {
  readonly port: number;
  readonly healthPort: number;
  /** Every line of its log. */
  readonly lines: readonly string[];
  signal(name: NodeJS.Signals): void;
  /** Its exit code; undefined when a signal ended it. */
  readonly ended: Promise<number | undefined>;
}

/** Shared by all replicas of a test file, because a login may continue at another replica. */
const canaries = newCanaries();

/** Starts the service on free ports, by default `dist/main.js`; resolves when it accepts requests. */
export async function startReplica(
  environment: Readonly<Record<string, string>>,
  program = 'dist/main.js',
): Promise<Replica> {
  listenToWire(canaries.record);
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', HEALTH_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const ended = once(child, 'exit').then(([code]) => {
    canaries.assertAbsent(lines.join('\n'), "a replica's log");
    return (code as number | null) ?? undefined;
  });
  const ports = await startedPorts(child, lines, ended);
  return { ...ports, lines, ended, signal: (name) => void child.kill(name) };
}

function startedPorts(
  child: ChildProcess,
  lines: string[],
  ended: Promise<unknown>,
): Promise<{ readonly port: number; readonly healthPort: number }> {
  return new Promise((resolve, reject) => {
    const errors: string[] = [];
    createInterface({ input: child.stderr! }).on('line', (line) => errors.push(line));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      lines.push(line);
      if (line.includes('service.started')) resolve(JSON.parse(line));
    });
    ended.then(() => reject(new Error(`the replica ended: ${[...errors, ...lines].join('\n')}`)));
  });
}
