import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import type { OpenReplicas } from '@eid-broker/testing/replicas';
import type pg from 'pg';
import { commandAdmission } from '../../src/adapters/admission/database-admission.ts';
import type { GuardedPool } from '../../src/adapters/postgres/guarded-pool.ts';
import { openPool } from '../../src/adapters/postgres/pool.ts';
import { systemVault } from '../../src/adapters/system/vault.ts';
import type { Vault } from '../../src/ports/vault.ts';

/** The number of pools, one for each replica of the service. */
const REPLICAS = 3;

/** A vault with a test key. */
export const testVault: Vault = systemVault([new Uint8Array(32).fill(3)]);

/** The dependencies of an adapter of one replica. */
export interface Connected {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly clock: () => Date;
}

/** Opens a port on a new database, once for each of several pools. */
export function pgReplicas<Port>(make: (connected: Connected) => Port): OpenReplicas<Port> {
  return async (clock) => {
    const database = await createTestDatabase();
    const pools = Array.from({ length: REPLICAS }, () => openTestPool(database));
    const [first, ...others] = pools.map((pool) => make({ pool, vault: testVault, clock }));
    return {
      replicas: [first as Port, ...others],
      async close() {
        await Promise.all(pools.map((pool) => pool.end()));
        await database.drop();
      },
    };
  };
}

/** The service's own pool; its log entries fail the test. */
export function openTestPool({ url }: Pick<TestDatabase, 'url'>): GuardedPool {
  const pool = openPool(
    { url, size: 6, admission: commandAdmission },
    { info: fail, warn: failUnlessEnding, error: fail },
  );
  return pool;

  /** Dropping the database may cut connections that are closing. */
  function failUnlessEnding(event: string, facts?: unknown): void {
    if (!pool.ending) fail(event, facts);
  }
}

function fail(event: string, facts?: unknown): never {
  throw new Error(`${event} ${JSON.stringify(facts)}`);
}
