/** Counts that all replicas share. */
export interface RateLimits {
  /**
   * Takes one of the `most` uses that a key has in each window of that many seconds. A use that is refused does not
   * count. Of racing callers no more than `most` take one.
   */
  take(key: string, limit: Limit, at: Date): Promise<Taken>;
  /** Forgets windows that ended before the given moment, at most `limit`; answers how many. */
  purge(endedBefore: Date, limit: number): Promise<number>;
}

/** How often something may happen. */
export interface Limit {
  readonly most: number;
  readonly seconds: number;
}

/** Whether there was a use left; if not, when the window ends and there are uses again. Never longer than a window. */
export type Taken = { readonly isTaken: true } | { readonly isTaken: false; readonly freeAt: Date };
