import { setTimeout as sleep } from 'node:timers/promises';

import type { Environment } from '../environment/environment.ts';
import type { FaultScenario } from './fault.ts';

/** The same scenario, with a restored environment also after an interruption. */
export function withRecovery(one: FaultScenario): FaultScenario {
  // Restoring the environment would interfere with the other faults.
  if (one.isAlongside === true) return one;
  const { inject, ...scenario } = one;
  return {
    ...scenario,
    async inject(injection) {
      try {
        await inject(injection);
      } finally {
        await restore(injection.environment);
      }
    },
  };
}

async function restore(environment: Environment): Promise<void> {
  environment.databaseProxy.clearFaults();
  environment.eidProxy.clearFaults();
  environment.pagesProxy.clearFaults();
  await environment.simulator.takeBackFaults();
  await environment.simulator.takeBackPagesFaults();
  await environment.database.start();
  environment.databaseProxy.connectTo(environment.database.port);
  // First, because otherwise a commit blocks on a missing standby.
  await environment.database.sql('alter system reset synchronous_standby_names');
  await environment.database.sql('select pg_reload_conf()');
  await environment.database.sql('alter role eid_broker connection limit -1');
  await environment.database.sql('alter role eid_broker reset default_transaction_read_only');
  for (const replica of environment.replicas) replica.signal('SIGCONT');
  await reviveAll(environment);
  await Promise.all(environment.replicas.map((replica) => replica.spoilNames('works')));
  // A replica with a wrong clock is not ready.
  await Promise.all(environment.replicas.map((replica) => replica.skew(0)));
  await untilHealthy(environment);
}

/** The limit for a started replica, and for one after a database outage. */
const DEADLINE_MS = 20_000;
const CHECK_EVERY_MS = 50;

/**
 * Resolves when every replica is ready and gets requests; returns the milliseconds. Throws when a replica does not run
 * or does not become ready.
 */
export async function untilHealthy(environment: Environment): Promise<number> {
  const since = performance.now();
  for (;;) {
    const gone = environment.replicas.find(({ pid }) => pid === undefined);
    if (gone !== undefined)
      throw new Error(`${gone.name} does not run: ${gone.unexpectedExits.at(-1)}`);
    const ready = await Promise.all(environment.replicas.map((replica) => replica.isReady()));
    const took = performance.now() - since;
    const isServing = environment.front.serving.length === environment.replicas.length;
    if (isServing && ready.every((each) => each)) return Math.round(took);
    if (took > DEADLINE_MS) {
      const missing = environment.replicas.filter((_, at) => !ready[at]).map(({ name }) => name);
      throw new Error(`not ready after ${DEADLINE_MS} ms: ${missing.join(', ')}`);
    }
    await sleep(CHECK_EVERY_MS);
  }
}

/** Starts the replicas that do not run. */
export async function reviveAll({ replicas }: Environment): Promise<void> {
  const dead = replicas.filter(({ pid }) => pid === undefined);
  await Promise.all(dead.map((replica) => replica.start()));
}
