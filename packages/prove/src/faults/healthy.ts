import { setTimeout as sleep } from 'node:timers/promises';

import type { World } from '../environment/environment.ts';
import type { FaultScenario } from './fault.ts';

/** The same scenario, with a restored world also after an interruption. */
export function withRecovery(one: FaultScenario): FaultScenario {
  // Restoring the world would interfere with the other faults.
  if (one.isAlongside === true) return one;
  const { inject, ...scenario } = one;
  return {
    ...scenario,
    async inject(injection) {
      try {
        await inject(injection);
      } finally {
        await restore(injection.world);
      }
    },
  };
}

async function restore(world: World): Promise<void> {
  world.databaseLine.clearFaults();
  world.eidLine.clearFaults();
  await world.simulator.takeBackFaults();
  await world.database.start();
  world.databaseLine.connectTo(world.database.port);
  // First, because otherwise a commit blocks on a missing standby.
  await world.database.sql('alter system reset synchronous_standby_names');
  await world.database.sql('select pg_reload_conf()');
  await world.database.sql('alter role eid_broker connection limit -1');
  await world.database.sql('alter role eid_broker reset default_transaction_read_only');
  for (const replica of world.replicas) replica.signal('SIGCONT');
  await reviveAll(world);
  await Promise.all(world.replicas.map((replica) => replica.spoilNames('works')));
  // A replica with a wrong clock is not ready.
  await Promise.all(world.replicas.map((replica) => replica.skew(0)));
  await untilHealthy(world);
}

/** The limit for a started replica, and for one after a database outage. */
const DEADLINE_MS = 20_000;
const CHECK_EVERY_MS = 50;

/**
 * Resolves when every replica is ready and gets requests; returns the milliseconds. Throws when a replica does not run
 * or does not become ready.
 */
export async function untilHealthy(world: World): Promise<number> {
  const since = performance.now();
  for (;;) {
    const gone = world.replicas.find(({ pid }) => pid === undefined);
    if (gone !== undefined) throw new Error(`${gone.name} does not run: ${gone.deaths.at(-1)}`);
    const ready = await Promise.all(world.replicas.map((replica) => replica.isReady()));
    const took = performance.now() - since;
    const isServing = world.front.serving.length === world.replicas.length;
    if (isServing && ready.every((each) => each)) return Math.round(took);
    if (took > DEADLINE_MS) {
      const missing = world.replicas.filter((_, at) => !ready[at]).map(({ name }) => name);
      throw new Error(`not ready after ${DEADLINE_MS} ms: ${missing.join(', ')}`);
    }
    await sleep(CHECK_EVERY_MS);
  }
}

/** Starts the replicas that do not run. */
export async function reviveAll({ replicas }: World): Promise<void> {
  const dead = replicas.filter(({ pid }) => pid === undefined);
  await Promise.all(dead.map((replica) => replica.start()));
}
