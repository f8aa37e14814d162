import { type Der, tags } from './der.ts';
import { expectTag } from './fields.ts';

/** OBJECT IDENTIFIER in its dotted form. @throws {Error} malformed */
export function objectIdentifier(element: Der): string {
  const { content } = expectTag(element, tags.objectIdentifier);
  const arcs: number[] = [];
  let arc = 0;
  let isStart = true;
  for (const byte of content) {
    if (isStart && byte === 0x80) throw new Error('DER: an OID that is not the shortest');
    arc = arc * 128 + (byte & 0x7f);
    if (!Number.isSafeInteger(arc)) throw new Error('DER: an OID too large');
    isStart = byte < 0x80;
    if (!isStart) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [first, ...rest] = arcs;
  if (first === undefined || !isStart) throw new Error('DER: an OID cut off');
  const root = Math.min(Math.floor(first / 40), 2);
  return [root, first - root * 40, ...rest].join('.');
}

/** INTEGER that is not negative, as its big-endian bytes. @throws {Error} malformed or negative */
export function unsignedInteger(element: Der): Buffer {
  const { content } = expectTag(element, tags.integer);
  const [first, second] = content;
  if (first === undefined || first >= 0x80) throw new Error('DER: not an unsigned integer');
  if (first !== 0 || second === undefined) return content;
  if (second < 0x80) throw new Error('DER: an integer that is not the shortest');
  return content.subarray(1);
}

/** INTEGER between 0 and 2^32 - 1. @throws {Error} malformed, negative or larger */
export function smallInteger(element: Der): number {
  const bytes = unsignedInteger(element);
  if (bytes.length > 4) throw new Error('DER: an integer too large');
  return bytes.readUIntBE(0, bytes.length);
}

/** BOOLEAN. @throws {Error} malformed */
export function boolean(element: Der): boolean {
  const { content } = expectTag(element, tags.boolean);
  const [value] = content;
  if (content.length !== 1 || (value !== 0x00 && value !== 0xff)) {
    throw new Error('DER: not a boolean');
  }
  return value === 0xff;
}

/** BIT STRING of whole bytes. @throws {Error} malformed, or bits are left over */
export function bitBytes(element: Der): Buffer {
  const { content } = expectTag(element, tags.bitString);
  if (content[0] !== 0) throw new Error('DER: not a bit string of whole bytes');
  return content.subarray(1);
}

/** The numbers of the bits of a BIT STRING that are set. @throws {Error} malformed */
export function bitNumbers(element: Der): ReadonlySet<number> {
  const [unused, ...bytes] = expectTag(element, tags.bitString).content;
  if (unused === undefined || unused > 7 || (bytes.length === 0 && unused > 0)) {
    throw new Error('DER: not a bit string');
  }
  const bits = bytes.flatMap((byte, index) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => byte & (0x80 >> bit)).map((bit) => index * 8 + bit),
  );
  if (bits.some((bit) => bit >= bytes.length * 8 - unused)) {
    throw new Error('DER: unused bits are set');
  }
  return new Set(bits);
}

/** UTCTime or GeneralizedTime, to the second and in UTC (RFC 5280 §4.1.2.5). @throws {Error} malformed */
export function time({ tag, content }: Der): Date {
  const text = content.toString('latin1');
  const digits = tag === tags.utcTime ? `${Number(text.slice(0, 2)) < 50 ? 20 : 19}${text}` : text;
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(digits);
  if (match === null || (tag !== tags.utcTime && tag !== tags.generalizedTime)) {
    throw new Error('DER: not a time');
  }
  const [, year, month, day, hour, minute, second] = match;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const date = new Date(iso);
  // A 30th of February would be moved to March.
  if (Number.isNaN(date.getTime()) || date.toISOString() !== iso)
    throw new Error('DER: no such time');
  return date;
}

/** UTF8String or PrintableString; undefined for the other kinds of text. @throws {Error} malformed */
export function text({ tag, content }: Der): string | undefined {
  if (tag !== tags.utf8String && tag !== tags.printableString) return undefined;
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
}
