/** Text for the eID's app, and data for its signature alone, both as they are handed to the eID: in base64. */
export interface ShownText {
  readonly visible: string | undefined;
  readonly format: 'plaintext' | 'markdown';
  readonly nonVisible: string | undefined;
}
