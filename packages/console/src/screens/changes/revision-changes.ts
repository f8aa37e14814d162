import type { Plan, PlannedChange, Settings } from '../../api/shapes.ts';
import { differences } from '../../forms/draft.ts';

/** The lists of a tenant in the file, what one of their objects is called, and what names it. */
const LISTS = [
  { list: 'domains', what: 'domain', keys: ['issuer'] },
  { list: 'eids', what: 'eid', keys: ['eid', 'environment'] },
  { list: 'applications', what: 'application', keys: ['clientId'] },
  { list: 'webhooks', what: 'webhook', keys: ['id'] },
] as const;

/** What differs between two configurations of a tenant, in the form of a plan. `before` is empty for the first one. */
export function revisionChanges(before: Settings, after: Settings): Plan {
  const tenant = String(after.id);
  const lists = LISTS.flatMap(({ list, what, keys }) => {
    const [old, now] = [before, after].map((one) => byKey(one[list], keys));
    return [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].map((id) =>
      changeOf({ tenant, what, id }, old?.get(id), now?.get(id)),
    );
  });
  const own = changeOf({ tenant, what: 'tenant', id: tenant }, ownOf(before), ownOf(after));
  const changes = [own, ...lists].filter((one) => one !== undefined);
  const count = (action: string) => changes.filter((one) => one.action === action).length;
  return {
    changes,
    totals: { create: count('create'), change: count('change'), remove: count('remove') },
  };
}

function changeOf(
  object: Pick<PlannedChange, 'tenant' | 'what' | 'id'>,
  before: Settings | undefined,
  after: Settings | undefined,
): PlannedChange | undefined {
  if (after === undefined) return { ...object, action: 'remove', settings: [] };
  const settings = differences(before ?? {}, after);
  if (before === undefined) return { ...object, action: 'create', settings };
  return settings.length === 0 ? undefined : { ...object, action: 'change', settings };
}

function byKey(objects: unknown, keys: readonly string[]): ReadonlyMap<string, Settings> {
  const all = Array.isArray(objects) ? (objects as readonly Settings[]) : [];
  return new Map(
    all.map((one) => [keys.flatMap((key) => String(one[key] ?? '') || []).join(' '), one]),
  );
}

/** The settings of the tenant itself; undefined without any. */
function ownOf(configuration: Settings): Settings | undefined {
  const own = Object.entries(configuration).filter(
    ([name]) => !LISTS.some(({ list }) => list === name),
  );
  return own.length === 0 ? undefined : Object.fromEntries(own);
}
