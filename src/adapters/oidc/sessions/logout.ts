import type { ParsedUrlQuery } from 'node:querystring';
import { decodeJwt } from 'jose';
import type { Context, Middleware } from 'koa';
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Application } from '../../../domain/application.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { SingleSignOn } from '../../../flows/single-sign-on/single-sign-on.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import { LOGOUT } from '../endpoints.ts';
import { FORMS } from '../errors/entries/endpoints.ts';
import { LOGOUT_REQUESTS } from '../errors/entries/interrupted-logins.ts';
import { REQUEST_REFUSALS } from '../errors/entries/request-refusals.ts';
import { libraryError } from '../errors/oauth-errors.ts';
import type { ErrorPage } from '../response-modes/error-response.ts';
import { sessionCookie } from './session-adapter.ts';

interface LogoutDeps {
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
export function logout(deps: LogoutDeps): Middleware {
  const { provider, loggedOutPage, errorPage } = deps;

  return async function endSession(ctx, next) {
    if (ctx.path !== LOGOUT || ctx.method !== 'GET') return next();
    try {
      const request = logoutRequestIn(ctx.query);
      const { clientId, subject } = await logoutHintIn(request, provider);
      validateMissingHint(request, deps);
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

/** Who asks for a logout, and whose, as far as the request says. */
export interface LogoutHint {
  readonly clientId: string | undefined;
  /** The person's pseudonym. */
  readonly subject: string | undefined;
}

/**
 * Reads who asks. An ID token counts also after it has expired.
 * @throws invalid_request: not an ID token of ours, of another application than `client_id`, or of an unknown one
 */
export async function logoutHintIn(
  { idTokenHint, clientId }: LogoutRequest,
  provider: Provider,
): Promise<LogoutHint> {
  if (idTokenHint === undefined) {
    if (clientId !== undefined && (await provider.Client.find(clientId)) === undefined) {
      throw libraryError(LOGOUT_REQUESTS['logout-client-unknown']);
    }
    return { clientId, subject: undefined };
  }
  const { aud, sub } = await payloadOf(idTokenHint, provider);
  if (clientId !== undefined && clientId !== aud) {
    throw libraryError(LOGOUT_REQUESTS['logout-client-mismatch']);
  }
  return { clientId: String(aud), subject: String(sub) };
}

async function payloadOf(idToken: string, provider: Provider) {
  try {
    const client = await provider.Client.find(String(decodeJwt(idToken).aud));
    if (client === undefined) throw new Error('of no application');
    return (await provider.IdToken.validate(idToken, client)).payload;
  } catch (cause) {
    throw libraryError(LOGOUT_REQUESTS['logout-hint-invalid'], { cause });
  }
}

/** What a logout may say; nothing of it is required. Further parameters (`logout_hint`) change nothing. */
export interface LogoutRequest {
  readonly postLogoutRedirectUri: string | undefined;
  readonly state: string | undefined;
  readonly idTokenHint: string | undefined;
  readonly clientId: string | undefined;
  readonly uiLocales: readonly string[];
}

/** In characters. */
const LONGEST = 4096;
/** As long as a request may be: an ID token with evidence comes as a hint, too. */
const LONGEST_HINT = 128 * 1024;

/**
 * Reads it from a query.
 * @throws invalid_request: a parameter came twice, or is too long
 */
export function logoutRequestIn(query: ParsedUrlQuery): LogoutRequest {
  const textOf = (name: string, longest = LONGEST) => {
    const value = query[name];
    if (Array.isArray(value)) {
      const names = { names: `'${name}' parameter` };
      throw libraryError(FORMS['parameter-repeated'], { names });
    }
    if ((value?.length ?? 0) > longest) {
      const names = { name, limit: longest };
      throw libraryError(REQUEST_REFUSALS['parameter-too-long'], { names });
    }
    return value === '' ? undefined : value;
  };
  return {
    postLogoutRedirectUri: textOf('post_logout_redirect_uri'),
    state: textOf('state'),
    idTokenHint: textOf('id_token_hint', LONGEST_HINT),
    clientId: textOf('client_id'),
    uiLocales: textOf('ui_locales')?.split(' ') ?? [],
  };
}

interface LogoutTargetDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
}

/**
 * Where the browser goes after a logout: a registered URL, to the letter, of the application that asks or, when the
 * request names none, of any application of the domain. Undefined when the request names no URL.
 * @throws invalid_request: nobody registered it
 */
export function logoutTarget(
  { postLogoutRedirectUri: uri, state }: LogoutRequest,
  clientId: string | undefined,
  { domain, configuration }: LogoutTargetDeps,
): string | undefined {
  if (uri === undefined) return undefined;
  const isRegistered = meant(clientId, { domain, configuration }).some(registers(uri));
  if (!isRegistered) throw libraryError(LOGOUT_REQUESTS['logout-target-not-registered']);
  if (state === undefined) return uri;
  return `${uri}${uri.includes('?') ? '&' : '?'}state=${encodeURIComponent(state)}`;
}

/**
 * Refuses a logout without an ID token where every application that it may come from demands one.
 * @throws invalid_request
 */
export function validateMissingHint(
  { idTokenHint, clientId, postLogoutRedirectUri: uri }: LogoutRequest,
  deps: LogoutTargetDeps,
): void {
  if (idTokenHint !== undefined || (clientId ?? uri) === undefined) return;
  const all = meant(clientId, deps);
  const senders = clientId === undefined && uri !== undefined ? all.filter(registers(uri)) : all;
  const isDemanded = senders.every((sender) => sender.requireIdTokenHintAtLogout);
  if (senders.length > 0 && isDemanded) throw libraryError(LOGOUT_REQUESTS['logout-hint-missing']);
}

/** The applications that a logout may come from: the one that it names, or all of the domain. */
function meant(clientId: string | undefined, { domain, configuration }: LogoutTargetDeps) {
  const all = configuration.applications(domain);
  return clientId === undefined ? all : all.filter((one) => one.clientId === clientId);
}

function registers(uri: string) {
  return ({ redirectUris, postLogoutRedirectUris }: Application) =>
    [...redirectUris, ...postLogoutRedirectUris].includes(uri);
}
