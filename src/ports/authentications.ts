import type {
  Authentication,
  EndedAttempt,
  IdentifiedAttempt,
  PendingAuthentication,
} from '../domain/authentication.ts';
import type { JsonObject } from '../domain/json.ts';
import type { Stage } from '../domain/progress.ts';

/** The attempts, one row each. Every change is one conditional statement: of two racing callers one wins. */
export interface Authentications {
  /** Stores a new pending attempt. False when its browser login already has a pending one. */
  begin(authentication: PendingAuthentication): Promise<boolean>;
  find(id: string): Promise<Authentication | undefined>;
  /** The newest attempt of a browser login. */
  findLatest(loginId: string): Promise<Authentication | undefined>;
  /**
   * Takes the right to ask the eID, until `leaseUntil`. Undefined when another replica has it, when it is
   * too early, or when the attempt is no longer pending.
   */
  takeTurn(id: string, at: { now: Date; leaseUntil: Date }): Promise<Turn | undefined>;
  /** Gives the turn back with what was learned. Undefined when the turn was lost meanwhile. */
  recordPending(turn: Turn, learned: PendingNews): Promise<Authentication | undefined>;
  /**
   * Stores the eID's final answer. Undefined when the attempt was no longer pending: final states absorb.
   * An ending counts only while the turn in which it was learned is the latest; an identity always.
   */
  recordOutcome(turn: Turn, outcome: Outcome): Promise<Authentication | undefined>;
  /**
   * Ends the attempt from our side. Answers it as it was, with the order that it had to the last;
   * undefined when it was no longer pending.
   */
  abandon(id: string, ending: EndedAttempt): Promise<PendingAuthentication | undefined>;
  /** Notes into which browser the app returned the person. Only the first return counts: false after it. */
  recordReturn(id: string, where: 'here' | 'elsewhere'): Promise<boolean>;
  /** Takes the result, exactly once over all replicas. Undefined for everyone but the first. */
  handOut(id: string, at: Date): Promise<Authentication | undefined>;
  /** Forgets attempts that expired before the given moment; answers how many. */
  purge(expiredBefore: Date, limit: number): Promise<number>;
}

/** The right to ask the eID about one order. */
export interface Turn {
  /** Grows with each turn taken. */
  readonly number: number;
  /** The attempt as it is in this turn, which may be newer than what the caller had read. */
  readonly attempt: PendingAuthentication;
}

/** What a question taught us about an order that is still pending. */
export interface PendingNews {
  readonly stage: Stage;
  readonly hint: string;
  /** The new order, when a silent renewal replaced it. */
  readonly order: JsonObject;
  readonly collectAfter: Date;
}

/** A final answer. */
export type Outcome = IdentifiedAttempt | EndedAttempt;
