import type { Poller } from './authentications.ts';

/**
 * Whose requests are counted. `login`: the page of one login, its status requests above all; `address-starts`: starts
 * of orders by one address that name no person.
 */
export type LimitKey = 'address' | 'client' | 'tenant' | 'login' | 'address-starts';

/** Keeps one sender from using up what is there for all. */
export interface RequestLimits {
  /**
   * Counts one request. Takes no time: the counts of the other replicas arrive about a second late.
   * @throws {Failure} too-many-requests; `names.seconds`: the seconds until the window ends and counting begins anew
   */
  count(limitKey: LimitKey, name: string): void;
  /** Exchanges counts with the other replicas; to be called every second. Never rejects. */
  share(): Promise<void>;
}

/** Permits for a scarce resource, and the queue for them. */
export interface FairQueue {
  /**
   * Waits for a permit; returns the function that releases it, to be called once.
   * @throws {Unavailable} when too many callers with this queue key wait already, or no permit comes free in time
   */
  enter(queueKey: string): Promise<() => void>;
  waiting(): number;
  /** Whether a caller waits because all permits are taken. One that waits because its own key has its share does not count. */
  isFull(): boolean;
}

/** Spreads the starts of requests over the turns of the event loop. */
export interface StartQueue {
  /**
   * Waits until a request of this tenant may start.
   * @throws {Unavailable} when that takes too long
   */
  enter(tenantId: string): Promise<void>;
}

/** How many requests are served at the same time. */
export interface ConcurrencyLimit {
  /** Takes a permit; returns the function that releases it, or undefined when none is free. */
  take(tenantId: string): (() => void) | undefined;
}

/** How many event streams are open at the same time. Counted in this process alone: its connections are its own. */
export interface WatcherLimit {
  /**
   * Takes the permit for an attempt. An older permit for it becomes invalid: a client whose connection broke comes
   * back before we notice.
   * @throws {Failure} too-many-requests; `names.seconds`: the pace at which to poll instead
   */
  take(attemptId: string, by: Poller): WatchPermit;
  /** Makes all permits invalid: this process is about to stop. */
  clear(): void;
}

/** The permit of one event stream. */
export interface WatchPermit {
  /** False once the attempt is watched anew, or the process is about to stop. */
  isValid(): boolean;
  /** Gives it up; a second time, or when it is invalid, changes nothing. */
  release(): void;
}

/**
 * Does work for as long as the request for which it is done may still wait for the database.
 * @throws {Unavailable} when that time is over, unless the work must be completed by then
 */
export interface Deadline {
  <Answer>(work: Work<Answer>): Promise<Answer>;
}

/** Work with a deadline. */
export type Work<Answer> = (wait: Wait) => Promise<Answer>;

/** The waiting of a request for one piece of work. */
export interface Wait {
  /** True once the deadline has passed. */
  isOver(): boolean;
  /** From now on the caller gets the outcome, however late it comes. */
  mustComplete(): void;
}

/** What a pool of database connections takes from admission. */
export interface DatabaseAdmission {
  /** The queue for so many connections. */
  openQueue(connections: number): FairQueue;
  /** The queue key of what is done at this moment. */
  queueKey(): string;
  readonly deadline: Deadline;
}

/** Finds, wherever something is done, the request for which it is done. */
export interface PresentRequests {
  /** All that this work does and begins is done for this request. */
  run<Answer>(request: PresentRequest, work: () => Answer): Answer;
  /** All that this work does and begins is done for no request, in whichever request it was begun. */
  forNone<Answer>(work: () => Answer): Answer;
  /** Undefined where something is done for none. */
  current(): PresentRequest | undefined;
}

/** The context of a request that is being served. Each request has an object of its own. */
export interface PresentRequest {
  /** The tenant of the domain to which it came. */
  readonly tenantId: string;
  /** True once its answer has begun: then no deadline for the first byte applies any more. */
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
