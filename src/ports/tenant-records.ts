import type { SealedEvent } from '../domain/event-chain.ts';
import type { Kind } from '../domain/intent.ts';

/** The delivery of events to one webhook. */
export interface DeliveryState {
  /** Every event up to this position was delivered. */
  readonly deliveredPosition: number;
  /** The position of the last sealed event. */
  readonly lastPosition: number;
  /** Failed attempts in a row. */
  readonly failures: number;
  /** Nothing is sent before; undefined: the next event is sent at once. */
  readonly nextAt: Date | undefined;
}

/** The attempts of one application, kind and acr value in a time. */
export interface UsageRow {
  readonly application: string;
  readonly acr: string;
  readonly kind: Kind;
  readonly identified: number;
  readonly remembered: number;
  readonly ended: number;
}

/** What administrators read of a tenant's events. */
export interface TenantRecords {
  /** Sealed events below a position, the newest first, at most `limit`. */
  events(
    tenantId: string,
    before: number | undefined,
    limit: number,
  ): Promise<readonly SealedEvent[]>;
  /** Undefined when there is no such webhook. */
  delivery(tenantId: string, webhookId: string): Promise<DeliveryState | undefined>;
  /**
   * Delivers the events again from a position on. A position that was not delivered yet changes nothing. A running
   * delivery ends without effect. False when there is no such webhook.
   */
  replay(tenantId: string, webhookId: string, from: number): Promise<boolean>;
  /** The events from `from` up to, but without, `until`; sorted by application, acr value and kind. */
  usage(tenantId: string, from: Date, until: Date): Promise<readonly UsageRow[]>;
}
