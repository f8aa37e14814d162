import { parseArgs } from 'node:util';

import { assertMigrated } from '../adapters/postgres/assert-migrated.ts';
import { databaseClock } from '../adapters/postgres/database-clock.ts';
import { pgEventChain } from '../adapters/postgres/event-chain.ts';
import { openPool } from '../adapters/postgres/pool.ts';
import { pgRestoration } from '../adapters/postgres/restoration.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { eventMacs } from '../adapters/system/event-macs.ts';
import { silentLog } from '../adapters/system/silent-log.ts';
import { systemVault } from '../adapters/system/vault.ts';
import { ConfigurationFaults } from '../config/configuration-faults.ts';
import { readEnvironment } from '../config/environment/environment.ts';
import { faultText } from '../fault-text.ts';
import { type AfterRestore, makeAfterRestore } from '../management/after-restore.ts';
import { makeSealEvents } from '../management/events/seal-events.ts';
import { tellProgress } from '../tell-progress.ts';

const CALL = 'usage: npm run after-restore';
/** Seconds for one statement: everything goes at once. */
const PATIENCE = 10 * 60;

/** `npm run after-restore`: between taking the database from a backup and starting the first replica. */
async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  assertNone(args);
  const { databaseUrl: url, keyEncryptionKeys } = readEnvironment(env);
  const pool = openPool({ url, size: 1, patience: PATIENCE }, silentLog);
  try {
    await assertMigrated(pool);
    const { now: clock, measure } = databaseClock(pool, systemClock);
    await measure();
    const vault = systemVault(keyEncryptionKeys);
    const macs = eventMacs(vault);
    const eventChain = pgEventChain({ pool, vault });
    const seal = makeSealEvents({ eventChain, macs, clock, log: silentLog });
    const restoration = pgRestoration({ pool, vault });
    let step = 'forgetting what can be used once';
    const sealEvents: typeof seal = (mayGoOn) => {
      step = 'sealing events, and marking the chains';
      return seal(mayGoOn);
    };
    const parts = { restoration, sealEvents, eventChain, macs, clock };
    print(await tellProgress(() => step, makeAfterRestore(parts)));
  } finally {
    await pool.end();
  }
}

function assertNone(args: readonly string[]): void {
  try {
    parseArgs({ args: [...args], options: {} });
  } catch {
    throw new ConfigurationFaults([{ path: '', message: CALL }]);
  }
}

function print({ attempts, artifacts, chains }: AfterRestore): void {
  const lines = [
    `forgotten: ${attempts} authentications; ${artifacts} codes, tokens, sessions and the like`,
    `marked: ${chains} chains of events`,
    'the replicas can be started',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

main(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`${faultText(error, process.env)}\n`);
  process.exitCode = 1;
});
