import type { Flow } from '../../../src/domain/flow.ts';

/** One thing that was done or observed, as the history keeps it: one JSON line. Times in ms since the run began. */
export type HistoryEvent = { readonly at: number } & (
  | RequestEvent
  | AnswerEvent
  | PersonEvent
  | OutcomeEvent
  | FaultEvent
);

/** A client asked for something that names one login: `login` is the virtual login's own number in this run. */
export interface RequestEvent {
  readonly type: 'invoke';
  readonly login: number;
  readonly flow: Flow;
  readonly operation: string;
  /** What may be spent once (a code, an auth_req_id, a jti), as its SHA-256. */
  readonly spends?: string;
}

/** What came back. `unknown`: the connection broke, so nobody knows whether it was done. */
export interface AnswerEvent {
  readonly type: 'ok' | 'refused' | 'failed' | 'unknown';
  readonly login: number;
  readonly flow: Flow;
  readonly operation: string;
  readonly status?: number;
  readonly error?: string;
  readonly description?: string;
  readonly spends?: string;
  readonly replica?: string;
}

/** What the person did in the app. */
export interface PersonEvent {
  readonly type: 'person';
  readonly login: number;
  readonly did: 'opened' | 'approved' | 'declined' | 'left';
  readonly orderRef: string;
}

/** The end of a login as its client saw it: whose claims it got, or why it got none. */
export interface OutcomeEvent {
  readonly type: 'outcome';
  readonly login: number;
  readonly flow: Flow;
  readonly person: string;
  readonly got:
    | { readonly token: Readonly<Record<string, unknown>> }
    | { readonly error: string; readonly description?: string };
}

/** A fault began or ended. */
export interface FaultEvent {
  readonly type: 'fault';
  readonly name: string;
  readonly phase: 'begin' | 'end';
  readonly detail?: string;
}
