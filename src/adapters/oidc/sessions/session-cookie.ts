import type { Domain } from '../../../domain/tenant.ts';

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
