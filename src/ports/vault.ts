/**
 * Keeps what is at rest unreadable without the key-encryption key. The context (a table, a column, a row)
 * is bound to the text: what was sealed for one place does not open in another.
 */
export interface Vault {
  seal(text: string, context: string): string;
  /** @throws when the text was changed, sealed for another context, or with a key that we no longer have. */
  open(sealed: string, context: string): string;
  /** A keyed hash of a high-entropy secret, the same for the same secret. */
  hash(secret: string, context: string): string;
  /** Compares in constant time, also against hashes of an older key. */
  matches(secret: string, hash: string, context: string): boolean;
  /** A 32-byte key for one named purpose, always the same for the newest key-encryption key. */
  deriveKey(purpose: string): Uint8Array;
}
