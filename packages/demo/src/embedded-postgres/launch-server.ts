import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { explainFailure, explainSpawnError } from './explain-failure.ts';
import { holdLifeline } from './hold-lifeline.ts';
import type { CommandAs } from './make-command-as.ts';
import { serverArguments } from './server-arguments.ts';
import { type Child, spawnCommand } from './spawn-command.ts';

export interface ServerPlan {
  readonly program: string;
  readonly commandAs: CommandAs;
  readonly directory: string;
  readonly port: number;
  readonly durable: boolean;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

/** The limit for recovery after a crash. */
const READY_MS = 60_000;
/** The limit for a fast shutdown before an immediate one. */
const SHUTDOWN_MS = 3_000;

/** Starts the server; resolves, once it accepts connections, to the function that stops it. */
export async function launchServer(plan: ServerPlan): Promise<() => Promise<void>> {
  const command = plan.commandAs(plan.program, serverArguments({ ...plan, ownerPid: process.pid }));
  const child = spawnCommand(command);
  const gone = once(child, 'close').catch((cause: Error) => {
    throw new Error(explainSpawnError(cause, command.program), { cause });
  });
  if (child.pid !== undefined) {
    const release = holdLifeline(plan.directory, child.pid);
    void gone.then(release, release);
  }
  await becomeReady(child, gone, plan);

  let stopping: Promise<void> | undefined;
  return () => {
    stopping ??= shutDown(child, gone);
    return stopping;
  };
}

/** Whether a launch failed because another process listens on the port. */
export function isPortInUse(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
}

async function becomeReady(child: Child, gone: Promise<unknown>, plan: ServerPlan): Promise<void> {
  const output: string[] = [];
  child.stdin.end();
  child.stdout.resume();
  const ready = new Promise<'ready'>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.includes('database system is ready to accept connections')) resolve('ready');
      if (output.length < 50) output.push(line);
      plan.log(line);
    });
  });
  const timer = setTimeout(() => {
    output.unshift(`FATAL: it was not ready after ${READY_MS / 1000} s`);
    child.kill('SIGQUIT');
  }, READY_MS);
  const outcome = await Promise.race([ready, gone]).finally(() => clearTimeout(timer));
  if (outcome === 'ready') return;
  throw launchFailure(output, plan.port);
}

function launchFailure(output: readonly string[], port: number): Error {
  if (output.some((line) => line.includes('Address already in use'))) {
    const error = new Error(`port ${port}, wanted for PostgreSQL, is in use`);
    return Object.assign(error, { code: 'EADDRINUSE' });
  }
  return new Error(`PostgreSQL did not start: ${explainFailure(output, 'it gave no reason')}`);
}

async function shutDown(child: Child, gone: Promise<unknown>): Promise<void> {
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), SHUTDOWN_MS);
  await gone.finally(() => clearTimeout(timer));
}
