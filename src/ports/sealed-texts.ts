/**
 * What the vault has sealed and that stays: keys, eID settings. What lives for minutes or a session is not
 * among it: that goes by itself.
 */
export interface SealedTexts {
  /** The kinds that there are, each in words for people. */
  readonly kinds: readonly string[];
  /** At most `limit` of one kind, in a fixed order behind `after`; from the beginning when that is undefined. */
  page(kind: string, after: string | undefined, limit: number): Promise<readonly SealedText[]>;
  /**
   * Puts the same, sealed anew, in its place. False when it was changed, moved or removed meanwhile: then
   * nothing happens.
   */
  replace(kind: string, old: SealedText, sealed: Uint8Array): Promise<boolean>;
}

/** One sealed text. */
export interface SealedText {
  /** Where it is; only good until the next change. */
  readonly place: string;
  /** What it was sealed for. */
  readonly context: string;
  readonly sealed: Uint8Array;
}
