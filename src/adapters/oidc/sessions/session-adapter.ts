import type { Adapter } from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import { LOGOUT } from '../endpoints.ts';
import { noopAdapter } from '../storage/artifact-adapter.ts';

/** The library's sessions. Only those of a logged-in person are stored, and only on a domain with single sign-on. */
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
 * The settings of a session's cookie. With single sign-on other sites' requests carry it, too, so that an application
 * can use `prompt=none` in a hidden frame. Browsers allow that over https only.
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
 * The discovery metadata about sessions. Only registered prompts are listed: the parsers of some clients fail on any
 * other.
 */
export function sessionMetadata({ issuer }: Domain) {
  return {
    end_session_endpoint: `${issuer}${LOGOUT}`,
    prompt_values_supported: ['none', 'login', 'consent'],
  };
}
