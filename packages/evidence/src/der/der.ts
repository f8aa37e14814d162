/** One element of DER (ITU-T X.690). */
export interface Der {
  readonly tag: number;
  readonly content: Buffer;
  /** Tag, length and content. */
  readonly raw: Buffer;
}

/** The tags of certificates and OCSP responses. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  printableString: 0x13,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** The tag of `[number]` around an element (EXPLICIT), or instead of a constructed one's. */
export function taggedAs(number: number): number {
  return 0xa0 | number;
}

/** The tag of `[number]` instead of a primitive element's (IMPLICIT). */
export function primitiveTaggedAs(number: number): number {
  return 0x80 | number;
}

/** Parses these bytes as one element. @throws {Error} not DER, truncated, or trailing bytes */
export function readDer(bytes: Buffer): Der {
  const element = readFirst(bytes);
  if (element.raw.length !== bytes.length) throw new Error('DER: something follows the element');
  return element;
}

/** The elements inside a constructed element. @throws {Error} no DER */
export function elementsIn({ content }: Der): readonly Der[] {
  const elements: Der[] = [];
  for (let at = 0; at < content.length; ) {
    const element = readFirst(content.subarray(at));
    elements.push(element);
    at += element.raw.length;
  }
  return elements;
}

function readFirst(bytes: Buffer): Der {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) throw new Error('DER: cut off');
  if ((tag & 0x1f) === 0x1f) throw new Error('DER: a tag of several bytes');
  const { header, length } = measure(bytes, first);
  const end = header + length;
  if (end > bytes.length) throw new Error('DER: cut off');
  return { tag, content: bytes.subarray(header, end), raw: bytes.subarray(0, end) };
}

/** DER has one form of a length: definite, with as few bytes as possible. */
function measure(bytes: Buffer, first: number): { header: number; length: number } {
  if (first < 0x80) return { header: 2, length: first };
  const size = first & 0x7f;
  if (size === 0 || size > 3 || bytes.length < 2 + size) throw new Error('DER: a bad length');
  const length = bytes.readUIntBE(2, size);
  const isShortest = length >= 0x80 && length >= 2 ** (8 * (size - 1));
  if (!isShortest) throw new Error('DER: a length that is not the shortest');
  return { header: 2 + size, length };
}
