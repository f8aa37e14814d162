import { CATALOGUE } from './catalogue.ts';
import type { Entry } from './entry.ts';

/** An entry, its name, and the title of the theme in which it stands. */
export interface NamedEntry extends Entry {
  readonly key: string;
  readonly theme: string;
}

/** Each entry once: under the first of its names where one reason is met in two places. */
export const ALL_ENTRIES: readonly NamedEntry[] = named();

/** The entry of an error as it was told. Undefined when the catalogue does not have it. */
export function entryOf(error: string, description: string | undefined): NamedEntry | undefined {
  const tells = ({ pattern, of }: Pattern) =>
    [of.error, of.otherError].includes(error) && pattern.test(description ?? '');
  return PATTERNS.find(tells)?.of;
}

/** The entry of this name. */
export function entryNamed(key: string): NamedEntry | undefined {
  return ALL_ENTRIES.find((entry) => entry.key === key);
}

interface Pattern {
  readonly pattern: RegExp;
  readonly of: NamedEntry;
}

const PLACEHOLDER = /\{\w+\}/g;

/** The most exact first: "state is longer than …" before "{name} is longer than …". */
const PATTERNS: readonly Pattern[] = ALL_ENTRIES.toSorted(
  (a, b) => exactness(b) - exactness(a),
).map((of) => ({ of, pattern: patternOf(of) }));

function exactness({ description = '' }: Entry): number {
  return description.replace(PLACEHOLDER, '').length;
}

function patternOf({ description = '' }: Entry): RegExp {
  const parts = description.split(PLACEHOLDER).map((part) => part.replace(/[^\w\s]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}

function named(): readonly NamedEntry[] {
  const seen = new Set<Entry>();
  return CATALOGUE.flatMap(({ title: theme, entries }) =>
    Object.entries(entries).flatMap(([key, entry]) => {
      if (seen.has(entry)) return [];
      seen.add(entry);
      return [{ ...entry, key, theme }];
    }),
  );
}
