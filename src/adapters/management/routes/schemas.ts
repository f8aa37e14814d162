import { isStorable } from '../../../domain/storable-text.ts';
import { type JsonSchema, objectOf } from '../json-schema.ts';
import { ApiProblem } from '../problem.ts';
import type { Parameter, RouteAnswer } from '../route.ts';

/** A schema among the components of the description. */
export function named(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** An answer with a JSON body. */
export function json(
  description: string,
  schema: JsonSchema,
  more: Partial<RouteAnswer> = {},
): RouteAnswer {
  return { description, content: { 'application/json': schema }, ...more };
}

/** A page of a list. */
export function pageOf(items: JsonSchema): JsonSchema {
  return objectOf({
    items: { type: 'array', items },
    next: { type: ['string', 'null'], description: 'The cursor of the next page.' },
  });
}

/** A list that is whole: it has no further page. */
export function wholeList(items: JsonSchema): JsonSchema {
  return objectOf({ items: { type: 'array', items }, next: { type: 'null' } });
}

/** The parameter that names the tenant. */
export const TENANT: Parameter = {
  description: 'The id of the tenant.',
  schema: { type: 'string', pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$' },
};

/** The parameters of a page. */
export const PAGE: Readonly<Record<string, Parameter>> = {
  cursor: {
    description: '`next` of the page before.',
    schema: { type: 'string', maxLength: 2000 },
  },
  limit: {
    description: 'The most items; 50 unless given.',
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  },
};

const LIMIT = 50;

/** The size of the page that a request wants. */
export function limitOf(query: Readonly<Record<string, unknown>>): number {
  return typeof query.limit === 'number' ? query.limit : LIMIT;
}

/** A page from one item more than it has. */
export function pageFrom<Item>(
  found: readonly Item[],
  limit: number,
  cursorOf: (item: Item) => unknown,
): { readonly items: readonly Item[]; readonly next: string | null } {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const isLast = found.length <= limit || last === undefined;
  return { items, next: isLast ? null : cursorText(cursorOf(last)) };
}

/** A cursor as text. */
export function cursorText(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/**
 * The value of a cursor; undefined without one.
 * @throws {ApiProblem} 400 for a text that is no cursor of ours
 */
export function cursorIn<Value>(
  query: Readonly<Record<string, unknown>>,
  isCursor: (value: unknown) => value is Value,
): Value | undefined {
  if (query.cursor === undefined) return undefined;
  const value = parsed(String(query.cursor));
  if (isCursor(value)) return value;
  throw new ApiProblem(400, 'The query is malformed.', {
    errors: [{ path: 'cursor', message: 'is no cursor of this list' }],
  });
}

/** True for a cursor that is one text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && isStorable(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
