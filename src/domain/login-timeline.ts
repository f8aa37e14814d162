import type { Acr } from './acr.ts';
import type { Channel, Device } from './authentication.ts';
import { EID_REASONS, type StepFacts } from './eid-reasons.ts';
import type { Ending, Stage } from './progress.ts';
import type { SupportCode } from './support-code.ts';

/** One step of a login. No step names a person, and none holds a secret. */
export type TimelineStep = StepKind & {
  /** In milliseconds since 1970. */
  readonly at: number;
};

/**
 * The kinds of steps.
 * - `begun`: the application's request was accepted
 * - `page`: our page was shown, in that state
 * - `started`: an order was started at the eID, or the browser left for the eID's pages
 * - `hint`: the eID reported a new state
 * - `returned`: the app or the eID returned the person, to the browser that started the login or to another
 * - `identified`, `remembered`, `ended`: the outcome of an attempt, by the eID, by a session, or without a person
 * - `told`: the answer to the application: a code, claims or tokens, or an error of the catalogue
 * - `redeemed`: the application exchanged the code for tokens
 * - `refused`: a request of this login was refused, or our own request at the eID failed, with an error of the catalogue
 */
export type StepKind =
  | { readonly what: 'begun' }
  | { readonly what: 'page'; readonly page: string }
  | StartedStep
  | { readonly what: 'hint'; readonly stage: Stage; readonly hint: string }
  | { readonly what: 'returned'; readonly where: 'here' | 'elsewhere' }
  | { readonly what: 'identified' }
  | { readonly what: 'remembered' }
  | EndedStep
  | ToldStep
  | { readonly what: 'redeemed' }
  | RefusedStep;

/** The answer to an application: `key` of the step names the error. */
export type Answer = 'code' | 'claims' | 'tokens' | 'error';

/** The start of an attempt. */
export interface StartedStep {
  readonly what: 'started';
  readonly acr: Acr;
  readonly device?: Device | undefined;
  /** The lifetime of a CIBA or headless request. */
  readonly seconds?: number | undefined;
}

/** What is found out about an error beyond its key. */
export interface ErrorFinding {
  /** Which of the causes of its entry it was. */
  readonly reason?: RefusalReason | undefined;
  /**
   * The values in the words of the reason. `sent` and `expected` are of any error: what the request had, as `shownValue` shows it,
   * and what is right. `code` is the support code of the answer, when it is another than the login's.
   */
  readonly facts?: StepFacts | undefined;
  /** The description that was sent, where the catalogue's has values: the name of a parameter, a limit. */
  readonly said?: string | undefined;
}

/** The end of an attempt without a person. `hint` is the eID's code for it. */
export interface EndedStep extends Pick<ErrorFinding, 'reason' | 'facts'> {
  readonly what: 'ended';
  readonly why: Ending;
  readonly hint?: string | undefined;
}

/** The answer to the application. */
export interface ToldStep extends ErrorFinding {
  readonly what: 'told';
  readonly answer: Answer;
  /** Of an error. */
  readonly key?: string | undefined;
}

/** A refusal: by its key in the catalogue, and the endpoint that refused. */
export interface RefusedStep extends ErrorFinding {
  readonly what: 'refused';
  readonly key: string;
  /** The library's name of the endpoint, `page`, `embedded`, or `eid` when the eID refused our own request. */
  readonly endpoint: string;
  /** The eID's own code. */
  readonly hint?: string | undefined;
  /** The request named the login, and its sender had not proved to be the login's application. */
  readonly byOther?: true | undefined;
  /** How often it came, when more than once. */
  readonly times?: number | undefined;
}

/** The cause of a failure, its remedy, and the one who can remove it; in whole English sentences. */
export interface Finding {
  readonly cause: string;
  readonly fix: string;
  readonly whoActs: WhoActs;
}

