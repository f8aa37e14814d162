import type { TextLimit } from './eid-offer.ts';
import { Failure } from './failure.ts';

/** A text and its UTF-8 in standard base64, padded, as eIDs take it. */
export interface EncodedText {
  readonly text: string;
  readonly base64: string;
}

const EITHER_ALPHABET = /^(?:[A-Za-z0-9_-]+|[A-Za-z0-9+/]+)={0,2}$/;

/** An emoji with its style, its skin colour and joined emoji, a keycap, or the flag of England, Scotland or Wales. */
const EMOJI_PART = String.raw`\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})?`;
const EMOJI = [
  String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
  String.raw`[\d#*]\uFE0F\u20E3`,
  String.raw`${EMOJI_PART}(?:\u200D${EMOJI_PART})*`,
].join('|');

/** A joiner inside a word of a script in which it changes the letters, such as Persian or Hindi. */
const JOINED_SCRIPTS = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
];
const JOINED = `[${JOINED_SCRIPTS.map((script) => String.raw`\p{Script_Extensions=${script}}`).join('')}]`;
const JOINER = String.raw`(?<=${JOINED})[\u200C\u200D](?=${JOINED})`;

/**
 * Control characters but tab and line breaks, halves of surrogate pairs, separators of lines and paragraphs, changes of
 * the writing direction, and invisible characters. With one of them, the displayed text can differ from its bytes.
 */
const FORBIDDEN = String.raw`(?![\t\n\r])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB\u2800]`;

const SPECIAL = new RegExp(`${EMOJI}|${JOINER}|(?<forbidden>${FORBIDDEN})`, 'gu');

/** A visible character: neither white space nor invisible. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;

/** True for one or more characters of base64 or base64url (not both), padded or not. */
export function isBase64(value: string): boolean {
  return EITHER_ALPHABET.test(value);
}

/** True for one or more bytes in base64 of the standard alphabet, padded, with no bits left over. */
export function isStandardBase64(value: string): boolean {
  return value !== '' && Buffer.from(value, 'base64').toString('base64') === value;
}

/**
 * Reads base64 or base64url, padded or not, of UTF-8; undefined for anything else: other characters, an
 * impossible length, bits left over, bytes that are no UTF-8.
 */
export function decodeText(value: string): EncodedText | undefined {
  if (!isBase64(value)) return undefined;
  const sent = value.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Buffer.from(sent, 'base64');
  const base64 = bytes.toString('base64');
  if (sent !== base64 && sent !== base64.replace(/={1,2}$/, '')) return undefined;
  const text = decodeUtf8(bytes);
  return text === undefined ? undefined : { text, base64 };
}

/** Encodes a text. A text with half a surrogate pair has no UTF-8: see `forbiddenCharacterIn`. */
export function encodeText(text: string): EncodedText {
  return { text, base64: Buffer.from(text, 'utf8').toString('base64') };
}

/** A place in a text; the first character has position 1. */
interface Place {
  readonly position: number;
}

/**
 * The first forbidden character, in hex as Unicode writes it (`202E`), and its position; undefined when there is none.
 */
export function forbiddenCharacterIn(
  text: string,
): (Place & { readonly codePoint: string }) | undefined {
  for (const { groups, index } of text.matchAll(SPECIAL)) {
    const codePoint = groups?.forbidden?.codePointAt(0)?.toString(16).toUpperCase();
    if (codePoint === undefined) continue;
    return { codePoint: codePoint.padStart(4, '0'), position: positionOf(text, index) };
  }
  return undefined;
}

type Charset = NonNullable<TextLimit['charset']>;

/** The characters of all 256 bytes. */
const CHARACTERS: Readonly<Record<Charset, ReadonlySet<string>>> = {
  'ISO 8859-15': new Set(
    new TextDecoder('iso-8859-15').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
  ),
};

/** The first character that a charset does not have, as `forbiddenCharacterIn`. */
function characterOutside(charset: Charset, text: string) {
  const characters = [...text];
  const at = characters.findIndex((character) => !CHARACTERS[charset].has(character));
  const codePoint = characters[at]?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return codePoint === undefined ? undefined : { codePoint, position: at + 1 };
}

