/** A number from 0 up to, but without, 1: so that those who met do not meet again. Never for secrets. */
export type Chance = () => number;
