/** What became of a write. `waits`: it is stored until a second administrator approves it. */
export type Written = 'done' | 'waits';

/** The answer to a write. */
export interface WriteAnswer {
  readonly response: Response;
}

/** Distinguishes the two: a pending write is accepted with status 202. */
export function writtenOf({ response }: WriteAnswer): Written {
  return response.status === 202 ? 'waits' : 'done';
}

/** The header of a write that holds for one version alone. */
export function ifMatch(etag: string | undefined): { readonly 'If-Match': string } {
  return { 'If-Match': etag ?? '*' };
}

/** The header that says why, in one line; a text with other letters than ASCII is encoded (RFC 8187). */
export function reasonHeader(reason = ''): Readonly<Record<string, string>> {
  const text = reason.trim().replaceAll(/\s+/g, ' ');
  if (text === '') return {};
  const isAscii = /^[\x20-\x7e]*$/.test(text);
  return { Reason: isAscii ? text : `UTF-8''${encodeURIComponent(text)}` };
}
