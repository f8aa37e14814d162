/** What has to happen to a database that was taken from a backup. To be asked while no replica serves. */
export interface Restoration {
  /**
   * Ends and forgets, all or nothing, whatever can be used once: attempts (each with its event; a pending one is
   * lost), codes, tokens, sessions, used assertions. Remembers the moment. Again, it does the same to what came since.
   */
  forget(at: Date): Promise<Forgotten>;
  /** When it was last done; undefined when it never was. */
  restoredAt(): Promise<Date | undefined>;
}

/** How much was forgotten. */
export interface Forgotten {
  readonly attempts: number;
  readonly artifacts: number;
}
