import type { TextLimit } from './eid-rules.ts';
import {
  decodeText,
  type EncodedText,
  encodeText,
  forbiddenCharacterIn,
  isBlank,
  isStandardBase64,
  LONGEST_GAP,
  longGapIn,
} from './encoded-text.ts';
import { Failure } from './failure.ts';

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
    throw new Failure('message-forbidden-character', { names: { ...forbidden } });
  }
  if (isBlank(text)) throw new Failure('message-empty');
  const gap = longGapIn(text);
  if (gap !== undefined) throw new Failure('message-gap', { names: { ...gap, ...LONGEST_GAP } });
  if (byValue || [...text].length <= limit.limit) return decoded;
  throw new Failure('message-too-long', named(limit));
}

/**
 * Reads `binding_message`, which comes as plain text.
 * @throws {Failure} binding-message-missing, binding-message-too-long, binding-message-forbidden-character,
 *   binding-message-gap
 */
export function readBindingMessage(text: string | undefined, limit: TextLimit): EncodedText {
  if (text === undefined) throw new Failure('binding-message-missing');
  const forbidden = forbiddenCharacterIn(text);
  if (forbidden !== undefined) {
    throw new Failure('binding-message-forbidden-character', { names: { ...forbidden } });
  }
  if (isBlank(text)) throw new Failure('binding-message-missing');
  const gap = longGapIn(text);
  if (gap !== undefined) {
    throw new Failure('binding-message-gap', { names: { ...gap, ...LONGEST_GAP } });
  }
  const encoded = encodeText(text);
  const byValue = limit.measured === 'after base64 encoding';
  const length = byValue ? encoded.base64.length : [...text].length;
  if (length <= limit.limit) return encoded;
  throw new Failure('binding-message-too-long', named(limit));
}

/**
 * Judges the value of `nonVisibleData:`, which goes to the eID as it came: its alphabet, its padding and its length,
 * without which the eID refuses it. What it says is not looked at.
 * @throws {Failure} non-visible-data-malformed, non-visible-data-too-long
 */
export function readNonVisibleData(value: string, limit: number): string {
  if (value.length > limit) throw new Failure('non-visible-data-too-long', { names: { limit } });
  if (!isStandardBase64(value)) throw new Failure('non-visible-data-malformed');
  return value;
}

function named({ limit, measured }: TextLimit): { names: Record<string, string | number> } {
  return { names: { limit, measured } };
}
