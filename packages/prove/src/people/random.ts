/** Reproducible random choices: the same seed yields the same choices. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(of: readonly [T, ...T[]]): T;
  /** An independent stream: choices of one person do not change those of another. */
  fork(label: number): Random;
}

/** A small generator (splitmix32): uniform, fast, and unfit for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const random: Random = {
    next() {
      state = (state + 0x9e3779b9) >>> 0;
      return mixed(state) / 2 ** 32;
    },
    whole: (least, most) => least + Math.floor(random.next() * (most - least + 1)),
    chance: (probability) => random.next() < probability,
    pick: (of) => of[random.whole(0, of.length - 1)] ?? of[0],
    fork: (label) => seededRandom(mixed((seed ^ mixed(label + 1)) >>> 0)),
  };
  return random;
}

function mixed(value: number): number {
  const first = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  const second = Math.imul(first ^ (first >>> 15), 0x735a2d97);
  return (second ^ (second >>> 15)) >>> 0;
}

/** A random element. */
export function choose<T>(from: readonly T[], random: () => number): T {
  const chosen = from[Math.floor(random() * from.length)];
  if (chosen === undefined) throw new Error('the list is empty');
  return chosen;
}

/** All elements in a random order. */
export function shuffle<T>(all: readonly T[], random: () => number): readonly T[] {
  return all
    .map((one) => ({ one, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}
