import type { EidCertificate } from './eid.ts';
import type { EidOfTenant } from './meter.ts';
import type { WebhookBacklog } from './webhooks.ts';

/**
 * What stands at this moment, for whoever operates the service: read when it is asked for. A reading that cannot be
 * had rejects, and is left out.
 */
export interface Readings {
  /** Attempts whose eID has not answered yet, over all replicas. */
  pendingAuthentications(): Promise<readonly PendingCount[]>;
  /** What our connections to the eIDs rest on. */
  certificates(): Promise<readonly CertificateReading[]>;
  /** Events that no seal covers yet, over all replicas. */
  unsealedEvents(): Promise<number>;
  /** Events that webhooks have not been told yet, over all replicas. */
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
