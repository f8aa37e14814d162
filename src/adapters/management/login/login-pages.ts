import type { IncomingMessage } from 'node:http';

import type { Context, Middleware } from 'koa';

import { FRESH_LOGIN_SECONDS } from '../../../domain/administrator.ts';
import { secondsAfter } from '../../../domain/lifetimes.ts';
import {
  type EnterConsole,
  SESSION_SECONDS,
} from '../../../management/administrators/enter-console.ts';
import type { Administrators, ManagementSessions } from '../../../ports/administrators.ts';
import type { Log } from '../../../ports/log.ts';
import type { AdministratorLogin, Metrics } from '../../../ports/metrics.ts';
import type { AuthenticationIdOf, Clock, NewId } from '../../../ports/runtime.ts';
import type { SessionCookies } from '../session-cookies.ts';
import {
  DOCUMENT_HEADERS,
  type LoginDocument,
  loginHtml,
  SCRIPT,
  SCRIPT_PATH,
  STYLE,
  STYLE_PATH,
} from './login-documents.ts';
import type { OidcLogin } from './oidc-login.ts';
import * as pages from './page-texts.ts';

/** What the pages of the login need. */
export interface LoginPagesDeps {
  /** The origin under which browsers reach the listener. */
  readonly url: string;
  readonly cookies: SessionCookies;
  /** Undefined: no issuer is configured. */
  readonly oidc: OidcLogin | undefined;
  readonly sessions: Pick<ManagementSessions, 'beginLogin' | 'takeLogin'>;
  readonly endSession: (ctx: Context) => Promise<void>;
  readonly metrics: Pick<Metrics, 'administratorLoggedIn'>;
  readonly administrators: Pick<Administrators, 'openInvitation'>;
  readonly enterConsole: EnterConsole;
  readonly newId: NewId;
  /** SHA-256, base64url. */
  readonly hashOf: AuthenticationIdOf;
  readonly clock: Clock;
  readonly log: Log;
}

/** The path to which the issuer sends the browser back. */
export const CALLBACK_PATH = '/login/callback';

const LOGIN_SECONDS = 10 * 60;
const MAX_BODY_BYTES = 1_024;
const MAX_RETURN = 2_000;
const SECRET = /^[\w-]{43}$/;

