import { isStorable, UNSTORABLE } from '../../domain/storable-text.ts';
import type { ProblemPart } from './problem.ts';

/** A JSON Schema (2020-12) of which `schemaProblems` knows the words below. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly [word: string]: unknown;
}

/** The schema of an object. Every member is required, but for the optional ones. */
export function objectOf(
  properties: Readonly<Record<string, JsonSchema>>,
  {
    description,
    optional = [],
  }: { readonly description?: string; readonly optional?: readonly string[] } = {},
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', ...(description && { description }), properties, required };
}

/**
 * The faults of a value: of a parameter, or of a small body. Bodies with settings are checked by the rules of the
 * configuration file instead.
 */
export function schemaProblems(schema: JsonSchema, value: unknown, path = ''): ProblemPart[] {
  const wrong = (message: string) => [{ path, message }];
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    return wrong(`must be one of ${schema.enum.map(String).join(', ')}`);
  }
  switch (schema.type) {
    case 'string':
      return typeof value === 'string'
        ? textProblems(schema, value, path)
        : wrong('must be a text');
    case 'integer':
      return Number.isSafeInteger(value)
        ? numberProblems(schema, Number(value), path)
        : wrong('must be a whole number');
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong('must be true or false');
    case 'array':
      if (!Array.isArray(value)) return wrong('must be a list');
      if (schema.uniqueItems === true && hasRepeats(value)) return wrong('must not repeat an item');
      return value.flatMap((item, index) =>
        schemaProblems(schema.items ?? {}, item, `${path}[${index}]`),
      );
    case 'object':
      return objectProblems(schema, value, path);
    default:
      return [];
  }
}

function hasRepeats(list: readonly unknown[]): boolean {
  return new Set(list.map((item) => JSON.stringify(item))).size < list.length;
}

function textProblems(
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format }: JsonSchema,
  text: string,
  path: string,
): ProblemPart[] {
  if (!isStorable(text)) return [{ path, message: UNSTORABLE }];
  const { length } = [...text];
  if (length < minLength) return [{ path, message: `must have at least ${minLength} characters` }];
  if (length > maxLength) return [{ path, message: `must have at most ${maxLength} characters` }];
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) {
    return [{ path, message: `must match ${pattern}` }];
  }
  if (format === 'date-time' && !isMoment(text)) {
    return [{ path, message: 'must be a moment such as 2027-01-31T12:00:00Z' }];
  }
  return [];
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

function isMoment(text: string): boolean {
  return MOMENT.test(text) && !Number.isNaN(Date.parse(text));
}

function numberProblems(
  { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: JsonSchema,
  value: number,
  path: string,
): ProblemPart[] {
  if (value < minimum) return [{ path, message: `must be at least ${minimum}` }];
  if (value > maximum) return [{ path, message: `must be at most ${maximum}` }];
  return [];
}

function objectProblems(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  value: unknown,
  path: string,
): ProblemPart[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ path, message: 'must be a mapping' }];
  }
  const below = (key: string) => (path === '' ? key : `${path}.${key}`);
  const missing = required
    .filter((key) => !Object.hasOwn(value, key))
    .map((key) => ({ path: below(key), message: 'is required' }));
  const found = Object.entries(value).flatMap(([key, member]) => {
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (schema !== undefined) return schemaProblems(schema, member, below(key));
    if (additionalProperties === false) return [{ path: below(key), message: 'is not known' }];
    return schemaProblems(Object(additionalProperties), member, below(key));
  });
  return [...missing, ...found];
}
