/** One value of DER: its tag, its content, and where the next value begins. */
interface Value {
  readonly tag: number;
  readonly content: Uint8Array;
  readonly end: number;
}

const BLOCK = /-----BEGIN CERTIFICATE-----([A-Za-z\d+/=\s]+)-----END CERTIFICATE-----/g;
/** The object identifiers of commonName and organizationName (X.520), in DER. */
const NAMES = ['550403', '55040a'];
const VERSION = 0xa0;
const UTC_TIME = 0x17;
const BMP_STRING = 0x1e;

/** A PEM of certificates in words: subject and end of the first. Undefined for another text. */
export function certificateWords(pem: string): string | undefined {
  const blocks = [...pem.matchAll(BLOCK)];
  const [first] = blocks;
  if (first === undefined) return undefined;
  const more = blocks.length > 1 ? `, and ${blocks.length - 1} more` : '';
  try {
    const der = Uint8Array.from(atob((first[1] ?? '').replaceAll(/\s/g, '')), (letter) =>
      letter.charCodeAt(0),
    );
    const { subject, notAfter } = factsIn(der);
    return `certificate of ${subject}, until ${notAfter.toISOString().slice(0, 10)}${more}`;
  } catch {
    return `a certificate that cannot be read${more}`;
  }
}

/** Subject and end, by RFC 5280, 4.1. @throws {Error} for anything but a certificate */
function factsIn(der: Uint8Array): { readonly subject: string; readonly notAfter: Date } {
  const [certificate] = valuesIn(der);
  const [signed] = valuesIn(certificate?.content);
  const members = valuesIn(signed?.content).filter(({ tag }) => tag !== VERSION);
  // After the version: serial number, algorithm, issuer, validity, subject.
  const [, , , validity, subject] = members;
  const [, end] = valuesIn(validity?.content);
  if (subject === undefined || end === undefined) throw new Error('no certificate');
  return { subject: nameIn(subject.content), notAfter: timeIn(end) };
}

function nameIn(content: Uint8Array): string {
  const attributes = valuesIn(content)
    .flatMap((set) => valuesIn(set.content))
    .map((attribute) => valuesIn(attribute.content));
  const [found] = NAMES.flatMap((name) =>
    attributes.flatMap(([type, value]) =>
      type && value && hex(type.content) === name ? [value] : [],
    ),
  );
  if (found === undefined) return 'a subject without a name';
  const encoding = found.tag === BMP_STRING ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(found.content);
}

function timeIn({ tag, content }: Value): Date {
  const text = new TextDecoder().decode(content);
  // RFC 5280: years of two digits are those from 1950 to 2049.
  const century = Number(text.slice(0, 2)) < 50 ? '20' : '19';
  const [year, month, day, hour, minute, second] = (tag === UTC_TIME ? century + text : text)
    .replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/, '$1 $2 $3 $4 $5 $6')
    .split(' ');
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function valuesIn(content: Uint8Array = new Uint8Array()): readonly Value[] {
  const values: Value[] = [];
  for (let at = 0; at < content.length; at = values.at(-1)?.end ?? content.length) {
    values.push(valueAt(content, at));
  }
  return values;
}

function valueAt(bytes: Uint8Array, at: number): Value {
  const [tag = 0, size = 0] = bytes.subarray(at, at + 2);
  const lengthBytes = size < 0x80 ? 0 : size & 0x7f;
  const begin = at + 2 + lengthBytes;
  const length =
    lengthBytes === 0
      ? size
      : bytes.subarray(at + 2, begin).reduce((sum, byte) => sum * 256 + byte, 0);
  const end = begin + length;
  if (end > bytes.length) throw new Error('a value is longer than its bytes');
  return { tag, content: bytes.subarray(begin, end), end };
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
