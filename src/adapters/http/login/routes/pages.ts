import type { Context } from 'koa';

import type { Login } from '../../../../domain/login.ts';
import type { EndedView, LoginView } from '../../../../flows/browser-login/login.ts';
import { beginLogin, offerBrowserSecret } from '../begin-login.ts';
import { type FailedStart, failedStartOf } from '../failed-start.ts';
import { qrImage } from '../html.ts';
import { textsIn } from '../i18n/language.ts';
import {
  isPrefetch,
  type LoginContext,
  type LoginPagesDeps,
  openLogin,
  type PageContext,
  pathOf,
  type Route,
  referenceOf,
  supportCodeOf,
  userAgentOf,
} from '../login-context.ts';
import { noteStep, refuse } from '../note-steps.ts';
import { departPage } from '../pages/depart-page.ts';
import type { Page, PageState } from '../pages/document.ts';
import { endedMessage, endedPage } from '../pages/ended-page.ts';
import { inputMessage, inputPage } from '../pages/input-page.ts';
import { chooseEidPage, choosePage, confirmMessage, confirmPage } from '../pages/start-pages.ts';
import { readPage } from '../pages/text.ts';
import {
  linkOf,
  waitingMessage,
  waitingPage,
  waitingState,
  waitingTime,
} from '../pages/waiting-page.ts';
import { sendPage } from '../send-page.ts';

/** `GET /login/:id`: the page, or a redirect. Some acr values start at the first view. */
export function showRoute(deps: LoginPagesDeps): Route {
  return async function show(ctx, { login, snapshot, resumeUrl }) {
    const context = await openLogin(deps, ctx, login);
    const isPrefetched = isPrefetch(ctx);
    const before = await deps.advanceLogin(login, userAgentOf(ctx, context.language), snapshot);
    const startsNow = before.step === 'confirm' && before.startsAtOnce && !isPrefetched;
    const view = startsNow
      ? await beginLogin(deps, ctx, { context, device: before.device })
      : before;

    if (view === undefined) return;
    if (view.step !== 'finished' && view.step !== 'refused') {
      if (mayStartHere(view, context)) offerBrowserSecret(ctx, login, deps.newId);
      if (view.step === 'depart' && view.leaves) ctx.set('Refresh', `0; url=${view.url}`);
      const failed = isBeforeStart(view) ? failedStartOf(ctx) : undefined;
      const page =
        failed === undefined ? pageOf(view, context) : endedPage(failedView(failed), context);
      if (!isPrefetched) noteStep(deps, login, { what: 'page', page: page.state });
      if (view.step === 'ended' && !isPrefetched) logEnding(deps, ctx, { login, view });
      sendPage(ctx, page, context);
      return;
    }
    if (isPrefetched) {
      // A prefetch must not consume the result.
      ctx.status = 204;
      return;
    }
    // The result is read from the attempt. Only an ending without a person is stored.
    const next =
      view.step === 'finished' ? resumeUrl : await deps.logins.end(ctx.req, ctx.res, view.why);
    if (next === undefined) refuse(deps, ctx, { error: 'login-not-found' });
    else ctx.redirect(next);
  };
}

function isBeforeStart({ step }: ShownView): boolean {
  return step === 'choose' || step === 'confirm' || step === 'choose-eid' || step === 'input';
}

/** A reload of the page of a failed start shows the failure again, with its ways on. */
function failedView(failed: FailedStart): EndedView {
  return { step: 'ended', hintCode: undefined, ...failed };
}

/** The application gets no ending while the person may try again, so the ending has a log line of its own. */
function logEnding(
  { log }: LoginPagesDeps,
  ctx: Context,
  { login: { id, clientId }, view }: { readonly login: Login; readonly view: EndedView },
): void {
  const { why, hintCode } = view;
  const facts = { reference: referenceOf(ctx), support_code: supportCodeOf(ctx), login: id };
  log.info('login.ended', { ...facts, client: clientId, why, hintCode });
}

/** True when the next click may start an order on this device. */
function mayStartHere({ step }: LoginView, { variant }: LoginContext): boolean {
  return step !== 'waiting' && step !== 'depart' && variant.device !== 'other';
}

