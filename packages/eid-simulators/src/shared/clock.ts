/** Returns the current time. */
export type Clock = () => Date;

/** A clock that a tester can advance beyond time limits. */
export interface AdvanceableClock {
  now(): Date;
  /** Advances and returns the new time. */
  advance(seconds: number): Date;
}

/** The given clock plus all advances. */
export function makeAdvanceableClock(base: Clock): AdvanceableClock {
  let offset = 0;
  const now = () => new Date(base().getTime() + offset);
  return {
    now,
    advance(seconds) {
      offset += seconds * 1000;
      return now();
    },
  };
}
