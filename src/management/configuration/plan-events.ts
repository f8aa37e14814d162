import { groupedBy } from '../../domain/grouped-by.ts';
import type { JsonObject } from '../../domain/json.ts';
import {
  type ActingAs,
  type ManagementAct,
  type ManagementEvent,
  managementEvent,
} from '../../domain/management-event.ts';
import type { Clock, NewId } from '../../ports/runtime.ts';
import type { Plan, PlannedChange, SettingChange } from './plan.ts';

/** Who changes the configuration, and why. */
interface Author {
  readonly actor: ActingAs;
  readonly reason?: string | undefined;
}

/** The events that record what a plan did: one for each tenant. */
export type EventsOfPlan = (plan: Plan, author: Author) => readonly ManagementEvent[];

/** Parts that an event names one by one; the revision has all. */
const MAX_PARTS = 200;

/** A change of one part shows its settings before and after; a change of more lists the parts. */
export function makeEventsOfPlan(parts: {
  readonly newId: NewId;
  readonly clock: Clock;
}): EventsOfPlan {
  return ({ changes }, { actor, reason }) =>
    [...groupedBy(changes, ({ tenant }) => tenant)].map(([tenant, own]) => {
      const act = { ...actOf(own), tenant, outcome: 'done', reason } as const;
      return managementEvent(actor, act, { unique: parts.newId(), at: parts.clock() });
    });
}

function actOf(
  changes: readonly PlannedChange[],
): Pick<ManagementAct, 'act' | 'object' | 'before' | 'after'> {
  const [only, ...others] = changes;
  if (only === undefined || others.length > 0) {
    const named = changes.slice(0, MAX_PARTS).map(({ action, what, id }) => ({ action, what, id }));
    const after = { changes: named, number: changes.length };
    return { act: 'configuration.write', object: 'configuration', after };
  }
  const { what, id, action, settings } = only;
  return {
    act: ACTS[what],
    object: `${what} ${id}`,
    before: action === 'create' ? undefined : valuesOf(settings, 'before'),
    after: action === 'remove' ? undefined : valuesOf(settings, 'after'),
  };
}

const ACTS: Readonly<Record<PlannedChange['what'], string>> = {
  tenant: 'configuration.write',
  domain: 'domains.write',
  eid: 'eids.write',
  application: 'applications.write',
  webhook: 'webhooks.write',
};

function valuesOf(settings: readonly SettingChange[], when: 'before' | 'after'): JsonObject {
  return Object.fromEntries(settings.map((setting) => [setting.name, setting[when]]));
}
