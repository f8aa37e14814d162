import type { Poller } from './authentications.ts';

/**
 * The kind of sender that is counted. `login`: the page of one login, with its status requests; `address-starts`: one
 * address, counting only starts of orders without a named person.
 */
export type LimitKey = 'address' | 'client' | 'tenant' | 'login' | 'address-starts';

/** Limits the requests of one sender, so that it leaves capacity for the others. */
export interface RequestLimits {
  /**
   * Counts one request, in memory: the counts of the other replicas arrive about a second late.
   * @throws {Failure} too-many-requests; `values.seconds`: the seconds until the window ends
   */
  count(limitKey: LimitKey, name: string): void;
  /** Exchanges counts with the other replicas; called every second. Never rejects. */
  share(): Promise<void>;
}

/** Permits for a scarce resource, and the queue for them. */
export interface FairQueue {
  /**
   * Waits for a permit; returns the function that releases it, which the caller calls once.
   * @throws {ServiceUnavailable} when the queue of this key is full, or no permit is released in time
   */
  enter(queueKey: string): Promise<() => void>;
  waiting(): number;
  /** True while a caller waits because all permits are in use. A caller that waits for its own key's share does not count. */
  isFull(): boolean;
}

/** Spreads the starts of requests over the iterations of the event loop. */
export interface RequestScheduler {
  /**
   * Waits until a request of this tenant may start.
   * @throws {ServiceUnavailable} after too long a wait
   */
  enter(tenantId: string): Promise<void>;
}

/** Limits the requests that are served at the same time. */
export interface ConcurrencyLimit {
  /** Takes a permit; returns the function that releases it, or undefined when none is free. */
  take(tenantId: string): (() => void) | undefined;
}

/** Limits the event streams of this process that are open at the same time. */
export interface WatcherLimit {
  /**
   * Takes the permit for an attempt. An older permit for it becomes invalid: a client can reconnect before its broken
   * connection is detected.
   * @throws {Failure} too-many-requests; `values.seconds`: the pace at which to poll instead
   */
  take(authenticationId: string, by: Poller): WatchPermit;
  /** Makes all permits invalid, before this process stops. */
  clear(): void;
}

/** The permit of one event stream. */
export interface WatchPermit {
  /** False once the same attempt has a new watcher, or the process is about to stop. */
  isValid(): boolean;
  /** Releases it; a repeat, or the release of an invalid permit, changes nothing. */
  release(): void;
}

/**
 * Runs work until the deadline of the current request for the database.
 * @throws {ServiceUnavailable} after the deadline, unless the work must complete
 */
export interface Deadline {
  <Answer>(work: DeadlineTask<Answer>): Promise<Answer>;
}

/** Work with a deadline. */
export type DeadlineTask<Answer> = (state: DeadlineState) => Promise<Answer>;

/** The deadline's state for one piece of work. */
export interface DeadlineState {
  /** True once the deadline has passed. */
  isOver(): boolean;
  /** From now on the caller gets the outcome, even after the deadline. */
  mustComplete(): void;
}

/** The parts of admission that a pool of database connections needs. */
export interface DatabaseAdmission {
  /** Makes the queue for that many connections. */
  openQueue(connections: number): FairQueue;
  /** The queue key of the current request. */
  queueKey(): string;
  readonly deadline: Deadline;
}

/** The current request of an asynchronous call. */
export interface ActiveRequests {
  /** Runs work, and all that it starts, for this request. */
  run<Answer>(request: ActiveRequest, work: () => Answer): Answer;
  /** Runs work, and all that it starts, for no request. */
  runDetached<Answer>(work: () => Answer): Answer;
  /** Undefined outside a request. */
  current(): ActiveRequest | undefined;
}

/** A request that is being served; each is an object of its own. */
export interface ActiveRequest {
  /** The tenant of the domain to which it came. */
  readonly tenantId: string;
  /** True once its response has begun: the deadline for the first byte no longer applies. */
  isAnswered(): boolean;
  /** Counted by the deadline; absent before the first statement. */
  databaseTime?: DatabaseTime;
}

/** How long one request has waited for the database. Statements that run at the same time count once. */
export interface DatabaseTime {
  /** By the statements that are over. */
  seconds: number;
  running: number;
  /** Since the first of those that run began. */
  elapsed: () => number;
}
