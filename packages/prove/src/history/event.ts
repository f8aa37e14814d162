import { createHash } from 'node:crypto';

/** One action or observation in the history: one JSON line. Times are milliseconds from the start of the run. */
export type HistoryEvent = { readonly at: number } & (
  | RequestEvent
  | AnswerEvent
  | PersonEvent
  | OutcomeEvent
  | OrdersEvent
  | KeysEvent
  | SampleEvent
  | FaultEvent
);

/** An event without its time. */
export type NewEvent = HistoryEvent extends infer Event
  ? Event extends HistoryEvent
    ? Omit<Event, 'at'>
    : never
  : never;

/** The flow of a login, and variants of the code flow. */
export type LoginKind =
  | 'code'
  | 'hybrid'
  | 'pkce'
  | 'implicit'
  | 'pushed'
  | 'signing'
  | 'ciba'
  | 'headless';

/** The application, the person's browser, or an attacker. */
export type Actor = 'client' | 'browser' | 'attacker';

/** Common to every request and its response. `login` is the number of the virtual login. */
interface Operation {
  /** Pairs the request with its response. */
  readonly id: number;
  readonly login: number;
  readonly flow: LoginKind;
  readonly operation: string;
  readonly by: Actor;
}

/** A request was sent. */
export interface RequestEvent extends Operation {
  readonly type: 'invoke';
}

/**
 * The response. `ok`: done; `refused`: not done, with the reason; `failed`: a 5xx or 429; `unknown`: the connection
 * broke, so the effect is unknown.
 */
export interface AnswerEvent extends Operation {
  readonly type: 'ok' | 'refused' | 'failed' | 'unknown';
  readonly took: number;
  readonly status?: number;
  readonly error?: string;
  readonly description?: string;
  /** The single-use values that this response shows as consumed: `code:`, `jti:`, `answer:` … and a hash. */
  readonly spent?: readonly string[];
  /** The stage of the login in the response. */
  readonly stage?: Stage;
  /** The flaw in the form of the response. */
  readonly malformed?: string;
  /** It has no trace id. */
  readonly isTraceless?: boolean;
  /** Data that the sender must not get. */
  readonly breach?: string;
  /** The replica that answered, as the load balancer names it. */
  readonly replica?: string;
}

/** The stage of a login as a client sees it. `reported`: its end was reported before. */
export type Stage =
  | 'first-interaction'
  | 'acknowledgement'
  | 'identification'
  | 'done'
  | 'ended'
  | 'reported';

/**
 * A decision about a login. In an app it has an order, on an eID's own pages it has none. `approving` and `cancelling` are recorded before the request,
 * the others after its response. So a token may come between `approving` and `approved`, and `cancelling` counts when
 * its response is lost. The application cancels, or the person on the login page.
 */
export interface PersonEvent {
  readonly type: 'person';
  readonly login: number;
  readonly did:
    | 'opened'
    | 'approving'
    | 'approved'
    | 'declined'
    | 'cancelling'
    | 'cancelled'
    | 'left';
  readonly orderRef?: string;
}

/** The end of a login as its client saw it: the claims of a token, or an error. */
export interface OutcomeEvent {
  readonly type: 'outcome';
  readonly login: number;
  readonly flow: LoginKind;
  readonly expected: ExpectedClaims;
  readonly got:
    | { readonly token: ReceivedToken }
    | { readonly error: string; readonly description?: string };
}

/** The claims that a token of this login must have. */
export interface ExpectedClaims {
  readonly ssn: string;
  readonly aud: string;
  readonly acr: string;
  readonly nonce?: string;
}

/** The claims of a token, and whether its signature verified with the keys published at that time. */
export interface ReceivedToken extends Partial<ExpectedClaims> {
  readonly sessionindex?: string;
  readonly kid: string;
  readonly verified: boolean;
  readonly expiresAt: number;
}

/** The open orders at the eID with a known login. */
export interface OrdersEvent {
  readonly type: 'orders';
  readonly open: readonly { readonly orderRef: string; readonly login: number }[];
}

/** The keys that the service publishes. */
export interface KeysEvent {
  readonly type: 'keys';
  readonly kids: readonly string[];
}

/** The resources of one replica. */
export interface SampleEvent {
  readonly type: 'sample';
  readonly replica: string;
  readonly rssMb: number;
  readonly sockets: number;
  readonly loopDelayMs?: number;
  /** The CPU wait since the last sample. */
  readonly queuedMs?: number;
}

/** The begin or end of a fault. */
export interface FaultEvent {
  readonly type: 'fault';
  readonly name: string;
  readonly phase: 'begin' | 'end';
  readonly detail?: string;
}

/** The name of a single-use value in the history: its kind and a hash. */
export function singleUse(
  kind: 'code' | 'jti' | 'request' | 'login' | 'request-uri' | 'answer',
  secret: string,
): string {
  return `${kind}:${createHash('sha256').update(secret).digest('base64url').slice(0, 22)}`;
}
