import { createHash } from 'node:crypto';

import type { Authentication } from '../../domain/authentication.ts';

/** The `sessionindex` of a login: a GUID, always the same one, that does not tell the login's id. */
export function sessionIndexOf({ id }: Pick<Authentication, 'id'>): string {
  const hex = createHash('sha256').update(`guid:${id}`).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
