import { ALL_TENANTS, type Principal, rolesAt } from '../../domain/administrator.ts';
import { actingAs, managementEvent } from '../../domain/management-event.ts';
import type { ManagementEvents } from '../../ports/administrators.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock, NewId } from '../../ports/runtime.ts';
import type { StoredObjects } from '../../ports/stored-objects.ts';

/** A change that the caller may not do. */
export interface RefusedAct {
  readonly principal: Principal;
  /** As the request names it; undefined: it is about the installation. */
  readonly tenant: string | undefined;
  readonly permission: string;
  /** The operation: with the caller, tenant and status it is counted as one. */
  readonly operation: string;
  /** The method and path of the request. */
  readonly object: string;
  /** Of the answer. */
  readonly status: number;
}

/** The refusals of this process. */
export interface NotedRefusals {
  note(refused: RefusedAct): void;
  /** Stores them. Called every few seconds, and at the end. */
  flush(): Promise<void>;
}

interface Parts {
  readonly managementEvents: Pick<ManagementEvents, 'record'>;
  readonly storedObjects: Pick<StoredObjects, 'hasTenant'>;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly log: Log;
}

interface Counted {
  readonly refused: RefusedAct;
  readonly at: Date;
  readonly times: number;
}

/** Events that one flush writes at most; the log has the number of the others. */
const MAX_EVENTS = 50;
/** In characters. */
const MAX_OBJECT = 300;

/** Keeps refusals in memory until the next flush: equal ones are one event, with their number. */
export function makeNoteRefusals(parts: Parts): NotedRefusals {
  const { managementEvents, newId, clock, log } = parts;
  let waiting = new Map<string, Counted>();
  let dropped = 0;

  return {
    note(refused) {
      const { principal, tenant, operation, status } = refused;
      const key = JSON.stringify([principal.id, tenant, operation, status]);
      const known = waiting.get(key);
      if (known === undefined && waiting.size >= MAX_EVENTS) dropped += 1;
      else waiting.set(key, { refused, at: clock(), ...known, times: (known?.times ?? 0) + 1 });
    },

    async flush() {
      const noted = [...waiting.values()];
      waiting = new Map();
      if (dropped > 0) log.warn('management.refusals_dropped', { number: dropped });
      dropped = 0;
      for (const { refused, at, times } of noted) {
        const { principal, permission, object, status } = refused;
        const tenant = await chainOf(refused);
        const act = {
          tenant,
          act: permission,
          outcome: 'refused',
          object: object.slice(0, MAX_OBJECT),
          after: { status, times },
        } as const;
        const actor = actingAs(principal, tenant);
        await managementEvents.record(managementEvent(actor, act, { unique: newId(), at }));
      }
    },
  };

  /** A name that is no tenant, or none in which the caller has a role, may be anything: it gets no chain of its own. */
  async function chainOf({ principal, tenant }: RefusedAct): Promise<string> {
    if (tenant === undefined || rolesAt(principal, tenant).length === 0) return ALL_TENANTS;
    return (await parts.storedObjects.hasTenant(tenant)) ? tenant : ALL_TENANTS;
  }
}
