import type {
  Authentication,
  Channel,
  EndedAttempt,
  IdentifiedAttempt,
  IdentifiedAuthentication,
  PendingAuthentication,
} from '../domain/authentication.ts';
import type { JsonObject } from '../domain/json.ts';
import type { Stage } from '../domain/progress.ts';
import type { FoundArtifact } from './artifacts.ts';

/**
 * The attempts, one row each. Every change is one conditional statement: of two racing callers one wins. Each
 * attempt leaves one event of its outcome, written by the very statement that makes the outcome; forgetting a
 * pending one counts as its expiry. Events outlive the attempts.
 */
export interface Authentications {
  /**
   * Stores a new pending attempt, with its order or before there is one. False when its browser login has a pending
   * one, or was done with another after this one had begun; of two racing callers one gets true. Attempts without a
   * login never stand in one another's way.
   * @throws when the id was used before
   */
  begin(authentication: PendingAuthentication): Promise<boolean>;
  /**
   * Stores an attempt that needs no eID, because a session answers it: it is identified from the start, though the
   * person was earlier. Its event says `remembered`, at the moment when the attempt began.
   * @throws when the id was used before
   */
  createIdentified(authentication: IdentifiedAuthentication): Promise<void>;
  /** Forgets a pending attempt that never got an order, as if it had not begun: no event. Does nothing to any other. */
  discard(id: string): Promise<void>;
  /** Undefined when it never began or is purged; an expired one still comes. */
  find(id: string): Promise<Authentication | undefined>;
  /**
   * Finds the attempt of a client's poll, notes the poll, and takes the turn, as `takeTurn`, when it is due and not
   * expired. Changes nothing when the poll is too soon, or the attempt expired or no longer pending. Undefined for an
   * unknown attempt, and for one of another client, issuer or channel, whose pace such a poll does not touch.
   */
  poll(id: string, by: Poller, at: PollTime): Promise<Poll | undefined>;
  /** The attempt of a browser login that began last, whatever its state; undefined when there is none. */
  findLatest(loginId: string): Promise<Authentication | undefined>;
  /**
   * Takes the right to ask the eID, until `leaseUntil`. Undefined when another caller has it, when it is
   * too early, or when the attempt is no longer pending or unknown.
   */
  acquireLease(id: string, at: { now: Date; leaseUntil: Date }): Promise<Lease | undefined>;
  /**
   * Gives the turn back with what was learned; answers the turn's attempt as it then stands. Undefined, and nothing
   * changes, when a later turn was taken or the attempt is no longer pending.
   */
  recordPending(lease: Lease, learned: PendingUpdate): Promise<Authentication | undefined>;
  /**
   * Stores the eID's final answer; answers the turn's attempt as it then stands. Undefined when the attempt was no
   * longer pending: final states absorb, and of racing callers one wins.
   * An ending counts only while the turn in which it was learned is the latest; an identity always.
   */
  recordOutcome(lease: Lease, outcome: Outcome): Promise<Authentication | undefined>;
  /**
   * Ends the attempt from our side. Answers it as it was, with the order that it had to the last;
   * undefined when it was no longer pending: of racing callers one gets it.
   */
  abandon(id: string, ending: EndedAttempt): Promise<PendingAuthentication | undefined>;
  /**
   * Ends pending attempts that expired in the span, at most `limit`, as `expired`. Answers them as they were, each to
   * one of the callers; callers at the same time share the work.
   */
  abandonExpired(span: Span, limit: number): Promise<readonly PendingAuthentication[]>;
  /**
   * Notes into which browser the app returned the person, in any state of the attempt. Only the first return
   * counts: false after it, for everyone but the first of racing callers, and for an unknown attempt.
   */
  recordReturn(id: string, where: 'here' | 'elsewhere'): Promise<boolean>;
  /**
   * Takes the right to tell the client that an attempt ended without a person, exactly once over all replicas: false
   * for everyone but the first, and for an attempt that has not ended so. What is told counts as handed out.
   */
  consumeEnding(id: string, at: Date): Promise<boolean>;
  /**
   * Takes the result of an identified attempt, exactly once over all replicas: undefined for everyone but the
   * first, and while nobody is identified. Does not ask `mayBeHandedOut`: that is the caller's to judge.
   */
  consumeResult(id: string, at: Date): Promise<Authentication | undefined>;
  /**
   * Forgets attempts that expired before the given moment, in any state, at most `limit`; answers how many.
   * Callers at the same time share the work.
   */
  purge(expiredBefore: Date, limit: number): Promise<number>;
  /**
   * Forgets attempts that expired before the one moment, and that had been handed out before the other, at most
   * `limit`; answers how many. Callers at the same time share the work.
   */
  forgetUsed(
    before: { readonly expired: Date; readonly consumed: Date },
    limit: number,
  ): Promise<number>;
}

/** Whose poll it is. */
export interface Poller {
  readonly issuer: string;
  readonly clientId: string;
  readonly channel: Channel;
}

/** When a poll comes, how many seconds lie between two in pace, and until when the turn is wanted. */
export interface PollTime {
  readonly now: Date;
  readonly pace: number;
  readonly leaseUntil: Date;
}

/** An attempt as it was found. */
export interface AttemptSnapshot {
  readonly attempt: Authentication;
  /** The right to ask the eID: when the finder wanted it, and it was due. Nobody else has it then. */
  readonly lease: Lease | undefined;
}

/** What a poll finds. */
export interface Poll extends AttemptSnapshot {
  /**
   * It is pending and not expired, and the last poll that was not too soon is less than `pace` seconds ago. Of parallel
   * ones, one is not too soon.
   */
  readonly tooSoon: boolean;
}

/** A stretch of time: after `from`, up to `until`. */
export interface Span {
  readonly from: Date;
  readonly until: Date;
}

/** The right to ask the eID about one order. */
export interface Lease {
  /** Grows with each turn taken. */
  readonly number: number;
  readonly began: Date;
  /** From then on somebody else may have it. */
  readonly until: Date;
  /** The attempt as it is in this turn, which may be newer than what the caller had read. */
  readonly attempt: PendingAuthentication;
}

/** What a question taught us about an order that is still pending. */
export interface PendingUpdate {
  readonly stage: Stage;
  readonly hint: string;
  /**
   * The order that was just started, the first or one that replaces it silently. `gone`: the last one is over, and the
   * next one is yet to be started. Undefined: it stays.
   */
  readonly order: JsonObject | 'gone' | undefined;
  readonly collectAfter: Date;
}

/** A final answer. */
export type Outcome = IdentifiedAttempt | EndedAttempt;

/** Browser logins as they are stored, each with the attempt that began last: one read for both. */
export interface LoginLookup {
  /**
   * The artifact of that kind and id, as `Artifacts.find`, and the latest attempt of the login with that id, as
   * `Authentications.findLatest`; no attempt without its artifact. Undefined when there is no such artifact.
   * Changes nothing unless `asking`: then it also takes the turn, as `Authentications.takeTurn`, of an attempt that
   * is due while neither it nor its login has expired. Of callers at the same time one gets it.
   * @throws when what is stored cannot be opened any more
   */
  find(kind: string, id: string, leaseRequest?: LeaseRequest): Promise<StoredLogin | undefined>;
}

/** When, and until when the right to ask the eID is wanted. */
export interface LeaseRequest {
  readonly now: Date;
  readonly leaseUntil: Date;
}

/** What is stored of a login. */
export interface StoredLogin {
  readonly stored: FoundArtifact;
  /** Undefined while nothing has been started. */
  readonly snapshot: AttemptSnapshot | undefined;
}
