import { stringify } from 'yaml';

import type { Json, JsonObject } from '../../domain/json.ts';
import { literal } from './references.ts';
import { isMapping } from './yaml-values.ts';

/** A configuration file of these exported tenants. */
export function toYaml(tenants: readonly JsonObject[]): string {
  return stringify(
    { tenants: tenants.map(escaped) },
    { lineWidth: 0, aliasDuplicateObjects: false },
  );
}

function escaped(value: Json): Json {
  if (typeof value === 'string') return literal(value);
  if (Array.isArray(value)) return value.map(escaped);
  if (!isMapping(value)) return value;
  const members = Object.entries(value as JsonObject);
  return Object.fromEntries(members.map(([name, member]) => [name, escaped(member)]));
}
