/** Counts that all replicas share. */
export interface RateLimits {
  /**
   * Takes one of the `most` uses that a key has in each window of that many seconds: of each key, or of none. No key is
   * named twice. A use that is refused does not count. Of racing callers no more than `most` take one; who loses the
   * race for one key may have stood in somebody's way at another.
   */
  take(uses: readonly Use[], at: Date): Promise<Taken>;
  /** Gives back what was taken at that moment, in vain. Does nothing to the window that follows. */
  giveBack(uses: readonly Use[], at: Date): Promise<void>;
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
