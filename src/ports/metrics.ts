import type { Channel } from '../domain/authentication.ts';
import type { EidScope } from '../domain/configuration.ts';
import type { EidFault } from '../domain/failure.ts';
import type { Kind } from '../domain/intent.ts';
import type { Ending } from '../domain/progress.ts';
import type { EidCertificate } from './eid.ts';
import type { WebhookBacklog } from './events.ts';

/**
 * Counts what the service does. What is told here comes from a closed list, or was chosen by the operator (tenants,
 * eIDs): never from a caller, never about a person. No method throws or waits: counting must not hurt what is counted.
 */
export interface Metrics {
  /** A request has come in. Each is followed by one `requestServed`. */
  requestBegan(): void;
  requestServed(request: ServedRequest): void;
  /** The process did not take on a request or a connection, to go on serving the others. */
  shed(reason: ShedReason): void;
  /** A request or start was beyond a limit and rejected. */
  limitHit(kind: LimitKind): void;
  authenticationBegan(authentication: AuthenticationTraits): void;
  /** It is over, by an outcome that this process wrote. */
  authenticationSettled(authentication: SettledAuthentication): void;
  /** Its result was given to the application. */
  resultConsumed(authentication: AuthenticationTraits): void;
  /** The upstream was called, or would have been (`circuit-open`, `too-many-calls`). */
  eidCalled(call: EidCall): void;
  /** Also when it is made: `closed`. */
  circuitChanged(circuit: Circuit): void;
  statementRun(statement: StatementRun): void;
  rowsPurged(table: PurgedTable, rows: number): void;
  eventsSealed(events: number): void;
  webhookDelivered(delivery: WebhookDelivery): void;
}

/** One answered request. */
export interface ServedRequest {
  readonly endpoint: Endpoint;
  /** `aborted`: the caller went away before the answer was out. */
  readonly status: number | 'aborted';
  readonly seconds: number;
}

/** What callers ask for, by what it is; an endpoint's path may hold an id. */
export type Endpoint =
  | 'authorize'
  | 'resume'
  | 'token'
  | 'userinfo'
  | 'par'
  | 'ciba'
  | 'headless'
  | 'request-events'
  | 'request-cancel'
  | 'embedded'
  | 'logout'
  | 'login-page'
  | 'login-status'
  | 'login-action'
  | 'asset'
  | 'error-page'
  | 'discovery'
  | 'jwks'
  | 'other';

/** Why a request was not taken on. */
export type ShedReason = 'connections' | 'requests';

/**
 * Whose requests were too many; `starts`: logins for one person, on one phone or out of one session, which cost more
 * than a request; `address-starts`: logins for nobody in particular, from one address.
 */
export type LimitKind = 'address' | 'address-starts' | 'client' | 'tenant' | 'login' | 'starts';

/** What is said about an attempt. */
export interface AuthenticationTraits {
  readonly eid: string;
  readonly kind: Kind;
  readonly channel: Channel;
}

/** An attempt that is over. `remembered`: a session answered it. */
export interface SettledAuthentication extends AuthenticationTraits {
  readonly outcome: 'identified' | 'remembered' | Ending;
}

/** An eID as one tenant has it. */
export interface EidOfTenant {
  /** The eID's name, as in its settings: `<country>-<eid>`. */
  readonly eid: string;
  readonly tenantId: string;
  readonly environment: EidScope;
}

/** One call of an eID. */
export interface EidCall extends EidOfTenant {
  readonly operation: 'start' | 'collect' | 'cancel';
  /** `answered`, whatever the answer says about the person. */
  readonly outcome: 'answered' | EidFault | 'circuit-open' | 'too-many-calls';
  readonly seconds: number;
}

/** The breaker around one tenant's eID. */
export interface Circuit extends EidOfTenant {
  readonly state: CircuitState;
}

/** `half-open`: one call finds out whether the eID is back. */
export type CircuitState = 'closed' | 'half-open' | 'open';

/** One statement at the database. */
export interface StatementRun {
  /** Its name as we prepared it; `unnamed` for what is run so seldom that it has none. Never its text or values. */
  readonly statement: string;
  readonly outcome: 'done' | 'failed';
  /** Waiting for a connection included. */
  readonly seconds: number;
}

/** What is swept. */
export type PurgedTable = 'artifact' | 'authentication' | 'rate_limit' | 'signing_key';

/** One attempt to deliver events to a tenant's webhook. */
export interface WebhookDelivery {
  readonly tenantId: string;
  readonly outcome: 'accepted' | 'refused' | 'unreachable';
  readonly seconds: number;
}

/**
 * What stands at this moment, for whoever operates the service: read when it is asked for. A reading that cannot be
 * had rejects, and is left out.
 */
export interface Gauges {
  /** Attempts whose eID has not answered yet, over all replicas. */
  pendingAuthentications(): Promise<readonly PendingCount[]>;
  /** What our connections to the eIDs rest on. */
  certificates(): Promise<readonly CertificateReading[]>;
  /** Events that no seal covers yet, over all replicas. */
  unsealedEvents(): Promise<number>;
  /** Sealed events that webhooks have not accepted yet, over all replicas. */
  webhookBacklog(): Promise<readonly WebhookBacklog[]>;
  pool(): PoolUse;
  /** True once this process is about to stop. */
  isDraining(): boolean;
  /** Lines of the log that this process gave up. */
  droppedLogLines(): number;
}

/** Pending attempts of one eID. */
export interface PendingCount {
  readonly eid: string;
  readonly count: number;
}

/** One certificate of the settings for an eID. */
export interface CertificateReading extends EidCertificate, EidOfTenant {}

/** The connections of this process to the database. */
export interface PoolUse {
  readonly total: number;
  readonly idle: number;
  /** Callers that wait for one. */
  readonly waiting: number;
}
