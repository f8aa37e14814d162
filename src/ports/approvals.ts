import type { ActContext, Permission } from '../domain/administrator.ts';
import type { JsonObject } from '../domain/json.ts';
import type { Actor, ManagementEvent } from '../domain/management-event.ts';

/** A request of the management API that waits for a second person. */
export interface PendingChange {
  readonly id: string;
  readonly tenant: string;
  /** The name of the operation. */
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number | boolean>>;
  /** As it was parsed; it may hold secrets. */
  readonly body: unknown;
  readonly bodyType: string | undefined;
  /** The versions for which it was made. */
  readonly ifMatch: readonly string[] | undefined;
  readonly reason: string | undefined;
  /** What the second person must be allowed to do. */
  readonly permission: Permission;
  readonly context: ActContext;
  readonly requestedBy: Actor;
  /** Who answers for the request, and may not approve it. */
  readonly person: string;
  /** What it would change, without secrets; undefined: it changes no settings. */
  readonly plan: JsonObject | undefined;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
}

/** Changes that wait for a second person. Each leaves once: approved, rejected, withdrawn or expired. */
export interface Approvals {
  /** Whether the tenant requires a second person; false for an unknown tenant. */
  isRequired(tenant: string): Promise<boolean>;
  /** Stores the change with its event. False, and nothing is written, when too many of the tenant wait. */
  add(change: PendingChange, event: ManagementEvent): Promise<boolean>;
  /** Those that wait, the oldest first. One that no known key opens is left out. */
  list(tenant: string, now: Date): Promise<readonly PendingChange[]>;
  find(tenant: string, id: string, now: Date): Promise<PendingChange | undefined>;
  /**
   * Removes a change that waits, with an event if there is one: of two callers one gets true. An approved change is removed before
   * it is done, so that nothing does it twice; when it then fails, it must be requested again.
   */
  take(change: PendingChange, now: Date, event?: ManagementEvent): Promise<boolean>;
}
