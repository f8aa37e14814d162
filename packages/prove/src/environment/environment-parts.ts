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
  | 'database'
  | 'databaseProxy'
  | 'statements'
  | 'simulator'
  | 'eidProxy'
  | 'pagesProxy'
  | 'webhooks'
  | 'clients'
>;

/** Registers a step of the shutdown; the last one runs first. */
export type AtEnd = (end: () => Promise<unknown>) => void;

interface Runtime {
  readonly folder: string;
  readonly random: () => number;
}

/** Starts PostgreSQL and the eIDs, each behind its proxy, and the webhook receiver. */
export async function startParts(
  { folder, random }: Runtime,
  atEnd: AtEnd,
): Promise<EnvironmentParts> {
  const statements = statementWatch();
  const { watcher } = statements;
  const program = 'packages/eid-simulators/dist/all/main.js';
  // Its address is in everything that MitID signs, so it is known before its server starts.
  const pagesProxy = await kept(startFaultProxy({ toPort: 0, random }), (one) => one.close());
  const pagesUrl = `http://127.0.0.1:${pagesProxy.port}`;
  const [database, simulator, webhooks, clients] = await Promise.all([
    kept(startDatabase(join(folder, 'postgres')), (one) => one.stop('immediate')),
    kept(startSimulatorProcess({ program, directory: join(folder, 'eid'), pagesUrl }), (one) =>
      one.close(),
    ),
    kept(startWebhookReceiver(), (one) => one.close()),
    makeClients(),
  ]);
  pagesProxy.connectTo(simulator.pagesPort);
  const [databaseProxy, eidProxy] = await Promise.all([
    kept(startFaultProxy({ toPort: database.port, random, watcher }), (one) => one.close()),
    kept(startFaultProxy({ toPort: simulator.port, random }), (one) => one.close()),
  ]);
  return {
    database,
    databaseProxy,
    statements,
    simulator,
    eidProxy,
    pagesProxy,
    webhooks,
    clients,
  };

  /** Also stopped when another part fails to start. */
  function kept<T>(starting: Promise<T>, end: (started: T) => Promise<unknown>): Promise<T> {
    atEnd(async () => {
      const started = await starting.catch(() => undefined);
      if (started !== undefined) await end(started);
    });
    return starting;
  }
}
