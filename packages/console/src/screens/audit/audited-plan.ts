import type { Plan, PlannedChange, Settings } from '../../api/shapes.ts';
import { differences } from '../../forms/draft.ts';

/** What the configuration consists of, as entries name it. */
const PARTS = ['tenant', 'domain', 'eid', 'application', 'webhook'];

/** The change of the configuration that an entry of the audit names, as a plan; undefined for any other act. */
export function auditedPlan(entry: Settings): Plan | undefined {
  const { object, before, after } = entry;
  const [what = ''] = String(object).split(' ');
  const hasValues = before !== undefined || after !== undefined;
  const one = hasValues && PARTS.includes(what) ? [changeOf(entry)] : undefined;
  const changes = listedIn(after) ?? one;
  if (changes === undefined) return undefined;
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
