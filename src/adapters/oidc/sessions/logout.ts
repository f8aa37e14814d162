import type { Context, Middleware } from 'koa';
import type Provider from 'oidc-provider';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import type { SingleSignOn } from '../../../flows/single-sign-on/single-sign-on.ts';
import type { Configuration } from '../../../ports/directory.ts';
import { LOGOUT } from '../endpoints.ts';
import type { ErrorPage } from '../errors/error-page.ts';
import { logoutHintIn } from './logout-hint.ts';
import { logoutRequestIn } from './logout-request.ts';
import { judgeMissingHint, logoutTarget } from './logout-target.ts';
import { sessionCookie } from './session-cookie.ts';

interface Deps {
  readonly provider: Provider;
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly singleSignOn: SingleSignOn;
  /** The page for who is logged out and has nowhere to go. */
  readonly loggedOutPage: (ctx: Context, uiLocales: readonly string[]) => string;
  readonly errorPage: ErrorPage;
}

/**
 * Ends the session and leads the browser back (OpenID Connect RP-Initiated Logout). It asks nobody: existing clients
 * send nothing but the URL to return to and expect a redirect. So another site can log a person out, and no more:
 * the browser only ever leaves for a registered URL.
 */
export function logout(deps: Deps): Middleware {
  const { provider, loggedOutPage, errorPage } = deps;

  return async function endSession(ctx, next) {
    if (ctx.path !== LOGOUT || ctx.method !== 'GET') return next();
    try {
      const request = logoutRequestIn(ctx.query);
      const { clientId, subject } = await logoutHintIn(request, provider);
      judgeMissingHint(request, deps);
      await end(ctx, subject);
      const target = logoutTarget(request, clientId, deps);
      if (target !== undefined) return ctx.redirect(target);
      show(ctx, loggedOutPage(ctx, request.uiLocales));
    } catch (error) {
      if (!(error instanceof errors.OIDCProviderError)) throw error;
      refuse(ctx, error);
    }
    return undefined;
  };

  /** A session of somebody else than the hint names stays. */
  async function end(ctx: Context, subject: string | undefined): Promise<void> {
    const { domain, singleSignOn } = deps;
    const session = await provider.Session.get(ctx);
    if (session.accountId === undefined) return;
    if (subject !== undefined && subject !== session.accountId) return;
    await singleSignOn.end({ domain, id: session.uid });
    await session.destroy();
    ctx.cookies.set(provider.cookieName('session'), null, sessionCookie(domain));
  }

  function refuse(ctx: Context, error: errors.OIDCProviderError): void {
    const { error: code, error_description: description = '' } = error;
    ctx.status = error.statusCode;
    show(ctx, errorPage(ctx, { code, description, reference: ctx.response.get('X-Request-Id') }));
    provider.emit('end_session.error', ctx as KoaContextWithOIDC, error);
  }
}

function show(ctx: Context, page: string): void {
  ctx.type = 'html';
  ctx.body = page;
}
