import type { Channel } from '../domain/authentication.ts';
import type { EidEnvironment } from '../domain/configuration.ts';
import type { Expiry } from '../domain/expiry.ts';
import type { EidErrorCode } from '../domain/failure.ts';
import type { Kind } from '../domain/intent.ts';
import type { Ending } from '../domain/progress.ts';
import type { EidCertificate } from './eid.ts';
import type { WebhookBacklog } from './events.ts';

/**
 * The metrics of the service. Label values come from closed lists or from the operator (tenants, eIDs), never from a
 * caller, and never about a person. No method throws or waits, so that counting never disturbs the service.
 */
export interface Metrics {
  /** A request arrived. Each is followed by one `requestServed`. */
  requestBegan(): void;
  requestServed(request: ServedRequest): void;
  /** The process rejected a request or a connection because of overload. */
  shed(reason: ShedReason): void;
  /** A request or start exceeded a rate limit and was rejected. */
  limitHit(kind: LimitKind): void;
  authenticationBegan(authentication: AuthenticationTraits): void;
  /** An authentication has an outcome, written by this process. */
  authenticationSettled(authentication: SettledAuthentication): void;
  /** The application got the result. */
  resultConsumed(authentication: AuthenticationTraits): void;
  /** The eID was called, or was not called because of `circuit-open` or `too-many-calls`. */
  eidCalled(call: EidCall): void;
  /** Also called for a new breaker: `closed`. */
  circuitChanged(circuit: Circuit): void;
  statementRun(statement: StatementRun): void;
  rowsPurged(table: PurgedTable, rows: number): void;
  eventsSealed(events: number): void;
  webhookDelivered(delivery: WebhookDelivery): void;
  administratorLoggedIn(outcome: AdministratorLogin): void;
}

/** One answered request. */
export interface ServedRequest {
  readonly endpoint: Endpoint;
  /** `aborted`: the caller closed the connection before the response was sent. */
  readonly status: number | 'aborted';
  readonly seconds: number;
}

/** The endpoint of a request; its path is no label, since it may hold an id. */
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

/** The limit that a rejected request or connection exceeded. */
export type ShedReason = 'connections' | 'requests';

/**
 * The rate limit that was exceeded. `starts`: logins of one person, of one application by phone, or of one session;
 * `address-starts`: logins without a named person, from one address.
 */
export type LimitKind = 'address' | 'address-starts' | 'client' | 'tenant' | 'login' | 'starts';

/** The labels of an attempt. */
export interface AuthenticationTraits {
  readonly eid: string;
  readonly kind: Kind;
  readonly channel: Channel;
}

/** An attempt with an outcome. `remembered`: a session answered it. */
export interface SettledAuthentication extends AuthenticationTraits {
  readonly outcome: 'identified' | 'remembered' | Ending;
}

/** A tenant's settings of an eID. */
export interface EidOfTenant {
  /** The eID's name, as in its settings: `<country>-<eid>`. */
  readonly eid: string;
  readonly tenantId: string;
  readonly environment: EidEnvironment;
}

/** One call of an eID. */
export interface EidCall extends EidOfTenant {
  /** `begin` and `finish` of an eID that the browser is redirected to, the others of one with orders. */
  readonly operation: 'start' | 'collect' | 'cancel' | 'begin' | 'finish';
  /** `answered`: any answer about the order; of `finish` any outcome, also a lost one. */
  readonly outcome: 'answered' | EidErrorCode | 'circuit-open' | 'too-many-calls';
  readonly seconds: number;
}

/** The breaker around one tenant's eID. */
export interface Circuit extends EidOfTenant {
  readonly state: CircuitState;
}

/** `half-open`: one call tests whether the eID is available again. */
export type CircuitState = 'closed' | 'half-open' | 'open';

/** The state of a tenant's eID in this process. */
export interface EidStatus extends EidOfTenant {
  readonly circuit: CircuitState;
  /** Undefined: it has not answered yet. */
  readonly lastAnswer: Date | undefined;
}

/** One statement at the database. */
export interface StatementRun {
  /** The name of the prepared statement; `unnamed` for rare statements without one. Never its text or values. */
  readonly statement: string;
  readonly outcome: 'done' | 'failed';
  /** Waiting for a connection included. */
  readonly seconds: number;
}

/** The tables of which rows are purged. */
export type PurgedTable =
  | 'artifact'
  | 'authentication'
  | 'rate_limit'
  | 'signing_key'
  | 'management'
  | 'login_timeline';

/**
 * The end of an administrator's login. `failed`: the issuer's answer was refused, or came too late; `not-invited` and
 * `invitation-closed`: the person has no role.
 */
export type AdministratorLogin = 'entered' | 'failed' | 'not-invited' | 'invitation-closed';

/** One attempt to deliver events to a tenant's webhook. */
export interface WebhookDelivery {
  readonly tenantId: string;
  readonly outcome: 'accepted' | 'refused' | 'unreachable';
  readonly seconds: number;
}

/**
 * The gauges for the operator, read on request. A gauge that cannot be read rejects, and is left out.
 */
export interface Gauges {
  /** Attempts whose eID has not answered yet, over all replicas. */
  pendingAuthentications(): Promise<readonly PendingCount[]>;
  /** The certificates of our connections to the eIDs. */
  certificates(): Promise<readonly CertificateReading[]>;
  /** What ends, of all tenants: some minutes old. */
  expiry(): Promise<readonly Expiry[]>;
  /** Events that are not sealed yet, over all replicas. */
  unsealedEvents(): Promise<number>;
  /** Sealed events that webhooks have not accepted yet, over all replicas. */
  webhookBacklog(): Promise<readonly WebhookBacklog[]>;
  pool(): PoolUse;
  /** True once this process is about to stop. */
  isDraining(): boolean;
  /** Log lines that this process dropped. */
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
  /** Callers that wait for a connection. */
  readonly waiting: number;
}
