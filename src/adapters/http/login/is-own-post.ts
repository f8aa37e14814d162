import type { Context } from 'koa';

import type { Login } from '../../../flows/browser-login/login.ts';

/**
 * True when one of our own pages can have sent this form. `Origin: null` is what our no-referrer policy
 * makes of our own forms; the cookie (SameSite=Lax) and the unguessable login id guard browsers too old to
 * send `Sec-Fetch-Site`.
 */
export function isOwnPost(ctx: Context, login: Login): boolean {
  const site = ctx.get('sec-fetch-site');
  if (site !== '' && site !== 'same-origin' && site !== 'none') return false;
  const origin = ctx.get('origin');
  return origin === '' || origin === 'null' || origin === new URL(login.issuer).origin;
}
