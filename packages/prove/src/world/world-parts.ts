import { join } from 'node:path';

import { startFaultProxy } from './fault-proxy.ts';
import { startProvedDatabase } from './proved-database.ts';
import { startSimulatorProcess } from './simulator-process.ts';
import { statementWatch } from './statement-watch.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';
import type { World } from './world.ts';
import { makeWorldClients } from './world-clients.ts';

/** What stands around the replicas. */
export type WorldParts = Pick<
  World,
  'database' | 'databaseLine' | 'statements' | 'simulator' | 'eidLine' | 'webhooks' | 'clients'
>;

/** Notes what is to be done in the end; the last comes first. */
export type AtEnd = (end: () => Promise<unknown>) => void;

interface Runtime {
  readonly folder: string;
  readonly random: () => number;
}

/** Starts it: PostgreSQL and the eID, each behind its line, and who is told of events. */
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

  /** Ended also when another one could not be started meanwhile. */
  function kept<T>(starting: Promise<T>, end: (started: T) => Promise<unknown>): Promise<T> {
    atEnd(async () => {
      const started = await starting.catch(() => undefined);
      if (started !== undefined) await end(started);
    });
    return starting;
  }
}