/** A view with a page; the others redirect the browser. */
export type ShownView = Exclude<LoginView, { readonly step: 'finished' | 'refused' }>;

/** The page for the state of a login. */
export function pageOf(view: ShownView, context: PageContext): Page {
  switch (view.step) {
    case 'choose-eid':
      return chooseEidPage(view, context);
    case 'choose':
      return choosePage(context);
    case 'confirm':
      return confirmPage(view, context);
    case 'input':
      return inputPage(view.inputs, context);
    case 'depart':
      return departPage(view, context);
    case 'waiting':
      return waitingPage(view, context);
    case 'ended':
      return endedPage(view, context);
  }
}

/** The state and message of a page, which change while it is open. */
function progressOf(view: ShownView, context: LoginContext): Pick<Page, 'state' | 'message'> {
  switch (view.step) {
    case 'choose-eid':
    case 'choose':
      return { state: 'choose', message: '' };
    case 'confirm':
      return { state: 'confirm', message: confirmMessage(view, context) };
    case 'input':
      return { state: 'input', message: inputMessage(context) };
    case 'depart':
      return {
        state: 'depart',
        message: textsIn(context.language).departMessage(context.title),
      };
    case 'waiting':
      return { state: waitingState(view, context), message: waitingMessage(view, context) };
    case 'ended':
      return { state: 'ended', message: endedMessage(view, context) };
  }
}

/** `GET /login/:id/text`: the text to sign alone; 404 when there is none. */
export function textRoute(deps: LoginPagesDeps): Route {
  return async function text(ctx, { login }) {
    if (login.intent.kind !== 'signature') return;
    const context = await openLogin(deps, ctx, login);
    sendPage(ctx, readPage(context), context);
  };
}

/** `GET /login/:id/qr.svg`: the QR code of this second, for pages without a script; 404 when none is shown. */
export function qrRoute(deps: LoginPagesDeps): Route {
  return async function qr(ctx, { login, snapshot }) {
    const { language } = await openLogin(deps, ctx, login);
    const view = await deps.advanceLogin(login, userAgentOf(ctx, language), snapshot);
    const text = view.step === 'waiting' ? view.launchData?.qrData : undefined;
    if (text === undefined) return;
    ctx.type = 'image/svg+xml';
    ctx.body = qrImage(text);
  };
}

/** `GET /login/:id/status`: the login's state, for the page's script. */
export function statusRoute(deps: LoginPagesDeps): Route {
  return async function status(ctx, { login, snapshot, resumeUrl }) {
    const context = await openLogin(deps, ctx, login);
    ctx.body = statusOf(
      await deps.advanceLogin(login, userAgentOf(ctx, context.language), snapshot),
      context,
      resumeUrl,
    );
  };
}

/** The state of a login for the page's script, without personal data. Absent members are undefined. */
export interface LoginStatus {
  /** When it differs from the page's, the script fetches the page again. At `done` it opens `continue`. */
  readonly state: PageState | 'done';
  readonly message: string;
  /** As on the page. */
  readonly time?: string | undefined;
  /** The text of the QR code for this second. */
  readonly qr?: string | undefined;
  /** `open` is the one of the two that suits this browser. */
  readonly links?: Readonly<Record<'open' | 'app' | 'desktop', string | undefined>> | undefined;
  readonly continue?: string;
}

/**
 * The state of a login, from its view alone: no page is rendered for it. `resumeUrl` is the URL after a finished login.
 */
export function statusOf(view: LoginView, context: LoginContext, resumeUrl: string): LoginStatus {
  if (view.step === 'finished') return { state: 'done', message: '', continue: resumeUrl };
  if (view.step === 'depart' && view.leaves)
    return { state: 'done', message: '', continue: view.url };
  // The page ends the login without a person.
  if (view.step === 'refused') {
    return { state: 'done', message: '', continue: pathOf(context.login) };
  }
  const { state, message } = progressOf(view, context);
  if (view.step !== 'waiting') return { state, message };
  const open = linkOf(view, context);
  const links = { open, app: view.launchData?.appLink, desktop: view.launchData?.desktopLink };
  return {
    state,
    message,
    time: waitingTime(view, context),
    qr: view.launchData?.qrData,
    links: open === undefined ? undefined : links,
  };
}
