/** Tells the time. */
export type Clock = () => Date;

/** A clock that a tester can move forward, so that nobody has to wait for a window to pass. */
export interface AdvanceableClock {
  now(): Date;
  /** Jumps ahead and answers the new time. */
  advance(seconds: number): Date;
}

/** The given clock plus everything it was advanced by. */
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
