import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Context } from 'koa';
import type { EidOffer, EidVariant } from '../../../domain/eid-offer.ts';
import type { Language } from '../../../domain/language.ts';
import type { Login } from '../../../domain/login.ts';
import {
  parseSupportCode,
  SUPPORT_CODE_HEADER,
  shownSupportCode,
} from '../../../domain/support-code.ts';
import type { AdvanceLogin } from '../../../flows/browser-login/advance-login.ts';
import type {
  CancelLateStart,
  CancelLogin,
  LeaveLogin,
  ReplaceOrder,
} from '../../../flows/browser-login/cancel-login.ts';
import type { UserAgent } from '../../../flows/browser-login/login.ts';
import type { ReceiveAnswer } from '../../../flows/browser-login/receive-answer.ts';
import type { ReturnToLogin } from '../../../flows/browser-login/return-to-login.ts';
import type { StartLogin } from '../../../flows/browser-login/start-login.ts';
import { offeredEid } from '../../../flows/order/offered-eid.ts';
import type { ConfigurationSource } from '../../../ports/configuration.ts';
import type { Eid, OrderEid, RedirectEid } from '../../../ports/eid.ts';
import type { Log } from '../../../ports/log.ts';
import type { LoginTimelines, NoteSteps } from '../../../ports/login-timelines.ts';
import type { PendingLogin, PendingLogins } from '../../../ports/pending-logins.ts';
import type { Clock, NewId, NewSupportCode } from '../../../ports/runtime.ts';
import type { Vault } from '../../../ports/vault.ts';
import type { Brands } from './brands.ts';
import { languageOf, textsIn } from './i18n/language.ts';
import type { Frame } from './pages/frame.ts';

/** The dependencies of the pages. */
export interface LoginPagesDeps {
  readonly logins: PendingLogins<IncomingMessage, ServerResponse>;
  readonly advanceLogin: AdvanceLogin;
  readonly startLogin: StartLogin;
  readonly cancelLogin: CancelLogin;
  readonly cancelLateStart: CancelLateStart;
  readonly replaceOrder: ReplaceOrder;
  readonly leaveLogin: LeaveLogin;
  readonly returnToLogin: ReturnToLogin;
  readonly receiveAnswer: ReceiveAnswer;
  readonly tenantId: string;
  readonly issuer: string;
  readonly vault: Pick<Vault, 'matches'>;
  readonly configurationSource: ConfigurationSource;
  readonly brands: Brands;
  readonly newId: NewId;
  readonly newSupportCode: NewSupportCode;
  readonly noteSteps: NoteSteps;
  readonly loginTimelines: Pick<LoginTimelines, 'ofLogin'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Handles a request about a login of this browser. */
export type Route = (ctx: Context, found: PendingLogin) => Promise<void>;

/** @throws {Failure} eid-not-offered, channel-not-offered */
export async function openLogin(
  deps: LoginPagesDeps,
  ctx: Context,
  login: Login,
): Promise<LoginContext> {
  const { eid, variant, offer } = await offeredEid(deps.configurationSource, login, 'browser');
  const { languages } = offer;
  const hasApp = eid.kind === 'order' && variant.inputs.length === 0 && offer.hasApp !== false;
  return {
    login,
    title: variant.pageTitle ?? offer.title,
    hasApp,
    eid,
    variant,
    offer,
    language: languageOf(ctx, { uiLocales: login.uiLocales, languages }),
    mobile: isMobile(ctx.get('User-Agent')),
    frame: { environment: login.domain.environment, brand: deps.brands.of(login.clientId) },
  };
}

/** What a page shows of its login, eID, language and device. */
export interface PageContext {
  readonly login: Pick<Login, 'id' | 'issuer' | 'applicationName' | 'intent' | 'supportCode'>;
  /** The name on the page. The title of an acr value is for lists of choices, and may be in English. */
  readonly title: string;
  /** The person opens an app, by a link or a QR code. */
  readonly hasApp: boolean;
  readonly eid: Pick<OrderEid, 'kind' | 'texts'> | Pick<RedirectEid, 'kind'>;
  readonly variant: Pick<EidVariant, 'device'>;
  readonly offer: Pick<EidOffer, 'hasApp'>;
  readonly language: Language;
  /** The page runs on a phone or tablet. */
  readonly mobile: boolean;
  readonly frame: Frame;
  /** A preview: its script sends no request. */
  readonly isPreview?: true;
}

/** The context of a login's page. */
export interface LoginContext extends PageContext {
  readonly login: Login;
  readonly eid: Eid;
  readonly variant: EidVariant;
  readonly offer: EidOffer;
}

/** The path of a login's page. */
export function pathOf({ id }: { readonly id: string }): string {
  return `/login/${encodeURIComponent(id)}`;
}

/** True for the user agents of phones and tablets. */
export function isMobile(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod|Mobile/i.test(userAgent);
}

/** The browser of this request. The request handler sets the forwarding header to the client's address. */
export function userAgentOf(ctx: Context, language: Language): UserAgent {
  const userAgent = ctx.get('User-Agent') || undefined;
  return { ip: ctx.get('X-Forwarded-For'), userAgent, language };
}

/** The parameters that are sent once. */
export function singleParametersOf(query: Context['query']): Readonly<Record<string, string>> {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** True for requests without a person: HEAD, and prefetches. */
export function isPrefetch(ctx: Context): boolean {
  return ctx.method === 'HEAD' || AHEAD.some(([header, text]) => ctx.get(header).includes(text));
}

const AHEAD = [
  ['sec-purpose', 'prefetch'],
  ['purpose', 'prefetch'],
  ['x-moz', 'prefetch'],
  ['x-purpose', 'preview'],
] as const;

/** The heading before the order starts: the action with the eID. */
export function headingBeforeStart({
  language,
  login,
  title,
}: Pick<PageContext, 'language' | 'login' | 'title'>): string {
  return textsIn(language).actions[login.intent.action](title);
}

const MAX_FORM_BYTES = 1024;

/** Reads a small form body. Undefined when it is longer than any of our forms. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > MAX_FORM_BYTES) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

/** The support code that the answer has, as it is shown; undefined without one. */
export function supportCodeOf(ctx: Context): string | undefined {
  const code = parseSupportCode(ctx.res.getHeader(SUPPORT_CODE_HEADER));
  return code && shownSupportCode(code);
}

/** The request id in the log: the request handler sets it on the response. */
export function referenceOf(ctx: Context): string {
  return ctx.response.get('X-Request-Id');
}
