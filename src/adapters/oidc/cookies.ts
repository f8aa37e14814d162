import type { Configuration as LibraryConfiguration } from 'oidc-provider';

import type { Domain } from '../../domain/tenant.ts';
import type { Vault } from '../../ports/vault.ts';
import { sessionCookie } from './sessions/session-cookie.ts';

interface Deps {
  readonly domain: Domain;
  readonly vault: Vault;
}

/** The library's cookies: `long` the session, `short` a login and the way back to it. Signed for this domain. */
export function cookiesOf({ domain, vault }: Deps): NonNullable<LibraryConfiguration['cookies']> {
  const secure = domain.issuer.startsWith('https:');
  const keys = vault.deriveKeys(`cookies ${domain.issuer}`);
  return {
    keys: keys.map((key) => Buffer.from(key).toString('base64url')),
    names: cookieNames(secure),
    long: sessionCookie(domain),
    short: { signed: true, httpOnly: true, sameSite: 'lax', overwrite: true, secure },
  };
}

/** Browsers hold the prefixes to their promise; they exist over https only. */
function cookieNames(secure: boolean) {
  const prefix = secure ? '__Secure-' : '';
  return {
    session: secure ? '__Host-session' : 'session',
    interaction: `${prefix}login`,
    resume: `${prefix}resume`,
  };
}
