import { join } from 'node:path';
import { makeClients } from './clients.ts';
import { startDatabase } from './database.ts';
import type { Environment } from './environment.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { startSimulatorProcess } from './simulator-process.ts';
import { statementWatch } from './statement-watch.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

/** The parts besides the replicas. */
export type EnvironmentParts = Pick<
  Environment,
  'database' | 'databaseProxy' | 'statements' | 'simulator' | 'eidProxy' | 'webhooks' | 'clients'
>;

/** Registers a step of the shutdown; the last one runs first. */
export type AtEnd = (end: () => Promise<unknown>) => void;

interface Runtime {
  readonly folder: string;
  readonly random: () => number;
}

/** Starts PostgreSQL and the eID, each behind its proxy, and the webhook receiver. */
export async function startParts(
  { folder, random }: Runtime,
  atEnd: AtEnd,
): Promise<EnvironmentParts> {
  const statements = statementWatch();
  const { watcher } = statements;
  const program = 'packages/eid-simulators/dist/bankid/main.js';
  const [database, simulator, webhooks, clients] = await Promise.all([
    kept(startDatabase(join(folder, 'postgres')), (one) => one.stop('immediate')),
    kept(startSimulatorProcess(program, join(folder, 'eid')), (one) => one.close()),
    kept(startWebhookReceiver(), (one) => one.close()),
    makeClients(),
  ]);
  const [databaseProxy, eidProxy] = await Promise.all([
    kept(startFaultProxy({ toPort: database.port, random, watcher }), (one) => one.close()),
    kept(startFaultProxy({ toPort: simulator.port, random }), (one) => one.close()),
  ]);
  return { database, databaseProxy, statements, simulator, eidProxy, webhooks, clients };

  /** Also stopped when another part fails to start. */
  function kept<T>(starting: Promise<T>, end: (started: T) => Promise<unknown>): Promise<T> {
    atEnd(async () => {
      const started = await starting.catch(() => undefined);
      if (started !== undefined) await end(started);
    });
    return starting;
  }
}
