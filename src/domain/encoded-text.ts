/** A text and its UTF-8 in standard base64, padded, as eIDs take it. */
export interface EncodedText {
  readonly text: string;
  readonly base64: string;
}

const EITHER_ALPHABET = /^(?:[A-Za-z0-9_-]+|[A-Za-z0-9+/]+)={0,2}$/;

/**
 * Control characters but tab and line breaks, halves of surrogate pairs, the byte order mark, and what turns the
 * direction of writing: with that a text can be read otherwise than its bytes say.
 */
const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\uFEFF]/u;

/** Anything that shows: neither white space nor one of the characters that are drawn as nothing. */
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

/** The first character that no text may hold, in hex as Unicode writes it (`202E`); undefined when all may be. */
export function forbiddenCharacterIn(text: string): string | undefined {
  const codePoint = FORBIDDEN.exec(text)?.[0].codePointAt(0);
  return codePoint?.toString(16).toUpperCase().padStart(4, '0');
}

/** True when a text holds nothing that anybody could read. */
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
