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
export interface Stand {
  readonly database: DatabaseServer;
  readonly eid: SimulatedEid;
  readonly clientKey: ClientKey;
  /** The first replica of the service; more can be started. */
  readonly replica: ServerProcess;
  /** `flags`: for Node. */
  startReplica(flags?: readonly string[]): Promise<ServerProcess>;
  /** Of the service's database. */
  readonly inside: pg.Pool;
  /** With rows counted; `grown` has too many to count. */
  readonly work: Readonly<Record<'service' | 'grown' | 'textbook' | 'floor', CountWork>>;
  readonly textbookInMemory: ServerProcess;
  readonly textbookInPostgres: ServerProcess;
  readonly floor: ServerProcess;
  close(): Promise<void>;
}

const SERVICE_TABLES = ['artifact', 'authentication', 'authentication_event', 'rate_limit'];

/** Starts everything in a temporary folder; a failed step stops the started parts. */
export async function openStand(): Promise<Stand> {
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
    const [serviceUrl, textbookUrl, floorUrl] = [
      await database.create('service'),
      await database.create('textbook'),
      await database.create('floor'),
    ];
    const clientKey = await makeClientKey(randomUUID);
    const service = await prepareService({ databaseUrl: serviceUrl, eid, clientKey });
    const startReplica = (flags?: readonly string[]) => kept(service.startReplica(flags));
    const replica = await startReplica();
    const textbookInMemory = await kept(startTextbook());
    const textbookInPostgres = await kept(startTextbook(textbookUrl));
    const floor = await kept(startFloor(floorUrl));
    const [inside, textbook] = [openPool(serviceUrl), openPool(textbookUrl)];
    closers.push(() => Promise.all([inside.end(), textbook.end()]));
    const { overseer } = database;
    const work = {
      service: countWork(overseer, inside, { database: 'service', tables: SERVICE_TABLES }),
      grown: countWork(overseer, inside, { database: 'service', tables: [] }),
      textbook: countWork(overseer, textbook, { database: 'textbook', tables: ['oidc_artifact'] }),
      floor: countWork(overseer, inside, { database: 'floor', tables: [] }),
    };
    return {
      database,
      eid,
      clientKey,
      replica,
      startReplica,
      inside,
      work,
      textbookInMemory,
      textbookInPostgres,
      floor,
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

/** The textbook, with its state in the database, if given, or in memory. */
function startTextbook(databaseUrl?: string): Promise<ServerProcess> {
  return startServer({
    args: ['packages/bench/dist/peers/baseline-main.js'],
    env: {
      TEXTBOOK_ISSUER: ISSUER,
      TEXTBOOK_SECRET: SECRET,
      TEXTBOOK_CALLBACK: REDIRECT_URI,
      ...(databaseUrl !== undefined && { TEXTBOOK_DATABASE_URL: databaseUrl }),
    },
  });
}

/** The minimum cost of a login. */
function startFloor(databaseUrl: string): Promise<ServerProcess> {
  return startServer({
    args: ['packages/bench/dist/peers/lower-bound-main.js'],
    env: { FLOOR_DATABASE_URL: databaseUrl },
  });
}
