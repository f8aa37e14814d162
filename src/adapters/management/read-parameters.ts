import { ONE_LINE } from '../../domain/storable-text.ts';
import { schemaProblems } from './json-schema.ts';
import { ApiProblem, type ProblemPart } from './problem.ts';
import type { ApiRequest, Parameter, Route } from './route.ts';

/** Allows a change to lock out people who logged in lately. */
export const ALLOW_LOCK_OUT: Parameter = {
  description:
    'Takes from applications with logins in the last 24 hours what these need. Without it such a change is 409.',
  schema: { type: 'boolean' },
};

type Values = Readonly<Record<string, string>>;

/** On every route that changes something. */
const DRY_RUN: Parameter = {
  description: 'Answers what would change, and changes nothing.',
  schema: { type: 'boolean' },
};

/** The query parameters of a route, with those that a kind of route has. */
export function queryParametersOf(route: Route): Readonly<Record<string, Parameter>> {
  const ofChange = changesSettings(route) && { dryRun: DRY_RUN, allowLockOut: ALLOW_LOCK_OUT };
  return { ...ofChange, ...route.query };
}

/** True for a route whose changes are a plan, which can be shown without being done. */
export function changesSettings({ body, isConditional, method }: Route): boolean {
  if (body?.isPlanOnly === true) return false;
  return body?.isSettings === true || (isConditional === true && method === 'DELETE');
}

/**
 * Parses the query.
 * @throws {ApiProblem} 400 for an unknown, repeated or malformed parameter
 */
export function readQuery(route: Route, search: URLSearchParams): ApiRequest['query'] {
  const declared = queryParametersOf(route);
  const errors: ProblemPart[] = [];
  const values: Record<string, string | number | boolean> = {};
  for (const name of new Set(search.keys())) {
    const parameter = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (parameter === undefined) {
      errors.push({ path: name, message: 'is not a parameter of this operation' });
      continue;
    }
    const [text = '', ...others] = search.getAll(name);
    if (others.length > 0) errors.push({ path: name, message: 'is given twice' });
    const value = typed(text, parameter);
    errors.push(...schemaProblems(parameter.schema, value, name));
    values[name] = value;
  }
  for (const [name, { required }] of Object.entries(declared)) {
    if (required && !search.has(name)) errors.push({ path: name, message: 'is required' });
  }
  if (errors.length > 0) throw new ApiProblem(400, 'The query is malformed.', { errors });
  return values;
}

function typed(text: string, { schema }: Parameter): string | number | boolean {
  if (schema.type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  if (schema.type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return text;
}

/**
 * Checks the parameters of the path. A malformed one names no object.
 * @throws {ApiProblem} 404
 */
export function checkParams({ params = {} }: Route, values: Values): void {
  for (const [name, { schema }] of Object.entries(params)) {
    const isSound = schemaProblems(schema, values[name] ?? '').length === 0;
    if (!isSound) throw new ApiProblem(404, 'There is no such object.');
  }
}

/**
 * The entity tags of `If-Match`; `*` names any version.
 * @throws {ApiProblem} 428 when it is missing
 */
export function readIfMatch(header: string | undefined): readonly string[] {
  const tags = (header ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  if (tags.length > 0) return tags;
  const detail = 'A change names, in If-Match, the ETag of the object that it changes.';
  throw new ApiProblem(428, detail);
}

/** In characters. */
const MAX_REASON = 500;
const LINE = new RegExp(`${ONE_LINE}|^$`, 'u');

/**
 * The header `Reason`; undefined when it is empty. Other letters than ASCII come as RFC 8187 encodes them: `UTF-8''%C3%A5`.
 * @throws {ApiProblem} 400 for several lines, or too many characters
 */
export function readReason(header: string): string | undefined {
  const [, encoded] = /^UTF-8''([\x21-\x7e]*)$/i.exec(header) ?? [];
  const reason = encoded === undefined ? header : decoded(encoded);
  if (!LINE.test(reason)) {
    throw new ApiProblem(400, 'The header Reason must be one line of text.');
  }
  if (reason.length <= MAX_REASON) return reason || undefined;
  throw new ApiProblem(400, `The header Reason has at most ${MAX_REASON} characters.`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ApiProblem(400, 'The header Reason is encoded wrongly.');
  }
}
