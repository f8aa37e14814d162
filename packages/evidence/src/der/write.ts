import { tags } from './der.ts';

/** Writes the few types of an OCSP request in DER (ITU-T X.690). */
export function sequence(...content: readonly Buffer[]): Buffer {
  return encode(tags.sequence, ...content);
}

/** OBJECT IDENTIFIER from its dotted form. */
export function writtenIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return encode(
    tags.objectIdentifier,
    Buffer.from([first * 40 + second, ...rest.flatMap(base128)]),
  );
}

/** INTEGER, not negative, from its big-endian bytes. */
export function writtenInteger(bytes: Buffer): Buffer {
  const isHigh = (bytes[0] ?? 0) >= 0x80;
  return encode(tags.integer, ...(isHigh ? [Buffer.from([0]), bytes] : [bytes]));
}

/** OCTET STRING. */
export function octets(content: Buffer): Buffer {
  return encode(tags.octetString, content);
}

/** NULL. */
export const nothing: Buffer = Buffer.from([tags.null, 0]);

/** Any element. */
export function encode(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body), body]);
}

function lengthOf(body: Buffer): Buffer {
  if (body.length < 0x80) return Buffer.from([body.length]);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(body.length);
  const start = bytes.findIndex((byte) => byte !== 0);
  return Buffer.concat([Buffer.from([0x80 | (4 - start)]), bytes.subarray(start)]);
}

function base128(value: number): number[] {
  const low = value % 128;
  const groups = value < 128 ? [] : base128(Math.floor(value / 128));
  return [...groups.map((group) => group | 0x80), low];
}
