/** Keyed hashes for the chains of events. Who has the database alone can neither make nor check one. */
export interface EventMacs {
  /** The key that makes new ones. */
  readonly newest: string;
  /**
   * The keyed hash of a text, base64url, always the same; undefined when we do not have the key of that name. A mark
   * has 128 bits, a mac 256.
   */
  of(what: 'mark' | 'mac', text: string, keyName: string): string | undefined;
}
