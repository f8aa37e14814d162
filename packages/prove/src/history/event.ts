import { createHash } from 'node:crypto';

/** One thing that was done or observed, as the history keeps it: one JSON line. Times in ms since the run began. */
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

/** An event before the recorder has said when. */
export type NewEvent = HistoryEvent extends infer Event
  ? Event extends HistoryEvent
    ? Omit<Event, 'at'>
    : never
  : never;

/** How a login is asked for: the flows, and what is done differently within the code flow. */
export type LoginKind =
  | 'code'
  | 'hybrid'
  | 'pkce'
  | 'implicit'
  | 'pushed'
  | 'signing'
  | 'ciba'
  | 'headless';

/** Who acts: the application that began the login, the browser of its person, or somebody who attacks it. */
export type Actor = 'client' | 'browser' | 'attacker';

/** What every request and its answer name. `login` is the virtual login's own number in this run. */
interface Operation {
  /** Pairs the request with its answer. */
  readonly id: number;
  readonly login: number;
  readonly flow: LoginKind;
  readonly operation: string;
  readonly by: Actor;
}

/** Somebody asked for something. */
export interface RequestEvent extends Operation {
  readonly type: 'invoke';
}

/**
 * What came back. `ok`: it was done; `refused`: it was not, and the answer says why; `failed`: a 5xx or 429;
 * `unknown`: the connection broke, so nobody knows whether it was done.
 */
export interface AnswerEvent extends Operation {
  readonly type: 'ok' | 'refused' | 'failed' | 'unknown';
  readonly took: number;
  readonly status?: number;
  readonly error?: string;
  readonly description?: string;
  /** What this answer shows to have been taken that counts once: `code:`, `jti:` … and a hash. */
  readonly spent?: readonly string[];
  /** What the answer says of where the login stands. */
  readonly stage?: Stage;
  /** What is wrong with the form of the answer. */
  readonly malformed?: string;
  /** Nothing in it leads to the log. */
  readonly isTraceless?: boolean;
  /** What the asker got and must not get. */
  readonly breach?: string;
  /** Who answered, if the load balancer said so. */
  readonly replica?: string;
}

/** Where a client hears that its login stands. `told`: it has been told how the login ended. */
export type Stage =
  | 'first-interaction'
  | 'acknowledgement'
  | 'identification'
  | 'done'
  | 'ended'
  | 'reported';

/**
 * What was done to a login that decides how it ends; in the app there is an order. `approving` and `cancelling` stand
 * before it is asked for, the others after it was done: a token may come between `approving` and `approved`, and
 * `cancelling` counts although its answer was lost. To cancel is the application's, or the person's on our page.
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

/** The end of a login as its client saw it: whose claims it got, or why it got none. */
export interface OutcomeEvent {
  readonly type: 'outcome';
  readonly login: number;
  readonly flow: LoginKind;
  readonly expected: ExpectedClaims;
  readonly got:
    | { readonly token: ReceivedToken }
    | { readonly error: string; readonly description?: string };
}

/** What a token of this login must say. */
export interface ExpectedClaims {
  readonly ssn: string;
  readonly aud: string;
  readonly acr: string;
  readonly nonce?: string;
}

/** What a token said, and whether its signature held by the keys that were published then. */
export interface ReceivedToken extends Partial<ExpectedClaims> {
  readonly sessionindex?: string;
  readonly kid: string;
  readonly verified: boolean;
  readonly expiresAt: number;
}

/** The orders that are open at the eID, as its phones see them; those whose login is known. */
export interface OrdersEvent {
  readonly type: 'orders';
  readonly open: readonly { readonly orderRef: string; readonly login: number }[];
}

/** The keys that the service publishes. */
export interface KeysEvent {
  readonly type: 'keys';
  readonly kids: readonly string[];
}

/** What one replica uses. */
export interface SampleEvent {
  readonly type: 'sample';
  readonly replica: string;
  readonly rssMb: number;
  readonly sockets: number;
  readonly loopDelayMs?: number;
  /** How long it waited for a processor since the last sample. */
  readonly queuedMs?: number;
}

/** A fault began or ended. */
export interface FaultEvent {
  readonly type: 'fault';
  readonly name: string;
  readonly phase: 'begin' | 'end';
  readonly detail?: string;
}

/** What counts once, as the history names it: its kind, and a hash that nobody can spend. */
export function singleUse(
  kind: 'code' | 'jti' | 'request' | 'login' | 'request-uri',
  secret: string,
): string {
  return `${kind}:${createHash('sha256').update(secret).digest('base64url').slice(0, 22)}`;
}
