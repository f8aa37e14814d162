import type { Plan, PlannedChange, Settings } from '../../api/shapes.ts';
import { differences } from '../../forms/draft.ts';

/** What an entry of the audit says was changed, in the form of a plan; undefined for an act without values. */
export function auditedPlan(entry: Settings): Plan | undefined {
  const { before, after } = entry;
  if (before === undefined && after === undefined) return undefined;
  const changes = listedIn(after) ?? [changeOf(entry)];
  const count = (action: string) => changes.filter((one) => one.action === action).length;
  return {
    changes,
    totals: { create: count('create'), change: count('change'), remove: count('remove') },
  };
}

/** An act on many objects names them, without their settings. */
function listedIn(after: unknown): readonly PlannedChange[] | undefined {
  const { changes } = Object(after) as { readonly changes?: unknown };
  if (!Array.isArray(changes)) return undefined;
  return (changes as readonly PlannedChange[]).map((one) => ({ ...one, settings: [] }));
}

function changeOf({ tenant, object, before, after }: Settings): PlannedChange {
  const [what = '', ...id] = String(object).split(' ');
  const settings = differences({ ...Object(before) }, { ...Object(after) });
  const shared = { tenant: String(tenant), what, id: id.join(' '), settings };
  if (before === undefined) return { ...shared, action: 'create' };
  return { ...shared, action: after === undefined ? 'remove' : 'change' };
}
