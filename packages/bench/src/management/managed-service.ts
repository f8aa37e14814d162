import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import pg from 'pg';

import { openWire } from '../drive/wire.ts';
import type { DatabaseServer } from '../environment/database-server.ts';
import { startServer } from '../environment/server-process.ts';
import { runToEnd } from '../environment/service.ts';
import { countWork } from '../measure/database-work.ts';
import type { Subject } from '../measure/measure.ts';
import { applicationId, TENANT } from './fill-management.ts';

/** A service with a management API and a database of its own. */
export interface ManagedService {
  readonly subject: Subject;
  /** The header of an owner of the whole installation. */
  readonly authorization: string;
  readonly pool: pg.Pool;
  stop(): Promise<void>;
}

/** What a service is made of. */
export interface ManagedParts {
  readonly database: DatabaseServer;
  /** Holds the configuration file. */
  readonly folder: string;
  /** Of the database. */
  readonly name: string;
  readonly applications: number;
}

/** Migrates, applies a tenant with that many applications, and starts one replica. */
export async function startManagedService(parts: ManagedParts): Promise<ManagedService> {
  const { database, folder, name, applications } = parts;
  const port = await findFreePort();
  const databaseUrl = await database.create(name);
  const env = {
    DATABASE_URL: databaseUrl,
    KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
    PORT: '0',
    HEALTH_PORT: '0',
    MANAGEMENT_PORT: String(port),
    REQUESTS_PER_ADDRESS: '1000000',
  };
  const file = join(folder, `${name}.yaml`);
  await writeFile(file, JSON.stringify(configurationOf(applications)));
  await runToEnd(['dist/cli.js', 'migrate'], env);
  await runToEnd(['dist/cli.js', 'apply', file], env);
  const token = await runToEnd(
    ['dist/cli.js', 'token', 'create', '--name', 'bench', '--role', 'owner'],
    env,
  );
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  pool.on('error', () => undefined);
  const server = await startServer({ args: ['dist/main.js'], env });
  const wire = openWire(`localhost:${port}`, [port]);
  const work = countWork(database.adminPool, pool, { database: name, tables: [] });
  return {
    subject: { pids: [server.pid], wire, database: { pid: database.pid, work } },
    authorization: `Bearer ${token.trim()}`,
    pool,
    async stop() {
      wire.close();
      await server.stop();
      await pool.end();
    },
  };
}

/** JSON is YAML too. */
function configurationOf(applications: number) {
  return {
    tenants: [
      {
        id: TENANT,
        name: 'Bench',
        domains: [{ issuer: 'http://bench.localhost', environment: 'test' }],
        eids: [],
        applications: Array.from({ length: applications }, (_, index) => ({
          clientId: applicationId(index + 1),
          name: `Application ${index + 1}`,
          flows: ['pkce'],
          redirectUris: [`https://app-${index + 1}.example.com/callback`],
          idTokenSigningAlg: 'ES256',
        })),
      },
    ],
  };
}
