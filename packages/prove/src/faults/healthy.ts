import { setTimeout as sleep } from 'node:timers/promises';

import type { World } from '../world/world.ts';

/** A replica that is started, and one whose database was away, need this long at the very most. */
const DEADLINE_MS = 20_000;
const LOOK_EVERY_MS = 50;

/**
 * Waits until every replica is ready and gets requests; answers how many milliseconds that took.
 * Throws when one does not become ready, or does not run.
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
    await sleep(LOOK_EVERY_MS);
  }
}

/** Starts again the replicas that do not run. */
export async function reviveAll({ replicas }: World): Promise<void> {
  const dead = replicas.filter(({ pid }) => pid === undefined);
  await Promise.all(dead.map((replica) => replica.start()));
}
