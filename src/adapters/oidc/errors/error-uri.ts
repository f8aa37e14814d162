import type { Context, Middleware } from 'koa';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import { contextOf } from '../request-context.ts';
import { shownSupportCodeIn } from '../support-code.ts';
import { keyOf, type ThrownError } from './key-of.ts';

/** The first field of the form that the library posts with an error. */
const ERROR_FIELD = /<input type="hidden" name="error" value="[^"]*"\/>/;

/**
 * Adds the URL of the page that explains an error: `error_uri` (RFC 6749 §4.1.2.1) beside `error`, on the redirect or
 * in the form that is posted. It carries the support code: OAuth has no other parameter for it.
 */
export function errorUri(provider: Provider, { issuer }: Pick<Domain, 'issuer'>): Middleware {
  const rememberKey = (ctx: KoaContextWithOIDC, error: ThrownError) => {
    const key = keyOf(ctx, error);
    if (key !== undefined) contextOf(ctx).errorKey = key;
  };
  provider.on('authorization.error', rememberKey);
  provider.on('server_error', rememberKey);
  return async (ctx, next) => {
    await next();
    const key = contextOf(ctx).errorKey;
    if (key === undefined) return;
    const code = shownSupportCodeIn(ctx);
    add(ctx, `${issuer}/errors/${key}${code === undefined ? '' : `?code=${code}`}`);
  };
}

/** An answer of another shape (a page of ours, JSON) stays as it is. */
function add(ctx: Context, errorUri: string): void {
  const location = ctx.response.get('Location');
  if (location) ctx.redirect(withErrorUri(location, errorUri));
  else if (typeof ctx.body === 'string')
    ctx.body = ctx.body.replace(ERROR_FIELD, fieldOf(errorUri));
}

function withErrorUri(location: string, errorUri: string): string {
  const url = new URL(location);
  const inFragment = new URLSearchParams(url.hash.slice(1));
  if (inFragment.has('error')) {
    inFragment.set('error_uri', errorUri);
    url.hash = inFragment.toString();
  } else {
    url.searchParams.set('error_uri', errorUri);
  }
  return url.href;
}

/** Keys and codes need no escaping. */
function fieldOf(errorUri: string): string {
  return `$&\n    <input type="hidden" name="error_uri" value="${errorUri}"/>`;
}
