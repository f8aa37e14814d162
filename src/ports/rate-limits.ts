/** Counts that all replicas share. */
export interface RateLimits {
  /**
   * Takes one of the `most` uses that a key has in each window of that many seconds. False when none is left; a
   * use that is refused does not count. Of racing callers no more than `most` get true.
   */
  take(key: string, limit: Limit, at: Date): Promise<boolean>;
  /** Forgets windows that ended before the given moment, at most `limit`; answers how many. */
  purge(endedBefore: Date, limit: number): Promise<number>;
}

/** How often something may happen. */
export interface Limit {
  readonly most: number;
  readonly seconds: number;
}
