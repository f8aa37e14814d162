/** Bytes in base64. */
export function base64Of(content: ArrayBuffer): string {
  let text = '';
  for (const byte of new Uint8Array(content)) text += String.fromCharCode(byte);
  return btoa(text);
}
