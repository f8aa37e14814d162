/** What can be wrong with a request, found before anything is asked of an eID. */
export type RequestFault =
  | 'acr-missing'
  | 'acr-not-one'
  | 'acr-not-offered'
  | 'scope-malformed'
  | 'scope-without-openid'
  | 'state-too-long'
  | 'parameter-too-long'
  | 'nonce-missing'
  | 'flow-not-offered'
  | 'implicit-on-production'
  | 'response-mode-not-allowed'
  | 'origin-not-registered'
  | 'evidence-in-fragment'
  | 'hint-too-many-words'
  | 'hint-malformed'
  | 'hint-separator'
  | 'hint-contradiction'
  | 'action-not-offered'
  | 'message-missing'
  | 'message-malformed'
  | 'message-empty'
  | 'message-too-long'
  | 'message-too-many-parts'
  | 'message-forbidden-character'
  | 'message-gap'
  | 'non-visible-data-malformed'
  | 'non-visible-data-too-long'
  | 'person-missing'
  | 'person-malformed'
  | 'binding-message-missing'
  | 'message-beside-binding-message'
  | 'binding-message-too-long'
  | 'binding-message-forbidden-character'
  | 'binding-message-gap'
  | 'call-initiator-missing'
  | 'call-initiator-malformed'
  | 'call-initiator-contradiction'
  | 'authorization-details-malformed'
  | 'end-user-ip-missing'
  | 'end-user-ip-malformed'
  | 'return-url-malformed'
  | 'request-not-signed'
  | 'too-many-requests';

/** Why an eID does not do what we want of it. */
export type EidFault =
  | 'eid-not-offered'
  | 'eid-unavailable'
  | 'eid-refused-request'
  | 'eid-busy-with-person'
  | 'eid-misconfigured';

/**
 * The closed list of reasons for which we refuse or cannot serve a request. The adapters that face the
 * outside turn each into their own words; a new code does not compile until it has been worded.
 */
export type FailureCode = RequestFault | EidFault;

/** What a refusal carries beside its code. */
export interface FailureFacts {
  /** What the words for the client name: a directive, a limit. Never a value that the client sent. */
  readonly names?: Readonly<Record<string, string | number>>;
  /** For our own log only. */
  readonly detail?: string;
  /** The eID's own word for what went wrong, from which it chooses its words for the person. */
  readonly hint?: string;
  /** The eID was not called: its circuit breaker is open, which is logged once. */
  readonly notAttempted?: boolean;
  readonly cause?: unknown;
}

/** A refusal: the request may not, or cannot now, be served. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly names: Readonly<Record<string, string | number>>;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  readonly notAttempted: boolean;

  constructor(code: FailureCode, facts: FailureFacts = {}) {
    super(facts.detail === undefined ? code : `${code}: ${facts.detail}`, { cause: facts.cause });
    this.name = 'Failure';
    this.code = code;
    this.names = facts.names ?? {};
    this.detail = facts.detail;
    this.hint = facts.hint;
    this.notAttempted = facts.notAttempted ?? false;
  }
}

/** In seconds: what is down longer than that is asked for again. */
const SOON = 3;

/**
 * What this service stands on does not answer, or more is asked of it than it can serve now. Nothing is known of the
 * request: it is neither refused nor denied, and may be repeated.
 */
export class Unavailable extends Error {
  /** After how many whole seconds to ask again. */
  readonly retryAfter: number;

  constructor(what: string, { cause, retryAfter = SOON }: UnavailableFacts = {}) {
    super(what, { cause });
    this.name = 'Unavailable';
    this.retryAfter = retryAfter;
  }
}

/** What may be known of it. */
export interface UnavailableFacts {
  readonly cause?: unknown;
  readonly retryAfter?: number;
}

/** The unavailability in the chain of causes; undefined when there is none. */
export function unavailableIn(error: unknown): Unavailable | undefined {
  let found = error;
  while (found instanceof Error) {
    if (found instanceof Unavailable) return found;
    found = found.cause;
  }
  return undefined;
}
