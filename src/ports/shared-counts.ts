/** Counts of windows that end soon, to which every replica adds what it has counted by itself. */
export interface SharedCounts {
  /**
   * Adds to each key of a window, and answers what all replicas have added to these keys together; 0 adds nothing and
   * only asks. Counts of a window that nobody has added to begin at nothing. What racing callers add is all counted. A
   * call that rejects may have counted, or not.
   */
  add(
    window: CountedWindow,
    counts: ReadonlyMap<string, number>,
  ): Promise<ReadonlyMap<string, number>>;
}

/** A stretch of time in which something is counted: the same on all replicas. */
export interface CountedWindow {
  readonly startsAt: Date;
  /** Afterwards nobody asks about it, and it may be forgotten. */
  readonly endsAt: Date;
}
