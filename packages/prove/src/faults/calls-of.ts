import type { World } from '../world/world.ts';

/** How often the eID was called, over all. */
export async function callsOf({ simulator }: World): Promise<number> {
  const { calls } = await simulator.statistics();
  return Object.values(calls).reduce((sum, count) => sum + count, 0);
}
