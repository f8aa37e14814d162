/** Counts that all replicas share. */
export interface RateLimits {
  /**
   * Takes one of the `most` uses that a key has in each window of that many seconds: of each key, or of none. No key is
   * named twice. A use that is refused does not count. Of racing callers no more than `most` take one; who loses the
   * race for one key may have stood in somebody's way at another.
   */
  take(uses: readonly Use[], at: Date): Promise<Taken>;
  /** Gives back what was taken at that moment, in vain. Does nothing to the window that follows. */
  refund(uses: readonly Use[], at: Date): Promise<void>;
  /** Forgets windows that ended before the given moment, at most `limit`; answers how many. */
  purge(endedBefore: Date, limit: number): Promise<number>;
}

/** What is counted. */
export interface Use {
  readonly key: string;
  readonly limit: Limit;
}

/** How often something may happen. */
export interface Limit {
  readonly most: number;
  readonly seconds: number;
}

/**
 * Whether there was a use left of every key; if not, when the last window ends that is full and there are uses again.
 * Never longer than that window.
 */
export type Taken = { readonly isTaken: true } | { readonly isTaken: false; readonly freeAt: Date };

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