function outside(
  charset: Charset,
  { codePoint, position }: Place & { readonly codePoint: string },
) {
  return new Failure('message-forbidden-character', {
    values: { codePoint, position },
    reason: 'message-charset',
    facts: { charset, codePoint: `U+${codePoint}`, position: String(position) },
  });
}

/** A longer run of white space hides the following text below the edge of a screen. */
export const MAX_GAP = { lines: 10, characters: 200 } as const;

/** White space that may be longer than that: each of its lines has at least one character. */
const LONG_GAP = new RegExp(String.raw`\s{${MAX_GAP.lines + 1},}`, 'g');

/** The position of the first white space longer than `MAX_GAP`; undefined when there is none. */
export function longGapIn(text: string): Place | undefined {
  for (const { 0: gap, index } of text.matchAll(LONG_GAP)) {
    const lines = gap.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (lines <= MAX_GAP.lines && gap.length <= MAX_GAP.characters) continue;
    return { position: positionOf(text, index) };
  }
  return undefined;
}

function positionOf(text: string, index: number): number {
  return [...text.slice(0, index)].length + 1;
}

/** True when a text has no visible character. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Reads the value of `message:` for an eID that allows texts up to that limit.
 * @throws {Failure} message-empty, message-too-long, message-malformed, message-forbidden-character, message-gap
 */
export function readMessage(value: string, limit: TextLimit): EncodedText {
  if (value === '') throw new Failure('message-empty');
  const byValue = limit.measured === 'after base64 encoding';
  if (byValue && value.length > limit.limit) throw new Failure('message-too-long', named(limit));
  const decoded = decodeText(value);
  if (decoded === undefined) throw new Failure('message-malformed');
  const { text } = decoded;
  const forbidden = forbiddenCharacterIn(text);
  if (forbidden !== undefined) {
    throw new Failure('message-forbidden-character', { values: { ...forbidden } });
  }
  const foreign = limit.charset && characterOutside(limit.charset, text);
  if (limit.charset !== undefined && foreign !== undefined) throw outside(limit.charset, foreign);
  if (isBlank(text)) throw new Failure('message-empty');
  const gap = longGapIn(text);
  if (gap !== undefined) throw new Failure('message-gap', { values: { ...gap, ...MAX_GAP } });
  if (byValue || [...text].length <= limit.limit) return decoded;
  throw new Failure('message-too-long', named(limit));
}

/**
 * Reads `binding_message`, which is plain text.
 * @throws {Failure} binding-message-missing, binding-message-too-long, binding-message-forbidden-character,
 *   binding-message-gap
 */
export function readBindingMessage(text: string | undefined, limit: TextLimit): EncodedText {
  if (text === undefined) throw new Failure('binding-message-missing');
  const forbidden = forbiddenCharacterIn(text);
  if (forbidden !== undefined) {
    throw new Failure('binding-message-forbidden-character', { values: { ...forbidden } });
  }
  if (isBlank(text)) throw new Failure('binding-message-missing');
  const gap = longGapIn(text);
  if (gap !== undefined) {
    throw new Failure('binding-message-gap', { values: { ...gap, ...MAX_GAP } });
  }
  const encoded = encodeText(text);
  const byValue = limit.measured === 'after base64 encoding';
  const length = byValue ? encoded.base64.length : [...text].length;
  if (length <= limit.limit) return encoded;
  throw new Failure('binding-message-too-long', named(limit));
}

/**
 * Validates the alphabet, padding and length of `nonVisibleData:`, which the eID gets as it was sent. Its content is not
 * read.
 * @throws {Failure} non-visible-data-malformed, non-visible-data-too-long
 */
export function readNonVisibleData(value: string, limit: number): string {
  if (value.length > limit) throw new Failure('non-visible-data-too-long', { values: { limit } });
  if (!isStandardBase64(value)) throw new Failure('non-visible-data-malformed');
  return value;
}

function named({ limit, measured }: TextLimit): { values: Record<string, string | number> } {
  return { values: { limit, measured } };
}
