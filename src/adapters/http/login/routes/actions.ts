import type { Context } from 'koa';

import { parseAcr } from '../../../../domain/acr.ts';
import type { Login } from '../../../../domain/login.ts';
import {
  type LoginView,
  personOf,
  type WaitingView,
} from '../../../../flows/browser-login/login.ts';
import { parseAnswers, unknownFacts } from '../../../../flows/order/input-values.ts';
import type { InputValues } from '../../../../ports/eid.ts';
import { beginLogin, browserSecretOf } from '../begin-login.ts';
import { failedStartOf } from '../failed-start.ts';
import {
  isPrefetch,
  type LoginContext,
  type LoginPagesDeps,
  openLogin,
  pathOf,
  type Route,
  readForm,
  referenceOf,
  singleParametersOf,
  supportCodeOf,
  userAgentOf,
} from '../login-context.ts';
import { missingLogin, noteStep, refuse } from '../note-steps.ts';
import { departPage } from '../pages/depart-page.ts';
import type { Page } from '../pages/document.ts';
import { parseStartFailure } from '../pages/ended-page.ts';
import { inputPage } from '../pages/input-page.ts';
import { maySwitchDevice, otherDeviceThan } from '../pages/waiting-page.ts';
import { sendPage } from '../send-page.ts';
import { statusOf } from './pages.ts';

/** `POST /login/:id/start`: the person's click. Answers the status to the script, a redirect to a form. */
export function startRoute(deps: LoginPagesDeps): Route {
  return async function start(ctx, { login: requested, snapshot, resumeUrl }) {
    const form = await readForm(ctx.req);
    const device = form?.get('device');
    if (device !== 'same' && device !== 'other') {
      refuse(deps, ctx, { error: 'foreign-form' });
      return;
    }
    const login = chosen(requested, form?.get('via'));
    const context = await openLogin(deps, ctx, login);
    const current = await deps.advanceLogin(login, userAgentOf(ctx, context.language), snapshot);
    const isReplaced =
      replaces(form, current, context) && (await deps.replaceOrder(snapshot?.authentication));
    const starts = isReplaced || maybeStarted(current);
    const input = starts ? inputIn(form, context, deps.clock()) : {};
    if ('page' in input) {
      ctx.status = input.status;
      sendPage(ctx, input.page, context);
      return;
    }
    const view = starts ? await beginLogin(deps, ctx, { context, device, input }) : current;

    if (view === undefined) return;
    if (ctx.accepts('html', 'json') === 'json') {
      ctx.body = statusOf(view, context, resumeUrl);
      return;
    }
    if (view.step === 'depart') {
      // A redirect to the eID would be part of the form's request, which `form-action` forbids.
      if (view.leaves) ctx.set('Refresh', `0; url=${view.url}`);
      sendPage(ctx, departPage(view, context), context);
      return;
    }
    seeOther(ctx, context);
  };
}

/**
 * The person's input that the eID requires, or the page to send instead. That page has errors at the fields; after
 * "try again" it has none.
 */
function inputIn(
  form: URLSearchParams | undefined,
  context: LoginContext,
  now: Date,
): InputValues | { readonly page: Page; readonly status: number } {
  const { variant, offer, login } = context;
  if (variant.inputs.length === 0) return {};
  const inputs = unknownFacts(variant, personOf(login));
  const isAnswered = inputs.every((name) => form?.has(name));
  if (!isAnswered) return { page: inputPage(inputs, context), status: 200 };
  const typed = Object.fromEntries(inputs.map((name) => [name, form?.get(name) ?? '']));
  const { input, wrong } = parseAnswers(inputs, typed, { offer, now });
  if (wrong.length === 0) return input;
  return { page: inputPage(inputs, context, { typed, wrong }), status: 422 };
}

/** The login with the person's choice of the eID. A choice that is not offered has no effect. */
function chosen(login: Login, text: string | null | undefined): Login {
  const via = parseAcr(text ?? '');
  return via === undefined ? login : { ...login, intent: { ...login.intent, via } };
}

