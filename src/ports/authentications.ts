import type { Acr } from '../domain/acr.ts';
import type {
  Authentication,
  Channel,
  EndedProgress,
  IdentifiedAuthentication,
  IdentifiedProgress,
  PendingAuthentication,
} from '../domain/authentication.ts';
import type { JsonObject } from '../domain/json.ts';
import type { Stage } from '../domain/progress.ts';
import type { SupportCode } from '../domain/support-code.ts';
import type { Artifact, FoundArtifact } from './artifacts.ts';
import type { ReturnParameters } from './eid.ts';

/**
 * The attempts, one row each. Every change is one conditional statement: of two racing callers one wins. Each attempt
 * leaves one event, written by the same statement as its outcome. A pending attempt that is deleted counts as expired.
 * Events outlive the attempts.
 */
export interface Authentications {
  /**
   * Stores a new pending attempt, with or without an order. False when its browser login already has a pending
   * attempt, or finished with another one after this one began. Of two racing callers one gets true. Attempts without
   * a login do not affect each other.
   * @throws {SupportCodeTaken} then nothing is stored; also throws when the id was used before
   */
  begin(authentication: PendingAuthentication): Promise<boolean>;
  /**
   * Stores an attempt that a session answers without the eID: it is identified from the start. Its event says
   * `remembered`, at the moment when the attempt began.
   * @throws {SupportCodeTaken} then nothing is stored; also throws when the id was used before
   */
  createIdentified(authentication: IdentifiedAuthentication): Promise<void>;
  /** Deletes a pending attempt without an order, as if it had not begun: no event. Any other attempt stays. */
  discard(id: string): Promise<void>;
  /** Undefined when it never began or is purged; an expired attempt is returned. */
  find(id: string): Promise<Authentication | undefined>;
  /**
   * Finds the attempt of a client's poll and records the poll. Acquires the lease when the attempt is due and not
   * expired. Changes nothing when the poll is too soon, or the attempt expired or is no longer pending. Undefined for
   * an unknown attempt, and for one of another client, issuer or channel. Such a poll does not affect its pace.
   */
  poll(id: string, by: Poller, at: PollTime): Promise<Poll | undefined>;
  /** The attempt of a browser login that began last, whatever its state; undefined when there is none. */
  findLatest(loginId: string): Promise<Authentication | undefined>;
  /**
   * The attempt for the same person of the tenant that began last and is pending: named by the application, or typed on our page.
   * It reads all pending attempts, so it is for a refused start alone. Undefined when there is none but `except`.
   */
  findPendingOf(named: NamedPerson): Promise<Authentication | undefined>;
  /**
   * Acquires the right to collect the order, until `leaseUntil`. Undefined when another caller has the lease, or when
   * it is too early. Also when the attempt is unknown or no longer pending.
   */
  acquireLease(id: string, at: { now: Date; leaseUntil: Date }): Promise<Lease | undefined>;
  /**
   * Stores the eID's interim answer and releases the lease; returns the updated attempt. Undefined, and nothing
   * changes, when a later lease was acquired or the attempt is no longer pending.
   */
  recordPending(lease: Lease, learned: PendingUpdate): Promise<Authentication | undefined>;
  /**
   * Stores the eID's final answer; returns the updated attempt. Undefined when the attempt was no longer pending:
   * final states never change, and of racing callers one wins. An ending is stored only under the latest lease; an
   * identity always.
   */
  recordOutcome(lease: Lease, outcome: Outcome): Promise<Authentication | undefined>;
  /**
   * Ends the attempt from our side. Returns the attempt as it was, with its last order. Undefined when it was no longer
   * pending: of racing callers one gets it.
   */
  abandon(id: string, ending: EndedProgress): Promise<PendingAuthentication | undefined>;
  /**
   * Ends pending attempts that expired in the span, at most `limit`, as `expired`. Returns them as they were, each to
   * one of the callers: concurrent callers share the work.
   */
  abandonExpired(span: Span, limit: number): Promise<readonly PendingAuthentication[]>;
  /**
   * Records the browser to which the app returned, in any state of the attempt. Only the first return counts: false
   * after it, for every racing caller but the first, and for an unknown attempt. The parameters are kept with it.
   */
  recordReturn(
    id: string,
    where: 'here' | 'elsewhere',
    at: Date,
    parameters?: ReturnParameters,
  ): Promise<boolean>;
  /**
   * Records the return of the browser that started the attempt. Acquires the lease for the answer that it brings:
   * exactly once, for one of racing callers. Undefined after any return, and for an attempt that is unknown, expired at
   * `now`, or no longer pending.
   */
  takeReturn(id: string, at: { now: Date; leaseUntil: Date }): Promise<Lease | undefined>;
  /**
   * Consumes the ending of an attempt that ended without a person, exactly once over all replicas. False for every
   * caller but the first, and for any other attempt.
   */
  consumeEnding(id: string, at: Date): Promise<boolean>;
  /**
   * Consumes the result of an identified attempt, exactly once over all replicas. Undefined for every caller but the
   * first, and while no person is identified. Does not check `mayBeConsumed`: that is the caller's duty.
   */
  consumeResult(id: string, at: Date): Promise<Authentication | undefined>;
  /**
   * Deletes attempts that expired before the given moment, in any state, at most `limit`; returns how many.
   * Concurrent callers share the work.
   */
  purge(expiredBefore: Date, limit: number): Promise<number>;
  /**
   * Deletes attempts that expired before the one moment and were consumed before the other, at most `limit`; returns
   * how many. Concurrent callers share the work.
   */
  forgetUsed(
    before: { readonly expired: Date; readonly consumed: Date },
    limit: number,
  ): Promise<number>;
}

