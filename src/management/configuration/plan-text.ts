import type { Json } from '../../domain/json.ts';
import type { Action, Plan, PlannedChange, SettingChange } from './plan.ts';

const SIGNS: Readonly<Record<Action, string>> = { create: '+', change: '~', remove: '-' };
/** A removal is meant to be seen among many lines. */
const WORDS: Readonly<Record<Action, string>> = {
  create: 'create',
  change: 'change',
  remove: 'REMOVE',
};
/** Longer values, such as certificates, are cut. */
const MAX_LENGTH = 100;

/** A plan in lines for operators: changes with old and new values, removals last, and the totals. */
export function planText({ changes, totals }: Plan): readonly string[] {
  if (changes.length === 0) return ['no changes'];
  const removals = changes.filter(({ action }) => action === 'remove');
  const others = changes.filter(({ action }) => action !== 'remove');
  const { create, change, remove } = totals;
  return [
    ...others.flatMap(linesOf),
    ...removals.map(lineOf),
    `plan: ${create} to create, ${change} to change, ${remove} to remove`,
  ];
}

/** One line: `~ tenant demo: change application demo-web`. */
export function lineOf({ tenant, action, what, id }: PlannedChange): string {
  const subject = what === 'tenant' ? '' : ` ${what} ${id}`;
  return `${SIGNS[action]} tenant ${tenant}: ${WORDS[action]}${subject}`;
}

function linesOf(change: PlannedChange): readonly string[] {
  if (change.action !== 'change') return [lineOf(change)];
  return [lineOf(change), ...change.settings.map((setting) => `    ${settingText(setting)}`)];
}

function settingText({ name, before, after }: SettingChange): string {
  const [old, next] = [valueText(before), valueText(after)];
  return old === next && old.includes('(secret)')
    ? `${name}: ${next}, another secret`
    : `${name}: ${old} → ${next}`;
}

function valueText(value: Json): string {
  if (value === null) return '(absent)';
  if (value === '(secret)') return value;
  const text = JSON.stringify(value).replaceAll('"(secret)"', '(secret)');
  return text.length <= MAX_LENGTH
    ? text
    : `${text.slice(0, MAX_LENGTH)}… (${text.length} characters)`;
}
