/** The bytes of canonical base64 (RFC 4648 §4, with its padding and without white space); else undefined. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  // Node skips what is no base64; the way back shows it.
  return bytes.toString('base64') === text ? bytes : undefined;
}

/** Text out of base64 of strict UTF-8; else undefined. */
export function decodeText(text: string): string | undefined {
  const bytes = decodeBase64(text);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