/**
 * True when the form replaces the shown order by one on the other device. The form names the device it was shown for, so
 * a repeated click does not end the new order.
 */
function replaces(
  form: URLSearchParams | undefined,
  view: LoginView,
  context: LoginContext,
): view is WaitingView {
  if (!maySwitchDevice(view, context)) return false;
  const { device } = view as WaitingView;
  return form?.get('insteadOf') === device && form.get('device') === otherDeviceThan(device);
}

/** A second click, in a second tab or after "back", must not start a second order. */
function maybeStarted(view: LoginView): boolean {
  if (view.step === 'waiting') return view.awaitsReturn;
  return view.step !== 'finished' && view.step !== 'refused';
}

function seeOther(ctx: Parameters<Route>[0], { login }: LoginContext): void {
  ctx.status = 303;
  ctx.redirect(pathOf(login));
}

/**
 * `POST /login/:id/cancel`: the person returns to the application. A failed start is stored nowhere, so its page sends
 * the reason: an unavailable eID is not a declined login.
 */
export function cancelRoute(deps: LoginPagesDeps): Route {
  return async function cancel(ctx, { login, snapshot }) {
    const because = parseStartFailure((await readForm(ctx.req))?.get('because'));
    const failure = because ?? failedStartOf(ctx)?.why;
    const ending = await deps.cancelLogin(snapshot?.authentication);
    const why = ending === 'declined' ? (failure ?? ending) : ending;
    const resumeUrl = await deps.logins.end(ctx.req, ctx.res, why);
    deps
      .cancelLateStart(login)
      .catch((cause) =>
        deps.log.warn('login.late_order_not_cancelled', { login: login.id, cause: String(cause) }),
      );
    if (resumeUrl === undefined) {
      refuse(deps, ctx, { error: 'login-not-found' });
      return;
    }
    if (ctx.accepts('html', 'json') === 'json') {
      ctx.body = { continue: resumeUrl };
      return;
    }
    ctx.status = 303;
    ctx.redirect(resumeUrl);
  };
}

/** `POST /login/:id/leave`: the browser unloads the page and ignores the answer. */
export function leaveRoute(deps: LoginPagesDeps): Route {
  return async function leave(ctx, { login }) {
    endLeft(login).catch((cause) =>
      deps.log.warn('login.leave_failed', { login: login.id, cause: String(cause) }),
    );
    ctx.status = 204;
  };

  async function endLeft(login: Login): Promise<void> {
    if (await deps.leaveLogin(login)) noteStep(deps, login, { what: 'page', page: 'left' });
  }
}

/** `GET /login/:id/return?nonce=`: the eID's app opens this URL, possibly in another browser. */
export function returnRoute(deps: LoginPagesDeps): (ctx: Context) => Promise<void> {
  return async function comeBack(ctx) {
    if (isPrefetch(ctx)) {
      ctx.status = 204;
      return;
    }
    const found = await deps.logins.load(ctx.req, ctx.res, 'act');
    const loginId: string = found?.login.id ?? ctx.params.id;
    const { nonce = '', ...parameters } = singleParametersOf(ctx.query);
    const returnResult = await deps.returnToLogin({
      loginId,
      authentication: found?.snapshot?.authentication,
      nonce,
      parameters,
      browserSecret: browserSecretOf(ctx, loginId),
    });
    if (returnResult === 'accepted' && found !== undefined) {
      ctx.redirect(pathOf(found.login));
      return;
    }
    const reference = referenceOf(ctx);
    // The browser that the app opened has no login of its own.
    const isOther = returnResult === 'other-browser';
    refuse(deps, ctx, isOther ? { error: returnResult, loginId } : await missingLogin(deps, ctx));
    const facts = { reference, support_code: supportCodeOf(ctx), login: loginId };
    deps.log.warn('login.return_refused', { ...facts, result: returnResult });
  };
}
