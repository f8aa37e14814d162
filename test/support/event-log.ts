import { createTestDatabase } from '@eid-broker/testing/database';
import {
  at,
  leaseAbout,
  PERSON,
  pendingAuthentication,
} from '@eid-broker/testing/sample-authentication';

import { chainMacs } from '../../src/adapters/events/chain-macs.ts';
import { pgEventChain } from '../../src/adapters/postgres/events/event-chain.ts';
import type { GuardedPool } from '../../src/adapters/postgres/guarded-pool.ts';
import { pgAuthentications } from '../../src/adapters/postgres/logins/authentications.ts';
import type { Ending } from '../../src/domain/progress.ts';
import { makeSealEvents } from '../../src/management/events/seal-events.ts';
import type { ChainMacs } from '../../src/ports/events.ts';
import { openTestPool, testVault } from './pg-replicas.ts';

/** A database with ended attempts and their sealed events. */
export interface EventLog {
  readonly url: string;
  readonly pool: GuardedPool;
  /** Stores identified attempts; the tenant is the part of the id before the hyphen. */
  identified(...ids: readonly string[]): Promise<void>;
  ended(id: string, why: Ending): Promise<void>;
  /** Seals the events, by default with the test keys. */
  seal(seconds: number, macs?: ChainMacs): Promise<void>;
  /** The log entries of sealing at level error. */
  readonly errors: readonly unknown[];
  sql(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Opens an empty event log. */
export async function openEventLog(): Promise<EventLog> {
  const database = await createTestDatabase();
  const pool = openTestPool(database);
  const authentications = pgAuthentications({ pool, vault: testVault });
  const begin = async (id: string) => {
    const tenantId = id.split('-')[0] ?? '';
    const authentication = pendingAuthentication({ id, tenantId, loginId: undefined });
    await authentications.begin(authentication);
    return leaseAbout(authentication);
  };
  const errors: unknown[] = [];
  const log = { error: (...entry: unknown[]) => void errors.push(entry) };
  return {
    url: database.url,
    errors,
    pool,
    async identified(...ids) {
      for (const id of ids) {
        const outcome = { state: 'identified', at: at(1), identity: PERSON } as const;
        await authentications.recordOutcome(await begin(id), outcome);
      }
    },
    async ended(id, why) {
      const outcome = { state: 'ended', at: at(1), why, hintCode: undefined } as const;
      await authentications.recordOutcome(await begin(id), outcome);
    },
    async seal(seconds, macs = chainMacs(testVault)) {
      const eventChain = pgEventChain({ pool, vault: testVault });
      const clock = () => at(seconds);
      await makeSealEvents({ eventChain, macs, clock, log })(() => true);
    },
    sql: async (text, values = []) => (await pool.query(text, [...values])).rows,
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
