/**
 * Encrypts stored data with the key-encryption key. Each encrypted text is bound to a context such as `table.column:id`, and
 * cannot be decrypted for another.
 */
export interface Vault {
  /** Encrypts. The bytes differ for each call, also for the same text. */
  seal(text: string, context: string): Buffer;
  /** Decrypts. @throws when the text was changed, or encrypted for another context or with an unknown key. */
  open(sealed: Uint8Array, context: string): string;
  /** The HMAC of a high-entropy secret. */
  hash(secret: string, context: string): string;
  /** Compares in constant time, also against hashes of an older key. False for any other text. */
  matches(secret: string, hash: string, context: string): boolean;
  /** For one purpose, a 32-byte key derived from each key-encryption key, the newest first. */
  deriveKeys(purpose: string): readonly Uint8Array[];
}

/**
 * The encrypted texts that stay, such as keys and eID settings. Those of logins and sessions expire and are not included.
 */
export interface SealedTexts {
  /** The kinds of texts, named for operators. */
  readonly kinds: readonly string[];
  /** At most `limit` texts of one kind, in a fixed order after `after`; from the beginning when it is undefined. */
  page(kind: string, after: string | undefined, limit: number): Promise<readonly SealedText[]>;
  /**
   * Replaces an encrypted text by the same text, encrypted anew. False, and nothing changes, when it was changed, moved or
   * removed meanwhile.
   */
  replace(kind: string, old: SealedText, sealed: Uint8Array): Promise<boolean>;
}

/** One encrypted text. */
export interface SealedText {
  /** Its place, valid until the next change. */
  readonly place: string;
  /** The context of the vault. */
  readonly context: string;
  readonly sealed: Uint8Array;
}
