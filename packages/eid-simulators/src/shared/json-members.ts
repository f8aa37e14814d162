import { malformed } from './refusal.ts';

/** The members of a JSON object from a tester. */
export type Members = Readonly<Record<string, unknown>>;

/** The object, with known members only. @throws {Refusal} malformed_request */
export function membersOf(body: unknown, known: readonly string[]): Members {
  if (!isObject(body)) throw malformed('the body must be a JSON object');
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown !== undefined) throw malformed(`unknown member ${unknown}`);
  return body;
}

/** A text that is not empty. @throws {Refusal} malformed_request */
export function textOf(members: Members, name: string): string {
  const value = members[name];
  if (typeof value !== 'string' || value === '') throw malformed(`${name} is missing or no text`);
  return value;
}

/** A text, or undefined if absent. @throws {Refusal} malformed_request */
export function optionalText(members: Members, name: string): string | undefined {
  return members[name] === undefined ? undefined : textOf(members, name);
}

/** One of these texts, or undefined if absent. @throws {Refusal} malformed_request */
export function oneOf<Text extends string>(
  members: Members,
  name: string,
  texts: readonly Text[],
): Text | undefined {
  const value = members[name];
  if (value === undefined) return undefined;
  const text = texts.find((each) => each === value);
  if (text === undefined) throw malformed(`${name} must be one of ${texts.join(', ')}`);
  return text;
}

/** A whole number in a range, by default from 1 on. @throws {Refusal} malformed_request */
export function wholeNumberOf(
  members: Members,
  name: string,
  { from = 1, to = Number.MAX_SAFE_INTEGER }: { readonly from?: number; readonly to?: number } = {},
): number {
  const value = members[name];
  const isInside = typeof value === 'number' && Number.isInteger(value);
  if (isInside && value >= from && value <= to) return value;
  const range = to === Number.MAX_SAFE_INTEGER ? `${from} or more` : `from ${from} to ${to}`;
  throw malformed(`${name} must be ${range}`);
}

const A_YEAR = 31_536_000;

/** A number of seconds up to a year. @throws {Refusal} malformed_request */
export function secondsOf(members: Members, name: string): number {
  const value = members[name];
  if (typeof value === 'number' && value >= 0 && value <= A_YEAR) return value;
  throw malformed(`${name} must be a number from 0 to ${A_YEAR} (a year)`);
}

/** True for a JSON object. */
export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
