import { timingSafeEqual } from 'node:crypto';

import { ALL_TENANTS, type Principal } from '../../domain/administrator.ts';
import type { Digest } from './etag.ts';
import type { Authenticate } from './route.ts';

const OWNER: Principal = {
  kind: 'token',
  id: 'owner-token',
  name: 'owner token of the process',
  grants: [{ tenant: ALL_TENANTS, role: 'owner' }],
  authenticatedAt: undefined,
};

/** Knows one token, which the process was given at its start: an owner of the whole installation. */
export function ownerToken(token: string | undefined, digest: Digest): Authenticate {
  const known = token === undefined ? undefined : Buffer.from(digest(token));
  return async ({ bearer }) => {
    if (known === undefined || bearer === undefined) return undefined;
    return timingSafeEqual(Buffer.from(digest(bearer)), known) ? OWNER : undefined;
  };
}
