/**
 * The closed list of reasons for which we refuse or cannot serve a request. The adapters that face the
 * outside turn each into their own words; a new code does not compile until it has been worded.
 */
export type FailureCode =
  | 'eid-not-offered'
  | 'eid-unavailable'
  | 'eid-refused-request'
  | 'eid-busy-with-person'
  | 'eid-misconfigured';

/** What a refusal carries beside its code. */
export interface FailureFacts {
  /** For our own log only. */
  readonly detail?: string;
  /** The eID's own word for what went wrong, from which it chooses its words for the person. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/** A refusal: the request may not, or cannot now, be served. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly detail: string | undefined;
  readonly hint: string | undefined;

  constructor(code: FailureCode, facts: FailureFacts = {}) {
    super(facts.detail === undefined ? code : `${code}: ${facts.detail}`, { cause: facts.cause });
    this.name = 'Failure';
    this.code = code;
    this.detail = facts.detail;
    this.hint = facts.hint;
  }
}
