import type { Adapter } from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import { LOGOUT } from '../endpoints.ts';
import { noopAdapter } from '../storage/artifact-adapter.ts';

/** The library's sessions, kept where there is single sign-on, and only those in which somebody logged in. */
export function sessionAdapter({ singleSignOn }: Domain, sessions: Adapter): Adapter {
  if (singleSignOn === undefined) return noopAdapter();
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

/**
 * How the cookie of a session is set. With single sign-on it goes along from other sites too, so that an application
 * can ask in a hidden frame (`prompt=none`); browsers allow that over https only.
 */
export function sessionCookie({ issuer, singleSignOn }: Domain) {
  const secure = issuer.startsWith('https:');
  return {
    signed: true,
    httpOnly: true,
    overwrite: true,
    sameSite: secure && singleSignOn !== undefined ? 'none' : 'lax',
    secure,
  } as const;
}

/**
 * What discovery says about sessions. The prompts are those of the registry alone: some clients read the document with
 * a parser that fails on any other.
 */
export function sessionMetadata({ issuer }: Domain) {
  return {
    end_session_endpoint: `${issuer}${LOGOUT}`,
    prompt_values_supported: ['none', 'login', 'consent'],
  };
}
