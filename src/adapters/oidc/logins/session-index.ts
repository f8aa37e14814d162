import { createHash } from 'node:crypto';

import type { Authentication } from '../../../domain/authentication.ts';
import { firstLoginOf } from '../../../flows/single-sign-on/remembered-id.ts';

/**
 * The `sessionindex` of a login: a GUID that does not tell the login's id, the same for all that a session answers
 * after it.
 */
export function sessionIndexOf({ id }: Pick<Authentication, 'id'>): string {
  const hex = createHash('sha256')
    .update(`guid:${firstLoginOf(id)}`)
    .digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