/** The causes of errors that have several. An answer must not name some of them (RFC 6749 §5.2). */
export const REFUSAL_REASONS = [
  'code-used',
  'code-unknown',
  'code-expired',
  'code-of-other-client',
  'redirect-uri-differs',
  'verifier-differs',
  'verifier-missing',
  'verifier-unexpected',
  'result-reported',
  'request-unknown',
  'client-unknown',
  'credentials-swapped',
  'secret-wrong',
  'secret-expired',
  'secret-old',
  'secret-with-blanks',
  'secret-encoded',
  'secret-of-other',
  'method-not-set-up',
  'secret-of-public-client',
  'no-credentials',
  'request-of-other-application',
  'id-token-sent',
  'token-expired',
  'token-unknown',
  'token-revoked',
  'grant-withdrawn',
  'no-refresh-tokens',
  'no-such-grant',
  'parameter-absent',
  'form-is-json',
  'form-encoded-twice',
  'acr-several',
  'acr-no-name',
  'hint-signature',
  'hint-unreadable',
  'hint-of-other-domain',
  'hint-of-other-application',
  'acr-unknown',
  'acr-not-on-domain',
  'acr-not-for-application',
  'eid-not-open',
  ...EID_REASONS,
  'busy-same-application',
  'busy-other-application',
  'busy-elsewhere',
  'started-again',
  'started-again-by-other',
  'limit-of-address',
  'limit-of-address-starts',
  'limit-of-application',
  'limit-of-tenant',
  'limit-of-login',
  'limit-of-person',
  'limit-of-phone-starts',
  'uri-differs-by-slash',
  'uri-differs-by-scheme',
  'uri-differs-by-host',
  'uri-differs-by-port',
  'uri-differs-by-path',
  'uri-differs-by-query',
  'pushed-by-other',
  'pushed-unknown',
  'jwt-issuer',
  'jwt-audience',
  'jwt-expired',
  'jwt-signature',
  'no-sessions-here',
  'no-session',
  'session-not-enough',
  'session-never',
  'session-scope',
  'session-scope-not-kept',
  'session-action',
  'session-too-old',
  'session-max-age',
  'session-other-eid',
  'session-other-person',
  'session-other-device',
  'session-limit',
  'person-length',
  'person-date',
  'person-check-digit',
  'person-form',
  'person-not-taken',
  'message-charset',
  'cookie-missing',
  'login-gone',
  'login-expired',
  'login-finished',
  'login-withdrawn',
  'callback-without-login',
  'database-away',
  'database-read-only',
  'database-refuses-us',
  'database-schema',
  'database-fault',
  'fault-of-machine',
  'fault-of-code',
  'overloaded',
] as const;

export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** Steps of one login that are kept, and how many of these are left for its outcome. */
export const MAX_STEPS = 60;
export const STEPS_FOR_OUTCOME = 12;

/** The outcome of the latest attempt, or `refused` for a request that never became a login. Undefined while pending. */
export type LoginOutcome = 'identified' | 'remembered' | 'refused' | Ending;

/** A login as it is stored for support. */
export interface LoginTimeline {
  readonly tenantId: string;
  readonly code: SupportCode;
  readonly issuer: string;
  /** Undefined for a request that named no known application. */
  readonly clientId: string | undefined;
  readonly channel: Channel;
  /** Undefined for a request that named no eID service. */
  readonly acr: Acr | undefined;
  readonly outcome: LoginOutcome | undefined;
  /** The catalogue key of the last error. */
  readonly error: string | undefined;
  readonly beganAt: Date;
  /** In the order of their times. */
  readonly steps: readonly TimelineStep[];
  /** Steps that are not kept. */
  readonly leftOut: number;
  /** Of a refused request: the login that it named, whose timeline has the refusal too. */
  readonly loginCode: SupportCode | undefined;
}

/** The one who must act next. */
export type WhoActs = 'person' | 'application' | 'operator' | 'eid' | 'nobody';
