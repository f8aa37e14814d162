import { chainMacs } from '../adapters/events/chain-macs.ts';
import { databaseClock } from '../adapters/postgres/database-clock.ts';
import { pgRestoration } from '../adapters/postgres/erasure.ts';
import { pgEventChain } from '../adapters/postgres/events/event-chain.ts';
import { assertMigrated } from '../adapters/postgres/schema-version.ts';
import { systemClock, systemStopwatch } from '../adapters/system/clock.ts';
import { silentLog } from '../adapters/system/log.ts';
import { systemVault } from '../adapters/system/vault.ts';
import { readEnvironment } from '../config/environment/environment.ts';
import { makeSealEvents, type SealEvents, sealedLink } from '../management/events/seal-events.ts';
import type { Restoration } from '../ports/artifacts.ts';
import type { ChainMacs, EventChain } from '../ports/events.ts';
import type { Clock } from '../ports/runtime.ts';
import { defineCommand, print, reportProgress } from './command.ts';
import { withDatabase } from './with-database.ts';

/** All rows are deleted by one statement. */
const STATEMENT_SECONDS = 10 * 60;

/** Prepares a database from a backup for the first replica. */
export const command = defineCommand({
  description: `Prepares the database of DATABASE_URL, restored from a backup, for the first replica: ends all attempts, deletes
codes, tokens and sessions, and marks the gap in the chains of events.`,
  options: {},
  async run({ env }) {
    const { databaseUrl: url, keyEncryptionKeys } = readEnvironment(env);
    await withDatabase({ url, statementSeconds: STATEMENT_SECONDS }, async (pool) => {
      await assertMigrated(pool);
      const { now: clock, measure } = databaseClock(pool, {
        clock: systemClock,
        stopwatch: systemStopwatch,
      });
      await measure();
      const vault = systemVault(keyEncryptionKeys);
      const macs = chainMacs(vault);
      const eventChain = pgEventChain({ pool, vault });
      const seal = makeSealEvents({ eventChain, macs, clock, log: silentLog });
      const restoration = pgRestoration({ pool, vault });
      let step = 'deleting single-use state';
      const sealEvents: typeof seal = (shouldContinue) => {
        step = 'sealing events, and marking the chains';
        return seal(shouldContinue);
      };
      const parts = { restoration, sealEvents, eventChain, macs, clock };
      const work = () => afterRestore(parts);
      const { attempts, artifacts, chains } = await reportProgress(() => step, work);
      print([
        `forgotten: ${attempts} authentications; ${artifacts} codes, tokens, sessions and the like`,
        `marked: ${chains} chains of events`,
        'the replicas can be started',
      ]);
    });
    return 0;
  },
});

interface Deps {
  readonly restoration: Pick<Restoration, 'forget'>;
  readonly sealEvents: SealEvents;
  readonly eventChain: Pick<EventChain, 'note'>;
  readonly macs: ChainMacs;
  readonly clock: Clock;
}

/** Single-use state from before the backup could be used again. The lost time leaves a gap in each chain of events. */
async function afterRestore({ restoration, sealEvents, eventChain, macs, clock }: Deps) {
  const forgotten = await restoration.forget(clock());
  await sealEvents(() => true);
  const chains = await eventChain.note((tenantId, head) => {
    const own = { tenantId, kind: 'restore', eventMacs: [], note: undefined } as const;
    return sealedLink(head, { ...own, sealedAt: clock() }, macs);
  });
  return { ...forgotten, chains };
}
