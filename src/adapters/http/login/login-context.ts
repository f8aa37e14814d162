import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Context } from 'koa';
import type { Language } from '../../../domain/language.ts';
import type { Ending } from '../../../domain/progress.ts';
import type {
  CancelLateStart,
  CancelLogin,
  LeaveLogin,
} from '../../../flows/browser-login/cancel-login.ts';
import type { Login, StartFailure, UserAgent } from '../../../flows/browser-login/login.ts';
import type { ReturnToLogin } from '../../../flows/browser-login/return-to-login.ts';
import type { StartLogin } from '../../../flows/browser-login/start-login.ts';
import type { ViewLogin } from '../../../flows/browser-login/view-login.ts';
import { offeredEid } from '../../../flows/order/start-order.ts';
import type { AttemptSnapshot } from '../../../ports/authentications.ts';
import type { ConfigurationSource } from '../../../ports/configuration.ts';
import type { Eid, EidVariant } from '../../../ports/eid.ts';
import type { Log } from '../../../ports/log.ts';
import type { NewId } from '../../../ports/runtime.ts';
import { languageOf, textsIn } from './i18n/language.ts';
import type { ActionTexts } from './i18n/texts.ts';

/** What the pages need. */
export interface LoginPagesDeps {
  readonly logins: Logins;
  readonly viewLogin: ViewLogin;
  readonly startLogin: StartLogin;
  readonly cancelLogin: CancelLogin;
  readonly cancelLateStart: CancelLateStart;
  readonly leaveLogin: LeaveLogin;
  readonly returnToLogin: ReturnToLogin;
  readonly configurationSource: ConfigurationSource;
  readonly newId: NewId;
  readonly log: Log;
}

/** The logins that wait for their person, as the protocol side keeps them. */
export interface Logins {
  /**
   * The login that this browser's cookie and the URL's id name together; undefined when they do not
   * (no cookie, expired, finished, another login). Whoever views it gets the right to ask the eID with it, when that
   * is due.
   * @throws {Failure} too-many-requests, when it is viewed too often
   */
  find(
    request: IncomingMessage,
    response: ServerResponse,
    purpose: LoginPurpose,
  ): Promise<FoundLogin | undefined>;
  /**
   * Ends the login without a person, for good. Answers the path on our origin where the browser goes next; undefined
   * when another request has ended it meanwhile.
   */
  end(
    request: IncomingMessage,
    response: ServerResponse,
    why: Ending | StartFailure,
  ): Promise<string | undefined>;
}

/** What a request is about: to see how the login stands, or to do something with it. */
export type LoginPurpose = 'view' | 'act';

/** A login that waits for its person. */
export interface FoundLogin {
  readonly login: Login;
  /** Its latest attempt; undefined while nothing has been started. */
  readonly snapshot: AttemptSnapshot | undefined;
  /** The path on our origin where the browser goes next when the login has ended. */
  readonly resumeUrl: string;
}

/** Answers a request about a login that this browser may see. */
export type Route = (ctx: Context, found: FoundLogin) => Promise<void>;

/** @throws {Failure} eid-not-offered */
export async function openLogin(
  deps: LoginPagesDeps,
  ctx: Context,
  login: Login,
): Promise<LoginContext> {
  return {
    login,
    ...(await offeredEid(deps.configurationSource, login)),
    language: languageOf(ctx, login.uiLocales),
    mobile: isMobile(ctx.get('User-Agent')),
  };
}

/** For whom a page is drawn: who asks, with which eID, in which language, on what. */
export interface LoginContext {
  readonly login: Login;
  readonly eid: Eid;
  readonly variant: EidVariant;
  readonly language: Language;
  /** The page runs on a phone or tablet. */
  readonly mobile: boolean;
}

/** The page's own path. */
export function pathOf({ id }: { readonly id: string }): string {
  return `/login/${encodeURIComponent(id)}`;
}

/** True for the user agents of phones and tablets. */
export function isMobile(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod|Mobile/i.test(userAgent);
}

/** The browser that asks. Behind the request handler the forwarding header holds what we know. */
export function userAgentOf(ctx: Context, language: Language): UserAgent {
  const userAgent = ctx.get('User-Agent') || undefined;
  return { ip: ctx.get('X-Forwarded-For'), userAgent, language };
}

/** True for requests that nobody is in front of: HEAD, and what a browser fetches ahead of a click. */
export function isPrefetch(ctx: Context): boolean {
  return ctx.method === 'HEAD' || AHEAD.some(([header, text]) => ctx.get(header).includes(text));
}

const AHEAD = [
  ['sec-purpose', 'prefetch'],
  ['purpose', 'prefetch'],
  ['x-moz', 'prefetch'],
  ['x-purpose', 'preview'],
] as const;

/** What is asked of this page's person, in its language. */
export function actionTexts({
  language,
  login,
}: Pick<LoginContext, 'language' | 'login'>): ActionTexts {
  return textsIn(language).actions[login.intent.action];
}

/**
 * True when one of our own pages can have sent this form. `Origin: null` is what our no-referrer policy
 * makes of our own forms; the cookie (SameSite=Lax) and the unguessable login id guard browsers too old to
 * send `Sec-Fetch-Site`.
 */
export function isOwnPost(ctx: Context, login: Login): boolean {
  const domainHandler = ctx.get('sec-fetch-site');
  if (domainHandler !== '' && domainHandler !== 'same-origin' && domainHandler !== 'none')
    return false;
  const origin = ctx.get('origin');
  return origin === '' || origin === 'null' || origin === new URL(login.issuer).origin;
}

const LONGEST_FORM = 1024;

/** Reads a small form body. Undefined when it is longer than any of our forms. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > LONGEST_FORM) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

/** What finds this request in the log: the id that the request handler put on its answer. */
export function referenceOf(ctx: Context): string {
  return ctx.response.get('X-Request-Id');
}
