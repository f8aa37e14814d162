/** The bytes of canonical base64 (RFC 4648 §4, with its padding and without white space); else undefined. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  // Node ignores characters outside base64; encoding the result again detects them.
  return bytes.toString('base64') === text ? bytes : undefined;
}

/** Decodes base64 of strict UTF-8; undefined for anything else. */
export function decodeText(text: string): string | undefined {
  const bytes = decodeBase64(text);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