/** A person of a tenant by the national id. */
export interface NamedPerson {
  readonly tenantId: string;
  readonly nationalId: string;
  readonly now: Date;
  /** The id of the attempt that is refused. */
  readonly except: string;
}

/** The client that polls, and through which channel. */
export interface Poller {
  readonly issuer: string;
  readonly clientId: string;
  readonly channel: Channel;
}

/** The time of a poll, the minimum seconds between two polls, and the end of the requested lease. */
export interface PollTime {
  readonly now: Date;
  readonly pace: number;
  readonly leaseUntil: Date;
}

/** An attempt as of one read. */
export interface AuthenticationSnapshot {
  readonly authentication: Authentication;
  /** The right to collect the order, when the caller requested it and it was due. No other caller has it then. */
  readonly lease: Lease | undefined;
}

/** The result of a poll. */
export interface Poll extends AuthenticationSnapshot {
  /**
   * The attempt is pending and not expired. Its last poll that was not too soon is less than `pace` seconds ago. Of
   * parallel polls one is not too soon.
   */
  readonly tooSoon: boolean;
}

/** A period: after `from`, up to `until`. */
export interface Span {
  readonly from: Date;
  readonly until: Date;
}

/** The right to collect one order. */
export interface Lease {
  /** Grows with each lease of the attempt: an interim answer or an ending under an older lease changes nothing. */
  readonly fencingToken: number;
  readonly began: Date;
  /** From then on another caller may acquire it. */
  readonly until: Date;
  /** The attempt as of this lease, which may be newer than the one that the caller read. */
  readonly authentication: PendingAuthentication;
}

/** The eID's interim answer about a pending order. */
export interface PendingUpdate {
  readonly stage: Stage;
  readonly hintCode: string;
  /**
   * The order that was just started: the first, or its silent replacement. `gone`: the order is over, and its replacement
   * is not started yet. Undefined: the order stays.
   */
  readonly order: JsonObject | 'gone' | undefined;
  readonly collectAfter: Date;
}

/** A final answer. */
export type Outcome = IdentifiedProgress | EndedProgress;

/** Browser logins as they are stored, each with the attempt that began last: one read for both. */
export interface LoginLookup {
  /**
   * Stores a new login, and begins its timeline: both or neither.
   * @throws {SupportCodeTaken} then nothing is stored
   */
  begin(artifact: Artifact, login: BegunLogin): Promise<void>;
  /**
   * The artifact of that kind and id, as `Artifacts.find`. With it the latest attempt of the login with that id, as
   * `Authentications.findLatest`; none without its artifact. Undefined when there is no such artifact.
   * @throws when the stored artifact cannot be decrypted
   */
  load(kind: string, id: string): Promise<LoadedLogin | undefined>;
  /**
   * Loads the same, and acquires the lease of a due attempt as `Authentications.acquireLease` does. Neither the attempt
   * nor its login may have expired. Of concurrent callers one gets the lease.
   * @throws when the stored artifact cannot be decrypted
   */
  loadAndLease(
    kind: string,
    id: string,
    leaseRequest: LeaseRequest,
  ): Promise<LoadedLogin | undefined>;
}

/** The current time, and the end of the requested lease. */
export interface LeaseRequest {
  readonly now: Date;
  readonly leaseUntil: Date;
}

/** The facts of a new login for its timeline. */
export interface BegunLogin {
  readonly tenantId: string;
  readonly code: SupportCode;
  readonly issuer: string;
  readonly clientId: string;
  readonly acr: Acr | undefined;
  readonly at: Date;
  /** The request's parameter `state`, and the id of the request. Only hashes are stored, by which support finds it. */
  readonly state: string | undefined;
  readonly reference: string | undefined;
}

/** A stored login. */
export interface LoadedLogin {
  readonly stored: FoundArtifact;
  /** Undefined for a login of the release before. */
  readonly supportCode?: SupportCode | undefined;
  /** Undefined while nothing has been started. */
  readonly snapshot: AuthenticationSnapshot | undefined;
}
