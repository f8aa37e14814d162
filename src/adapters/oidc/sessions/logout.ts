import type { ParsedUrlQuery } from 'node:querystring';
import { decodeJwt } from 'jose';
import type { Context, Middleware } from 'koa';
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Application } from '../../../domain/application.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { SingleSignOn } from '../../../flows/single-sign-on/single-sign-on.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import { ANY_ENDPOINT } from '../errors/entries/endpoints.ts';
import { LOGOUT_REQUESTS } from '../errors/entries/interrupted-logins.ts';
import { REQUEST_REFUSALS } from '../errors/entries/request-refusals.ts';
import { libraryError } from '../errors/oauth-errors.ts';
import { type ErrorPage, explanationFor } from '../response-modes/error-response.ts';
import { type NoteRefusal, shownSupportCodeIn } from '../support-code.ts';
import { sessionCookie } from './session-adapter.ts';

interface Deps {
  readonly provider: Provider;
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly singleSignOn: SingleSignOn;
  /** The page after a logout without a return URL. */
  readonly loggedOutPage: (ctx: Context, uiLocales: readonly string[]) => string;
  readonly errorPage: ErrorPage;
  readonly noteRefusal: NoteRefusal;
}

/**
 * Ends the session and redirects the browser back (OpenID Connect RP-Initiated Logout). There is no question to the
 * person: existing clients send nothing but the return URL and expect a redirect. Another site can therefore log a person
 * out, and no more: the browser leaves for registered URLs only.
 */
export function logout(deps: Deps): Middleware {
  const { provider, loggedOutPage, errorPage } = deps;

  return async function endSession(ctx) {
    try {
      const request = logoutRequestIn(ctx.query);
      const { clientId, subject } = await logoutPartiesOf(request, provider);
      requireIdTokenHint(request, deps);
      await end(ctx, subject);
      const target = targetOf(request, clientId, deps);
      if (target !== undefined) return ctx.redirect(target);
      show(ctx, loggedOutPage(ctx, request.uiLocales));
    } catch (error) {
      if (!(error instanceof errors.OIDCProviderError)) throw error;
      refuse(ctx, error);
    }
    return undefined;
  };

  /** A session of another person than the ID token hint names stays. */
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
    deps.noteRefusal(ctx, error);
    const supportCode = shownSupportCodeIn(ctx);
    const explanation = explanationFor(ctx, error);
    show(ctx, errorPage(ctx, { code, description, supportCode, explanation }));
    provider.emit('end_session.error', ctx as KoaContextWithOIDC, error);
  }
}

function show(ctx: Context, page: string): void {
  ctx.type = 'html';
  ctx.body = page;
}

/** The parameters of a logout. None is required, and further ones (`logout_hint`) change nothing. */
interface LogoutRequest {
  readonly postLogoutRedirectUri: string | undefined;
  readonly state: string | undefined;
  readonly idTokenHint: string | undefined;
  readonly clientId: string | undefined;
  readonly uiLocales: readonly string[];
}

/** In characters. */
const MAX_LENGTH = 4096;
/** As long as a request may be: an ID token with evidence is an ID token hint, too. */
const MAX_ID_TOKEN_HINT_LENGTH = 128 * 1024;

/** @throws invalid_request for a parameter that came twice or is too long */
function logoutRequestIn(query: ParsedUrlQuery): LogoutRequest {
  const textOf = (name: string, longest = MAX_LENGTH) => {
    const value = query[name];
    if (Array.isArray(value)) {
      const values = { names: `'${name}' parameter` };
      throw libraryError(ANY_ENDPOINT['parameter-repeated'], { values });
    }
    if ((value?.length ?? 0) > longest) {
      const values = { name, limit: longest };
      throw libraryError(REQUEST_REFUSALS['parameter-too-long'], { values });
    }
    return value === '' ? undefined : value;
  };
  return {
    postLogoutRedirectUri: textOf('post_logout_redirect_uri'),
    state: textOf('state'),
    idTokenHint: textOf('id_token_hint', MAX_ID_TOKEN_HINT_LENGTH),
    clientId: textOf('client_id'),
    uiLocales: textOf('ui_locales')?.split(' ') ?? [],
  };
}

/** The application and the person of a logout, as far as the request names them. */
interface LogoutParties {
  readonly clientId: string | undefined;
  /** The person's pseudonym. */
  readonly subject: string | undefined;
}

/**
 * Reads the ID token hint. An expired one is valid, too.
 * @throws invalid_request for a token that is not ours, or another application's than `client_id`, and for an unknown
 * application
 */
async function logoutPartiesOf(
  { idTokenHint, clientId }: LogoutRequest,
  provider: Provider,
): Promise<LogoutParties> {
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

type Applications = Pick<Deps, 'domain' | 'configuration'>;

/**
 * Requires an ID token where every application that may have sent the logout demands one.
 * @throws invalid_request
 */
function requireIdTokenHint(
  { idTokenHint, clientId, postLogoutRedirectUri: uri }: LogoutRequest,
  deps: Applications,
): void {
  if (idTokenHint !== undefined || (clientId ?? uri) === undefined) return;
  const all = applicationsOf(clientId, deps);
  const senders = clientId === undefined && uri !== undefined ? all.filter(registers(uri)) : all;
  const isDemanded = senders.every((sender) => sender.requireIdTokenHintAtLogout);
  if (senders.length > 0 && isDemanded) throw libraryError(LOGOUT_REQUESTS['logout-hint-missing']);
}

/**
 * The URL after a logout. Exactly this URL must be registered: for the named application or, without one, for any
 * application of the domain. Undefined when the request has no URL.
 * @throws invalid_request for a URL that is not registered
 */
function targetOf(
  { postLogoutRedirectUri: uri, state }: LogoutRequest,
  clientId: string | undefined,
  deps: Applications,
): string | undefined {
  if (uri === undefined) return undefined;
  const isRegistered = applicationsOf(clientId, deps).some(registers(uri));
  if (!isRegistered) throw libraryError(LOGOUT_REQUESTS['logout-target-not-registered']);
  if (state === undefined) return uri;
  return `${uri}${uri.includes('?') ? '&' : '?'}state=${encodeURIComponent(state)}`;
}

/** The applications that may have sent a logout: the named one, or all of the domain. */
function applicationsOf(clientId: string | undefined, { domain, configuration }: Applications) {
  const all = configuration.applications(domain);
  return clientId === undefined ? all : all.filter((one) => one.clientId === clientId);
}

function registers(uri: string) {
  return ({ redirectUris, postLogoutRedirectUris }: Application) =>
    [...redirectUris, ...postLogoutRedirectUris].includes(uri);
}
