/** Writes a few ASN.1 types in DER (ITU-T X.690), also invalid ones that no library writes. */

/** SEQUENCE. */
export function sequence(...content: readonly Buffer[]): Buffer {
  return encode(0x30, ...content);
}

/** OBJECT IDENTIFIER from its dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return encode(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** INTEGER, not negative, from its big-endian bytes. */
export function integer(bytes: Buffer | number): Buffer {
  const value = typeof bytes === 'number' ? Buffer.from([bytes]) : bytes;
  const isHigh = (value[0] ?? 0) >= 0x80;
  return encode(0x02, ...(isHigh ? [Buffer.from([0]), value] : [value]));
}

/** INTEGER of up to 31 bits. */
export function smallInteger(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  const start = bytes.findIndex((byte, index) => byte !== 0 || index === 3);
  return integer(bytes.subarray(start));
}

/** BOOLEAN true; false is the default everywhere here and left out. */
export const yes: Buffer = Buffer.from([0x01, 0x01, 0xff]);

/** OCTET STRING. */
export function octets(content: Buffer): Buffer {
  return encode(0x04, content);
}

/** BIT STRING whose last bits may be unused. */
export function bits(content: Buffer, unused = 0): Buffer {
  return encode(0x03, Buffer.from([unused]), content);
}

/** UTCTime, for years up to 2049. */
export function utcTime(time: Date): Buffer {
  return encode(0x17, Buffer.from(digits(time).slice(2)));
}

/** GeneralizedTime. */
export function generalizedTime(time: Date): Buffer {
  return encode(0x18, Buffer.from(digits(time)));
}

/** A constructed, context-specific element: `[number] EXPLICIT`. */
export function tagged(number: number, ...content: readonly Buffer[]): Buffer {
  return encode(0xa0 | number, ...content);
}

/** The elements inside a constructed element, each with its tag and length. */
export function elementsOf(element: Buffer): Buffer[] {
  const elements: Buffer[] = [];
  for (let rest = toConfiguration(element); rest.length > 0; ) {
    const { header, length } = measure(rest);
    elements.push(rest.subarray(0, header + length));
    rest = rest.subarray(header + length);
  }
  return elements;
}

function toConfiguration(element: Buffer): Buffer {
  const { header, length } = measure(element);
  return element.subarray(header, header + length);
}

function measure(element: Buffer): { header: number; length: number } {
  const short = element.readUInt8(1);
  if (short < 0x80) return { header: 2, length: short };
  const size = short & 0x7f;
  return { header: 2 + size, length: element.readUIntBE(2, size) };
}

function encode(tag: number, ...content: readonly Buffer[]): Buffer {
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

function digits(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
}
