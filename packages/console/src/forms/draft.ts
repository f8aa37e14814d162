import type { Fault } from '../api/api-problem.ts';
import type { Settings } from '../api/shapes.ts';
import type { FormField } from './form-fields.ts';

/** What the fields of a form hold: a text, a switch, or the chosen values. */
export type DraftValue = string | boolean | readonly string[];

/** The content of a form by the names of its fields. */
export type Draft = Readonly<Record<string, DraftValue>>;

/** The form's content for stored settings. */
export function draftOf(settings: Settings, fields: readonly FormField[]): Draft {
  return Object.fromEntries(
    fields.map((field) => [field.name, shown(memberAt(settings, field.name), field)]),
  );
}

function shown(value: unknown, { kind, byDefault }: FormField): DraftValue {
  const present = value ?? (kind === 'switch' ? byDefault : undefined);
  switch (kind) {
    case 'switch':
      return present === true;
    case 'choices':
      return Array.isArray(present) ? present.map(String) : [];
    case 'lines':
      return Array.isArray(present) ? present.map(String).join('\n') : '';
    case 'data':
      return present === undefined ? '' : JSON.stringify(present, undefined, 2);
    case 'texts':
      return Object.entries(membersIn(present))
        .map(([language, text]) => `${language}: ${text}`)
        .join('\n');
    case 'secret':
      return '';
    case 'text':
    case 'pem':
    case 'colour':
    case 'picture':
    case 'number':
    case 'choice':
      return present === undefined || present === null ? '' : String(present);
  }
}

/** Settings that a form stands for, and the faults that the browser itself finds. */
export interface Edited {
  readonly settings: Settings;
  readonly faults: readonly Fault[];
}

/**
 * The settings of a form. What a field leaves empty is absent, and so is a default that was not stored.
 * Settings without a field are kept, and those whose field was not touched.
 */
export function editedSettings(
  draft: Draft,
  fields: readonly FormField[],
  stored: Settings,
): Edited {
  const faults: Fault[] = [];
  let settings = stored;
  for (const field of fields) {
    const before = memberAt(stored, field.name);
    const held = draft[field.name] ?? '';
    if (isSame(held, shown(before, field))) continue;
    const value = valueIn(held, field, faults);
    const isNewDefault = before === undefined && value === field.byDefault;
    // An empty secret keeps the stored one.
    const kept = field.kind === 'secret' && value === undefined ? before : value;
    settings = withMember(settings, field.name.split('.'), isNewDefault ? undefined : kept);
  }
  return { settings, faults };
}

function isSame(one: DraftValue, other: DraftValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function valueIn(held: DraftValue, { kind, name }: FormField, faults: Fault[]): unknown {
  if (typeof held === 'boolean') return held;
  if (typeof held !== 'string') return held.length === 0 ? undefined : held;
  const text = held.trim();
  if (text === '') return kind === 'switch' ? false : undefined;
  switch (kind) {
    case 'number':
      if (Number.isFinite(Number(text))) return Number(text);
      faults.push({ path: name, message: 'must be a number' });
      return undefined;
    case 'lines':
      return text.split('\n').flatMap((line) => line.trim() || []);
    case 'data':
      try {
        return JSON.parse(text) as unknown;
      } catch (error) {
        faults.push({ path: name, message: `is not JSON: ${(error as Error).message}` });
        return undefined;
      }
    case 'texts':
      return textsIn(text, name, faults);
    case 'secret':
      return held;
    case 'pem':
      return `${text}\n`;
    case 'text':
    case 'colour':
    case 'picture':
    case 'choice':
    case 'switch':
    case 'choices':
      return text;
  }
}

/** `sv: Butiken`, a language and its text on each line. */
function textsIn(text: string, name: string, faults: Fault[]): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => /^\s*([a-z]{2})\s*:\s*(.*\S)\s*$/.exec(line)?.slice(1));
  if (pairs.every((pair) => pair !== undefined)) return Object.fromEntries(pairs);
  faults.push({ path: name, message: 'has a language and a text on each line: sv: Butiken' });
  return undefined;
}

function memberAt(settings: Settings, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => membersIn(value)[name], settings);
}

/** The settings with one member replaced, or without it when the value is undefined. */
function withMember(settings: Settings, path: readonly string[], value: unknown): Settings {
  const [name = '', ...rest] = path;
  const { [name]: before, ...others } = settings;
  const after = rest.length === 0 ? value : withMember(membersIn(before), rest, value);
  if (after === undefined || (before === undefined && isEmpty(after))) return others;
  return name in settings ? { ...settings, [name]: after } : { ...others, [name]: after };
}

function membersIn(value: unknown): Settings {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** The settings that differ between two versions, in the order of their names. */
export function differences(
  before: Settings,
  after: Settings,
): readonly { readonly name: string; readonly before: unknown; readonly after: unknown }[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .map((name) => ({ name, before: before[name], after: after[name] }))
    .filter((one) => canonical(one.before) !== canonical(one.after));
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}
