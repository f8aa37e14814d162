import type { Chance } from '../../ports/chance.ts';

/** The process's own. */
export const systemChance: Chance = () => Math.random();
