import type { World } from '../world/world.ts';
import type { FaultScenario } from './fault.ts';
import { reviveAll, untilHealthy } from './healthy.ts';

/** The same scenario, after which the world is well also when it was broken off in the middle. */
export function healed(one: FaultScenario): FaultScenario {
  // To heal would spoil what is made meanwhile.
  if (one.isAlongside === true) return one;
  const { inject, ...scenario } = one;
  return {
    ...scenario,
    async inject(injection) {
      try {
        await inject(injection);
      } finally {
        await heal(injection.world);
      }
    },
  };
}

async function heal(world: World): Promise<void> {
  world.databaseLine.mend();
  world.eidLine.mend();
  await world.simulator.takeBackFaults();
  await world.database.start();
  world.databaseLine.leadTo(world.database.port);
  // First: a commit waits for a standby that is not there any more.
  await world.database.sql('alter system reset synchronous_standby_names');
  await world.database.sql('select pg_reload_conf()');
  await world.database.sql('alter role eid_broker connection limit -1');
  await world.database.sql('alter role eid_broker reset default_transaction_read_only');
  for (const replica of world.replicas) replica.signal('SIGCONT');
  await reviveAll(world);
  await Promise.all(world.replicas.map((replica) => replica.spoilNames('works')));
  // One whose clock is wrong is not ready, and would not become so.
  await Promise.all(world.replicas.map((replica) => replica.skew(0)));
  await untilHealthy(world);
}
