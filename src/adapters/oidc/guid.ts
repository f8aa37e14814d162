import { createHash } from 'node:crypto';

/** A GUID that stands for the text without telling it: the same one for the same text. */
export function guidOf(text: string): string {
  const hex = createHash('sha256').update(`guid:${text}`).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