/** Serves the pages that open and end a session; other paths go on. */
export function loginPages(deps: LoginPagesDeps): Middleware {
  const { url, cookies, oidc, sessions, endSession, administrators, enterConsole, metrics } = deps;
  const { newId, hashOf, clock, log } = deps;
  const routes: Readonly<Record<string, (ctx: Context) => Promise<void> | void>> = {
    'GET /login': showLogin,
    [`GET ${CALLBACK_PATH}`]: finishLogin,
    'POST /logout': logOut,
    'GET /invitation': (ctx) => send(ctx, pages.INVITATION),
    'POST /invitation': followInvitation,
    [`GET ${STYLE_PATH}`]: (ctx) => sendFile(ctx, 'text/css', STYLE),
    [`GET ${SCRIPT_PATH}`]: (ctx) => sendFile(ctx, 'text/javascript', SCRIPT),
  };
  return async (ctx, next) => {
    const route = routes[`${ctx.method} ${ctx.path}`];
    if (route === undefined) await next();
    else await route(ctx);
  };

  /** With `max_age` or `fresh` the browser goes on to the issuer at once; a fresh login is one that begins now. */
  async function showLogin(ctx: Context): Promise<void> {
    const query = new URLSearchParams(ctx.querystring);
    const returnTo = safeReturn(query.get('return'), url);
    if (oidc === undefined) return send(ctx, pages.NO_ISSUER);
    const maxAge = query.has('fresh') ? 0 : secondsIn(query.get('max_age'));
    if (maxAge === undefined) {
      const href = `/login?${new URLSearchParams({ return: returnTo, max_age: `${SESSION_SECONDS}` })}`;
      return send(ctx, pages.enter(href));
    }
    const target = await begin(ctx, { oidc, maxAge, returnTo });
    if (target === undefined) return send(ctx, pages.unreachable(ctx.url));
    ctx.redirect(target);
    ctx.body = '';
  }

  /** A page of ours leads to the issuer: a redirect of a posted form would be subject to its `form-action`. */
  async function followInvitation(ctx: Context): Promise<void> {
    if (oidc === undefined) return send(ctx, pages.NO_ISSUER);
    const secret = new URLSearchParams(await bodyOf(ctx.req)).get('secret')?.trim() ?? '';
    const hash = hashOf(secret);
    const isOpen =
      SECRET.test(secret) && (await administrators.openInvitation(hash, clock())) !== undefined;
    if (!isOpen) return send(ctx, pages.INVITATION_CLOSED);
    const request = { oidc, maxAge: FRESH_LOGIN_SECONDS, returnTo: '/', invitation: hash };
    const target = await begin(ctx, request);
    send(ctx, target === undefined ? pages.unreachable('/invitation') : pages.goOn(target));
  }

  interface LoginRequest {
    readonly oidc: OidcLogin;
    readonly maxAge: number;
    readonly returnTo: string;
    readonly invitation?: string;
  }

  /** Stores a login that is under way; returns the issuer's URL, or undefined when it does not answer. */
  async function begin(
    ctx: Context,
    { oidc, ...request }: LoginRequest,
  ): Promise<string | undefined> {
    const begun = await oidc.begin(request.maxAge).catch((cause: unknown) => {
      log.warn('management.login_issuer_unreachable', { cause: String(cause) });
      return undefined;
    });
    if (begun === undefined) return undefined;
    const { cookie } = ctx.req.headers;
    // Two tabs may log in at once.
    const browser = cookies.login.read(cookie) ?? newId();
    const session = cookies.session.read(cookie);
    const key = { stateHash: hashOf(begun.state), browserHash: hashOf(browser) };
    const { nonce, codeVerifier } = begun;
    const login = {
      ...request,
      nonce,
      codeVerifier,
      invitation: request.invitation,
      oldSession: session === undefined ? undefined : hashOf(session),
    };
    await sessions.beginLogin(key, login, secondsAfter(clock(), LOGIN_SECONDS));
    ctx.append('Set-Cookie', cookies.login.write(browser));
    return begun.url;
  }

  /**
   * The state counts once, and only in the browser in which the login began. The answer is a page that goes on by itself: the
   * cookie of the new session is Strict, so the browser would not send it after a redirect that began at the issuer.
   */
  async function finishLogin(ctx: Context): Promise<void> {
    const callback = new URL(ctx.originalUrl, url);
    const state = callback.searchParams.get('state') ?? '';
    const browser = cookies.login.read(ctx.req.headers.cookie);
    const key = { stateHash: hashOf(state), browserHash: hashOf(browser ?? '') };
    const login =
      browser === undefined || oidc === undefined
        ? undefined
        : await sessions.takeLogin(key, clock());
    if (login === undefined || oidc === undefined) {
      failed(ctx, { outcome: 'failed', cause: 'unknown or expired state' });
      return send(ctx, pages.LOGIN_GONE);
    }

    const { returnTo, invitation, oldSession } = login;
    const person = await oidc.finish(callback, { ...login, state }).catch((cause: unknown) => {
      failed(ctx, { outcome: 'failed', cause: String(cause) });
      return undefined;
    });
    if (person === undefined) return send(ctx, pages.LOGIN_FAILED);
    const entered = await enterConsole({ ...person, invitation, oldSession });
    if (entered.outcome !== 'entered') {
      const { outcome } = entered;
      failed(ctx, { outcome, iss: person.iss });
      return send(ctx, outcome === 'not-invited' ? pages.NOT_INVITED : pages.INVITATION_CLOSED);
    }
    metrics.administratorLoggedIn('entered');
    ctx.append('Set-Cookie', cookies.session.write(entered.secret));
    send(ctx, pages.goOn(returnTo));
  }

  /** The log names the request as the answer does, and no person. */
  function failed(
    ctx: Context,
    { outcome, ...facts }: { readonly outcome: AdministratorLogin } & Record<string, string>,
  ): void {
    metrics.administratorLoggedIn(outcome);
    const requestId = String(ctx.response.get('X-Request-Id'));
    log.warn('management.login_failed', { requestId, outcome, ...facts });
  }

  /** A form of the console leads to the login page. */
  async function logOut(ctx: Context): Promise<void> {
    await endSession(ctx);
    ctx.redirect('/login');
    ctx.status = 303;
    ctx.body = '';
  }
}

/** Ends the session of a request's cookie, if there is one, and removes the cookie. */
export function makeEndSession({
  cookies,
  sessions,
  hashOf,
}: Pick<LoginPagesDeps, 'cookies' | 'hashOf'> & {
  readonly sessions: Pick<ManagementSessions, 'end'>;
}) {
  return async function endSession(ctx: Context): Promise<void> {
    const session = cookies.session.read(ctx.req.headers.cookie);
    if (session !== undefined) await sessions.end(hashOf(session));
    ctx.append('Set-Cookie', cookies.session.clear);
  };
}

function send(ctx: Context, document: LoginDocument): void {
  ctx.set(DOCUMENT_HEADERS);
  ctx.status = document.status;
  ctx.type = 'text/html';
  ctx.body = loginHtml(document);
}

function sendFile(ctx: Context, type: string, text: string): void {
  ctx.type = type;
  ctx.body = text;
}

/** The path, query and fragment of a URL on our own origin; `/` for any other text, so that no link leads elsewhere. */
function safeReturn(text: string | null, url: string): string {
  if (text === null || text.length > MAX_RETURN || !text.startsWith('/')) return '/';
  if (!URL.canParse(text, url)) return '/';
  const { origin, pathname, search, hash } = new URL(text, url);
  // A path of two slashes would be a host when it is read alone.
  const isOwn = origin === url && !pathname.startsWith('//');
  return isOwn ? `${pathname}${search}${hash}` : '/';
}

function secondsIn(text: string | null): number | undefined {
  if (text === null || !/^\d{1,6}$/.test(text)) return undefined;
  return Math.min(Number(text), SESSION_SECONDS);
}

/** The body of a small form; a longer one is cut off, so that its secret fits none. */
async function bodyOf(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of req.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += String(part);
    if (text.length > MAX_BODY_BYTES) return '';
  }
  return text;
}
