import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { type CountWork, countWork } from '../measure/database-work.ts';
import { type ClientKey, ISSUER, makeClientKey, REDIRECT_URI, SECRET } from './applications.ts';
import { type DatabaseServer, startDatabaseServer } from './database-server.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { prepareService } from './service.ts';
import { type SimulatedEid, startSimulatedEid } from './simulated-eid.ts';

/** All measured servers and their surroundings. */
export interface Environment {
  readonly database: DatabaseServer;
  readonly eid: SimulatedEid;
  readonly clientKey: ClientKey;
  /** The first replica of the service; more can be started. */
  readonly replica: ServerProcess;
  /** `flags`: for Node. */
  startReplica(flags?: readonly string[]): Promise<ServerProcess>;
  /** Of the service's database. */
  readonly servicePool: pg.Pool;
  /** With rows counted; `grown` has too many to count. */
  readonly work: Readonly<Record<'service' | 'grown' | 'baseline' | 'lowerBound', CountWork>>;
  readonly baselineInMemory: ServerProcess;
  readonly baselineInPostgres: ServerProcess;
  readonly lowerBound: ServerProcess;
  close(): Promise<void>;
}

const SERVICE_TABLES = ['artifact', 'authentication', 'authentication_event', 'rate_limit'];

/** Starts everything in a temporary folder; a failed step stops the started parts. */
export async function startEnvironment(): Promise<Environment> {
  const folder = await mkdtemp(join(tmpdir(), 'eid-broker-bench-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  const kept = async <Thing extends { stop(): Promise<void> }>(starting: Promise<Thing>) => {
    const thing = await starting;
    closers.push(() => thing.stop());
    return thing;
  };
  try {
    const eid = await kept(startSimulatedEid(folder));
    const database = await kept(startDatabaseServer(join(folder, 'postgres')));
    const [serviceUrl, baselineUrl, lowerBoundUrl] = [
      await database.create('service'),
      await database.create('baseline'),
      await database.create('lower_bound'),
    ];
    const clientKey = await makeClientKey(randomUUID);
    const service = await prepareService({ databaseUrl: serviceUrl, eid, clientKey });
    const startReplica = (flags?: readonly string[]) => kept(service.startReplica(flags));
    const replica = await startReplica();
    const baselineInMemory = await kept(startBaseline());
    const baselineInPostgres = await kept(startBaseline(baselineUrl));
    const lowerBound = await kept(startLowerBound(lowerBoundUrl));
    const [servicePool, baselinePool] = [openPool(serviceUrl), openPool(baselineUrl)];
    closers.push(() => Promise.all([servicePool.end(), baselinePool.end()]));
    const { adminPool } = database;
    const work = {
      service: countWork(adminPool, servicePool, { database: 'service', tables: SERVICE_TABLES }),
      grown: countWork(adminPool, servicePool, { database: 'service', tables: [] }),
      baseline: countWork(adminPool, baselinePool, {
        database: 'baseline',
        tables: ['oidc_artifact'],
      }),
      lowerBound: countWork(adminPool, servicePool, { database: 'lower_bound', tables: [] }),
    };
    return {
      database,
      eid,
      clientKey,
      replica,
      startReplica,
      servicePool,
      work,
      baselineInMemory,
      baselineInPostgres,
      lowerBound,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  return pool;
}

/** The baseline, with its state in the database, if given, or in memory. */
function startBaseline(databaseUrl?: string): Promise<ServerProcess> {
  return startServer({
    args: ['packages/bench/dist/peers/baseline-main.js'],
    env: {
      BASELINE_ISSUER: ISSUER,
      BASELINE_SECRET: SECRET,
      BASELINE_CALLBACK: REDIRECT_URI,
      ...(databaseUrl !== undefined && { BASELINE_DATABASE_URL: databaseUrl }),
    },
  });
}

/** Measures the single parts of the lower bound: a bare request, a select, an insert. */
function startLowerBound(databaseUrl: string): Promise<ServerProcess> {
  return startServer({
    args: ['packages/bench/dist/peers/lower-bound-main.js'],
    env: { LOWER_BOUND_DATABASE_URL: databaseUrl },
  });
}
