/** Counts that all replicas share. */
export interface RateLimits {
  /**
   * Takes one of the `most` uses of a key in a window of that many seconds: of each key, or of none. Each key is given
   * once. A refused use does not count. Of racing callers at most `most` take one. A caller that loses the race for one
   * key may have held a use of another key meanwhile.
   */
  take(uses: readonly Use[], at: Date): Promise<Taken>;
  /** The keys among these that have no use left. Counts nothing. */
  full(uses: readonly Use[], at: Date): Promise<readonly string[]>;
  /** Refunds the uses that were taken at that moment. A later window does not change. */
  refund(uses: readonly Use[], at: Date): Promise<void>;
  /** Deletes windows that ended before the given moment, at most `limit`; returns how many. */
  purge(endedBefore: Date, limit: number): Promise<number>;
}

/** One use of a limited key. */
export interface Use {
  readonly key: string;
  readonly limit: Limit;
}

/** The most uses in a window. */
export interface Limit {
  readonly most: number;
  readonly seconds: number;
}

/**
 * True when every key had a use left; if not, the keys without one, and the end of their last window, when each key has
 * uses again.
 */
export type Taken =
  | { readonly isTaken: true }
  | { readonly isTaken: false; readonly full: readonly string[]; readonly freeAt: Date };

/** Counts in short windows, to which every replica adds its own. */
export interface SharedCounts {
  /**
   * Adds to each key of a window, and returns the sums of all replicas for these keys; 0 only reads. The counts of a new
   * window begin at 0. The additions of racing callers are all counted. A call that rejects may have counted.
   */
  add(
    window: CountedWindow,
    counts: ReadonlyMap<string, number>,
  ): Promise<ReadonlyMap<string, number>>;
}

/** A period of counting, the same on all replicas. */
export interface CountedWindow {
  readonly startsAt: Date;
  /** Afterwards it is no longer read, and may be deleted. */
  readonly endsAt: Date;
}
