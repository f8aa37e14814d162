import type { Adapter } from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import { forgetfulAdapter } from '../storage/forgetful-adapter.ts';

/** The library's sessions, kept where there is single sign-on, and only those in which somebody logged in. */
export function sessionAdapter({ singleSignOn }: Domain, sessions: Adapter): Adapter {
  if (singleSignOn === undefined) return forgetfulAdapter();
  return {
    ...sessions,
    async upsert(id, payload, expiresIn) {
      if (payload.accountId === undefined || payload.transient === true) return;
      await sessions.upsert(id, payload, expiresIn);
    },
  };
}

/**
 * Logins that know nothing of the session in whose browser they began: each can be finished, whatever happens to that
 * session in another tab meanwhile.
 */
export function detachedLogins(logins: Adapter): Adapter {
  return {
    ...logins,
    upsert: (id, { session: _session, ...payload }, expiresIn) =>
      logins.upsert(id, payload, expiresIn),
  };
}
