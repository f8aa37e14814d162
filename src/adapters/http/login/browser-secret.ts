import type { Context } from 'koa';

import { lifetimes } from '../../../domain/lifetimes.ts';
import type { Login } from '../../../domain/login.ts';
import type { NewId } from '../../../ports/runtime.ts';

/** Gives the browser its secret with a page from which it may start, so that no start can lose it. */
export function offerBrowserSecret(ctx: Context, login: Login, newId: NewId): void {
  if (browserSecretOf(ctx, login.id) === undefined) keepBrowserSecret(ctx, login, newId());
}

/**
 * Keeps the secret of a start in the browser, beside the login's own cookie: under https in a cookie that
 * only this very host can set (`__Host-`), so that no neighbour can plant one. One a login: two tabs do not
 * disturb each other.
 */
export function keepBrowserSecret(ctx: Context, { id, issuer }: Login, secret: string): void {
  const secure = issuer.startsWith('https:');
  const attributes = `Path=/; Max-Age=${lifetimes.login}; HttpOnly; SameSite=Lax`;
  const cookie = `${nameOf(id, secure)}=${secret}; ${attributes}${secure ? '; Secure' : ''}`;
  ctx.append('Set-Cookie', cookie);
}

/** What this browser keeps for its start of the login; undefined when it never saw the login's page. */
export function browserSecretOf(ctx: Context, id: string): string | undefined {
  return ctx.cookies.get(nameOf(id, ctx.get('X-Forwarded-Proto') === 'https')) || undefined;
}

function nameOf(id: string, secure: boolean): string {
  return `${secure ? '__Host-' : ''}start-${id.slice(0, 16)}`;
}
