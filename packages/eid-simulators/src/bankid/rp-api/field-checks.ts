import { isIP } from 'node:net';

import { isPersonalNumber } from '../orders/personal-number.ts';
import { invalidParameters } from './rp-error.ts';

/** Returns whether a field's value has the right form. */
export type Check = (value: unknown) => boolean;

/** The permitted members of an object, and the required ones. */
export interface Shape {
  readonly required?: Readonly<Record<string, Check>>;
  readonly optional?: Readonly<Record<string, Check>>;
}

/**
 * Checks an object's shape. @throws {RpError} invalidParameters, with the first field that is unknown, missing or wrong
 */
export function checkShape(value: unknown, shape: Shape, path = ''): Record<string, unknown> {
  if (!isObject(value)) throw invalidParameters(path === '' ? 'Invalid body' : `Invalid ${path}`);
  const required = shape.required ?? {};
  const checks = { ...shape.optional, ...required };
  const prefix = path === '' ? '' : `${path}.`;
  for (const name of Object.keys(required)) {
    if (!Object.hasOwn(value, name)) throw invalidParameters(`Missing ${prefix}${name}`);
  }
  for (const [name, member] of Object.entries(value)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) throw invalidParameters(`Unknown parameter ${prefix}${name}`);
    if (!check(member)) throw invalidParameters(`Invalid ${prefix}${name}`);
  }
  return value;
}

/** Any object; its members have another shape. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** true or false. */
export function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

/** One of several words, in exactly this spelling. */
export function isOneOf(...texts: readonly string[]): Check {
  return (value) => typeof value === 'string' && texts.includes(value);
}

/** A text with a limited number of characters that matches the pattern. */
export function isText(minimum: number, maximum: number, pattern = /^/): Check {
  return (value) =>
    typeof value === 'string' &&
    value.length >= minimum &&
    value.length <= maximum &&
    pattern.test(value);
}

/**
 * Strict base64 (standard alphabet, padded, canonical) with a limited number of characters; lengths count after
 * encoding.
 */
export function isBase64(minimum: number, maximum: number): Check {
  return (value) =>
    typeof value === 'string' &&
    value.length >= minimum &&
    value.length <= maximum &&
    Buffer.from(value, 'base64').toString('base64') === value;
}

/** Strict base64 of UTF-8 text. */
export function isBase64Text(minimum: number, maximum: number): Check {
  const isEncoded = isBase64(minimum, maximum);
  return (value) => isEncoded(value) && isUtf8(Buffer.from(String(value), 'base64'));
}

/** An IPv4 or IPv6 address. */
export function isIpAddress(value: unknown): boolean {
  return typeof value === 'string' && isIP(value) !== 0;
}

/** A Swedish personal number of twelve digits. */
export function isPerson(value: unknown): boolean {
  return isPersonalNumber(value);
}

/**
 * A list of policy identifiers, each of them an OID or, after at least four numbers, a prefix
 * ending in `.*`.
 */
export function isPolicyList(value: unknown): boolean {
  const pattern = /^\d+(\.\d+)+$|^\d+(\.\d+){3,}\.\*$/;
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((policy) => typeof policy === 'string' && pattern.test(policy))
  );
}

function isUtf8(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);
}
