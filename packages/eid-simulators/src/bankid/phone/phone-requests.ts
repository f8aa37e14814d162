import {
  isObject,
  membersOf,
  oneOf,
  optionalText,
  textOf,
  wholeNumberOf,
} from '../../shared/json-members.ts';
import { malformed } from '../../shared/refusal.ts';
import { RISKS } from '../orders/order.ts';
import type { OpenRequest } from '../orders/order-starts.ts';
import { type Effect, endpoints, type Fault } from '../rp-api/faults.ts';
import type { Act, Action } from './phone.ts';

/** Parses the bodies of the control API. Every function throws a `Refusal` for an invalid one. */

/** `{qrData, personalNumber}` */
export function parseScan(body: unknown): { qrData: string; personalNumber: string } {
  const fields = membersOf(body, ['qrData', 'personalNumber']);
  return { qrData: textOf(fields, 'qrData'), personalNumber: textOf(fields, 'personalNumber') };
}

/** `{link | autoStartToken | orderRef, personalNumber}` */
export function parseOpen(body: unknown): { request: OpenRequest; personalNumber: string } {
  const ways = ['link', 'autoStartToken', 'orderRef'] as const;
  const fields = membersOf(body, [...ways, 'personalNumber']);
  const given = ways.filter((way) => fields[way] !== undefined);
  if (given.length !== 1) throw malformed(`exactly one of ${ways.join(', ')} is needed`);
  const request = Object.fromEntries(given.map((way) => [way, textOf(fields, way)]));
  return { request, personalNumber: textOf(fields, 'personalNumber') };
}

/** `{personalNumber?, hintCode?}`; of `approve` also `risk` */
export function parseAct(action: Action, body: unknown): Act {
  const own = action === 'approve' ? ['risk'] : [];
  const fields = membersOf(body, ['personalNumber', 'hintCode', ...own]);
  return {
    action,
    personalNumber: optionalText(fields, 'personalNumber'),
    hintCode: optionalText(fields, 'hintCode'),
    risk: oneOf(fields, 'risk', RISKS),
  };
}

/** `{endpoint?, times?, phase?, when?, effect}` */
export function parseFault(body: unknown): Fault {
  const fields = membersOf(body, ['endpoint', 'times', 'phase', 'when', 'effect']);
  const effect = parseEffect(fields.effect);
  const needsAnswer = effect.kind === 'answer' || effect.kind === 'omit';
  const times = wholeNumberOf({ times: 1, ...fields }, 'times');
  const phase = oneOf(fields, 'phase', ['before', 'after']) ?? (needsAnswer ? 'after' : 'before');
  if (needsAnswer && phase === 'before') throw malformed(`${effect.kind} needs the phase after`);
  const when = oneOf(fields, 'when', ['pending', 'complete', 'failed']);
  if (when !== undefined && phase === 'before') throw malformed('when needs the phase after');
  return {
    endpoint: oneOf(fields, 'endpoint', [...endpoints, 'any']) ?? 'any',
    times,
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
  const fields = membersOf(value, ['kind', ...Object.keys(EFFECTS[kind])]);
  for (const [name, type] of Object.entries(EFFECTS[kind])) {
    if (!TYPES[type](fields[name])) throw malformed(`effect.${name} is missing or wrong`);
  }
  // Each member of the kind has just been checked against its type in EFFECTS.
  return fields as unknown as Effect;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
