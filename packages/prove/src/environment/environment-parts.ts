import { join } from 'node:path';
import { makeWorldClients } from './clients.ts';
import { startProvedDatabase } from './database.ts';
import type { World } from './environment.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { startSimulatorProcess } from './simulator-process.ts';
import { statementWatch } from './statement-watch.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

/** The parts besides the replicas. */
export type WorldParts = Pick<
  World,
  'database' | 'databaseLine' | 'statements' | 'simulator' | 'eidLine' | 'webhooks' | 'clients'
>;

/** Registers a step of the shutdown; the last one runs first. */
export type AtEnd = (end: () => Promise<unknown>) => void;

interface Runtime {
  readonly folder: string;
  readonly random: () => number;
}

/** Starts PostgreSQL and the eID, each behind its proxy, and the webhook receiver. */
export async function startParts({ folder, random }: Runtime, atEnd: AtEnd): Promise<WorldParts> {
  const statements = statementWatch();
  const { watcher } = statements;
  const program = 'packages/eid-simulators/dist/bankid/main.js';
  const [database, simulator, webhooks, clients] = await Promise.all([
    kept(startProvedDatabase(join(folder, 'postgres')), (one) => one.stop('immediate')),
    kept(startSimulatorProcess(program, join(folder, 'eid')), (one) => one.close()),
    kept(startWebhookReceiver(), (one) => one.close()),
    makeWorldClients(),
  ]);
  const [databaseLine, eidLine] = await Promise.all([
    kept(startFaultProxy({ toPort: database.port, random, watcher }), (one) => one.close()),
    kept(startFaultProxy({ toPort: simulator.port, random }), (one) => one.close()),
  ]);
  return { database, databaseLine, statements, simulator, eidLine, webhooks, clients };

  /** Also stopped when another part fails to start. */
  function kept<T>(starting: Promise<T>, end: (started: T) => Promise<unknown>): Promise<T> {
    atEnd(async () => {
      const started = await starting.catch(() => undefined);
      if (started !== undefined) await end(started);
    });
    return starting;
  }
}
