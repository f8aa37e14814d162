import { RISKS } from '../orders/order.ts';
import type { OpenRequest } from '../orders/order-starts.ts';
import { Refusal } from '../refusal.ts';
import { type Effect, endpoints, type Fault } from '../rp-api/faults.ts';
import type { Act, Action } from './phone.ts';

/** Parses the bodies of the control API. Every function throws a `Refusal` for an invalid one. */

/** `{qrData, personalNumber}` */
export function parseScan(body: unknown): { qrData: string; personalNumber: string } {
  const fields = members(body, ['qrData', 'personalNumber']);
  return { qrData: text(fields, 'qrData'), personalNumber: text(fields, 'personalNumber') };
}

/** `{link | autoStartToken | orderRef, personalNumber}` */
export function parseOpen(body: unknown): { request: OpenRequest; personalNumber: string } {
  const ways = ['link', 'autoStartToken', 'orderRef'] as const;
  const fields = members(body, [...ways, 'personalNumber']);
  const given = ways.filter((way) => fields[way] !== undefined);
  if (given.length !== 1) throw malformed(`exactly one of ${ways.join(', ')} is needed`);
  const request = Object.fromEntries(given.map((way) => [way, text(fields, way)]));
  return { request, personalNumber: text(fields, 'personalNumber') };
}

/** `{personalNumber?, hintCode?}`; of `approve` also `risk` */
export function parseAct(action: Action, body: unknown): Act {
  const own = action === 'approve' ? ['risk'] : [];
  const fields = members(body, ['personalNumber', 'hintCode', ...own]);
  return {
    action,
    personalNumber: optionalText(fields, 'personalNumber'),
    hintCode: optionalText(fields, 'hintCode'),
    risk: oneOf(fields, 'risk', RISKS),
  };
}

/** `{advanceSeconds}` */
export function parseAdvance(body: unknown): number {
  const { advanceSeconds } = members(body, ['advanceSeconds']);
  const isAllowed =
    typeof advanceSeconds === 'number' && advanceSeconds >= 0 && advanceSeconds <= 31_536_000;
  if (!isAllowed) throw malformed('advanceSeconds must be a number from 0 to 31536000 (a year)');
  return advanceSeconds;
}

/** `{endpoint?, times?, phase?, when?, effect}` */
export function parseFault(body: unknown): Fault {
  const fields = members(body, ['endpoint', 'times', 'phase', 'when', 'effect']);
  const effect = parseEffect(fields.effect);
  const needsAnswer = effect.kind === 'answer' || effect.kind === 'omit';
  const { times = 1 } = fields;
  if (!Number.isInteger(times) || Number(times) < 1) throw malformed('times must be 1 or more');
  const phase = oneOf(fields, 'phase', ['before', 'after']) ?? (needsAnswer ? 'after' : 'before');
  if (needsAnswer && phase === 'before') throw malformed(`${effect.kind} needs the phase after`);
  const when = oneOf(fields, 'when', ['pending', 'complete', 'failed']);
  if (when !== undefined && phase === 'before') throw malformed('when needs the phase after');
  return {
    endpoint: oneOf(fields, 'endpoint', [...endpoints, 'any']) ?? 'any',
    times: Number(times),
    phase,
    ...(when === undefined ? {} : { when }),
    effect,
  };
}

const EFFECTS: Readonly<Record<Effect['kind'], Readonly<Record<string, Type>>>> = {
  error: { status: 'status', errorCode: 'text', details: 'text?', headers: 'texts?' },
  body: { status: 'status', body: 'text', contentType: 'text?' },
  answer: { members: 'object' },
  omit: { members: 'list' },
  reset: {},
  hang: {},
  delay: { milliseconds: 'milliseconds' },
};

type Type = keyof typeof TYPES;

const TYPES = {
  status: (value: unknown) =>
    Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599,
  text: (value: unknown) => typeof value === 'string',
  'text?': (value: unknown) => value === undefined || typeof value === 'string',
  'texts?': (value: unknown) =>
    value === undefined || (isObject(value) && Object.values(value).every(isText)),
  object: isObject,
  list: (value: unknown) => Array.isArray(value) && value.every(isText),
  milliseconds: (value: unknown) => typeof value === 'number' && value >= 0 && value <= 600_000,
};

function parseEffect(value: unknown): Effect {
  if (!isObject(value)) throw malformed('effect must be an object');
  const kinds = Object.keys(EFFECTS) as Effect['kind'][];
  const kind = kinds.find((each) => each === value.kind);
  if (kind === undefined) throw malformed(`effect.kind must be one of ${kinds.join(', ')}`);
  const fields = members(value, ['kind', ...Object.keys(EFFECTS[kind])]);
  for (const [name, type] of Object.entries(EFFECTS[kind])) {
    if (!TYPES[type](fields[name])) throw malformed(`effect.${name} is missing or wrong`);
  }
  // Each member of the kind has just been checked against its type in EFFECTS.
  return fields as unknown as Effect;
}

function members(body: unknown, known: readonly string[]): Record<string, unknown> {
  if (!isObject(body)) throw malformed('the body must be a JSON object');
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown !== undefined) throw malformed(`unknown member ${unknown}`);
  return body;
}

function text(fields: Record<string, unknown>, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw malformed(`${name} is missing or no text`);
  return value;
}

function optionalText(fields: Record<string, unknown>, name: string): string | undefined {
  return fields[name] === undefined ? undefined : text(fields, name);
}

function oneOf<Text extends string>(
  fields: Record<string, unknown>,
  name: string,
  texts: readonly Text[],
): Text | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  const text = texts.find((each) => each === value);
  if (text === undefined) throw malformed(`${name} must be one of ${texts.join(', ')}`);
  return text;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function malformed(reason: string): Refusal {
  return new Refusal('malformed_request', reason);
}
