/** One reason: how a program is told of it, and what people do about it. */
export interface Entry {
  /** The OAuth or OpenID error code. */
  readonly error: string;
  /** The code of those endpoints that have another one for the same reason. */
  readonly otherError?: string;
  /** ASCII only. `{name}` stands for one of the failure's names. Absent: the error code says it all. */
  readonly description?: string;
  /** Of an answer that is not a redirect; 400 when absent. */
  readonly status?: number;
  /** What happened, in plain words. */
  readonly cause: string;
  /** What whoever reads it does about it. */
  readonly fix: string;
}

/** Entries by their names: kebab-case, unique in the catalogue, anchors in the document. They never change. */
export type Entries = Readonly<Record<string, Entry>>;

/** The code of most of what is wrong with a request. */
export const MALFORMED = 'invalid_request';
