import { StaleObject } from '../../management/configuration/edit-settings.ts';

/** A digest of a text: SHA-256, base64url. */
export type Digest = (text: string) => string;

/** In characters: 128 bits and more. */
const LENGTH = 22;

/** The entity tag of an object: equal objects have equal tags, in every replica. */
export function etagOf(object: unknown, digest: Digest): string {
  return `"${digest(JSON.stringify(object)).slice(0, LENGTH)}"`;
}

/** @throws {StaleObject} none of the tags is that of the object */
export function requireMatch(tags: readonly string[] | undefined, etag: string): void {
  if (tags === undefined || tags.includes('*') || tags.includes(etag)) return;
  throw new StaleObject('the object was changed since that version');
}
