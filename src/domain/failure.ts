import type { StepFacts } from './eid-reasons.ts';
import type { RefusalReason } from './login-timeline.ts';

/** Faults of a request, found before the eID is called. */
export type RequestErrorCode =
  | 'acr-missing'
  | 'acr-not-one'
  | 'acr-discontinued'
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
  | 'scope-in-fragment'
  | 'hint-too-many-words'
  | 'hint-malformed'
  | 'hint-separator'
  | 'hint-contradiction'
  | 'hint-needs-other'
  | 'hint-claims-malformed'
  | 'hint-claim-refused'
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
  | 'binding-message-not-taken'
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

/** Reasons for which an eID cannot be used. */
export type EidErrorCode =
  | 'eid-not-offered'
  | 'channel-not-offered'
  | 'eid-unavailable'
  | 'eid-refused-request'
  | 'eid-busy-with-person'
  | 'eid-misconfigured';

/**
 * The closed list of reasons for which a request is refused or cannot be served. The error catalogue of
 * `adapters/oidc/errors` has an entry for each; a new code does not compile without one.
 */
export type FailureCode = RequestErrorCode | EidErrorCode;

/** The details of a refusal. */
export interface FailureFacts {
  /** Values in the client's error description, such as a directive or a limit. Never a value that the client sent. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** For the log only. */
  readonly detail?: string;
  /** Which of the causes of its code it was, for the timeline. */
  readonly reason?: RefusalReason | undefined;
  /** The values in the words of the reason, for the timeline. */
  readonly facts?: StepFacts | undefined;
  /** The eID's code of the error, from which its text for the person is chosen. */
  readonly hintCode?: string;
  /** The eID was not called: its circuit breaker is open, or too many calls are under way. */
  readonly notAttempted?: boolean;
  readonly cause?: unknown;
}

/** Codes that say more than the entries of the catalogue, which other codes share. */
const REASON_OF_CODE: Readonly<Partial<Record<FailureCode, RefusalReason>>> = {
  'eid-misconfigured': 'credentials-refused',
  'eid-refused-request': 'eid-refused-parameters',
};

/** A refusal: the request may not be served, or cannot be served now. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly values: Readonly<Record<string, string | number>>;
  readonly detail: string | undefined;
  readonly reason: RefusalReason | undefined;
  readonly facts: StepFacts | undefined;
  readonly hintCode: string | undefined;
  readonly notAttempted: boolean;

  constructor(code: FailureCode, facts: FailureFacts = {}) {
    super(facts.detail === undefined ? code : `${code}: ${facts.detail}`, { cause: facts.cause });
    this.name = 'Failure';
    this.code = code;
    this.values = facts.values ?? {};
    this.detail = facts.detail;
    this.reason = facts.reason ?? REASON_OF_CODE[code];
    this.facts = facts.facts;
    this.hintCode = facts.hintCode;
    this.notAttempted = facts.notAttempted ?? false;
  }
}

const DEFAULT_RETRY_SECONDS = 3;

/**
 * The database does not answer, or the service is overloaded. The request is neither refused nor denied, and may be
 * repeated.
 */
export class ServiceUnavailable extends Error {
  /** The whole seconds after which the caller may try again. */
  readonly retryAfter: number;

  constructor(
    message: string,
    { cause, retryAfter = DEFAULT_RETRY_SECONDS }: ServiceUnavailableFacts = {},
  ) {
    super(message, { cause });
    this.name = 'ServiceUnavailable';
    this.retryAfter = retryAfter;
  }
}

/** The details of a `ServiceUnavailable`. */
export interface ServiceUnavailableFacts {
  readonly cause?: unknown;
  readonly retryAfter?: number;
}

/** The `ServiceUnavailable` in an error's chain of causes; undefined when there is none. */
export function serviceUnavailableIn(error: unknown): ServiceUnavailable | undefined {
  let found = error;
  while (found instanceof Error) {
    if (found instanceof ServiceUnavailable) return found;
    found = found.cause;
  }
  return undefined;
}
