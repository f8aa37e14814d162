/**
 * Keeps what is at rest unreadable without the key-encryption key. The context (what it is and whose, as in `table.column:id`)
 * is bound to the text: what was sealed for one place does not open in another.
 */
export interface Vault {
  /** Other bytes each time, also for the same text. */
  seal(text: string, context: string): Buffer;
  /** @throws when the text was changed, sealed for another context, or with a key that we no longer have. */
  open(sealed: Uint8Array, context: string): string;
  /** A keyed hash of a high-entropy secret, the same for the same secret. */
  hash(secret: string, context: string): string;
  /** Compares in constant time, also against hashes of an older key. False for what is no hash of ours. */
  matches(secret: string, hash: string, context: string): boolean;
  /** A 32-byte key for one named purpose from each key-encryption key, the newest first; always the same ones. */
  deriveKeys(purpose: string): readonly Uint8Array[];
}

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
