import type { Context, Middleware, Next } from 'koa';

import { Failure } from '../../../domain/failure.ts';
import type { LoginView } from '../../../flows/browser-login/login.ts';
import type { LoginPurpose, PendingLogin } from '../../../ports/pending-logins.ts';
import { validateOrigin } from '../cors.ts';
import { EMBEDDED } from '../endpoints.ts';
import { INTERRUPTED_LOGINS } from '../errors/entries/interrupted-logins.ts';
import { endingError, libraryError, oauthErrorOf } from '../errors/oauth-errors.ts';
import {
  EMBEDDED_ENDPOINT,
  type EmbeddedDeps,
  loadEmbeddedLogin,
  sendRefusal,
  userAgentOf,
} from './embedded-login.ts';

const PATH = new RegExp(`^(${EMBEDDED}/([\\w-]+))/(poll|complete|cancel)$`);

/** The texts by which the SDKs recognise a state. */
const NOT_DONE = 'Native-app driven authentication is not done';
const OVER = 'This login is over';
const UNAVAILABLE = 'temporarily_unavailable';
/** For an order that the person did not open: the SDKs then start another one by themselves. */
const START_FAILED = 'startFailed';

/**
 * The endpoints at which a script continues its login, without cookies. The secret in the URL proves that the login is
 * its own. Failures are plain text, as the SDKs read them.
 */
export function embeddedEndpoints(deps: EmbeddedDeps): Middleware {
  return async (ctx, next) => {
    const [, at = '', secret = '', does = ''] = PATH.exec(ctx.path) ?? [];
    if (does === '' || !['GET', 'POST'].includes(ctx.method)) return next();
    const purpose = does === 'cancel' ? 'act' : 'poll';
    const found = await loginOf(ctx, secret, { ...deps, purpose });
    if (found === undefined) return undefined;
    if (does === 'poll') return poll(ctx, found, { ...deps, at });
    if (does === 'cancel') return cancel(ctx, found, deps);
    return complete(ctx, next, { ...deps, found });
  };
}

/** The login of the secret. Undefined without one, or for another application's page: the answer is then written. */
async function loginOf(
  ctx: Context,
  secret: string,
  deps: EmbeddedDeps & { readonly purpose: LoginPurpose },
): Promise<PendingLogin | undefined> {
  const { domain, configuration, storedLogins, noteRefusal, log } = deps;
  const stored = await storedLogins.find(secret);
  const application = stored && configuration.application(domain, stored.clientId);
  const refused = { endpoint: EMBEDDED_ENDPOINT, login: stored && { loginId: stored.id } };
  if (stored === undefined || application === undefined) return unknown();
  try {
    validateOrigin(ctx, application);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const facts = sendRefusal(ctx, error, { noteRefusal, refused });
    log.info('request.refused', { client: stored.clientId, ...facts });
    return undefined;
  }
  return (await loadEmbeddedLogin(ctx, stored, deps)) ?? unknown();

  function unknown(): undefined {
    const error = libraryError(INTERRUPTED_LOGINS['login-not-found']);
    noteRefusal(ctx, error, refused);
    return over(ctx);
  }
}

async function poll(
  ctx: Context,
  { login, snapshot }: PendingLogin,
  deps: EmbeddedDeps & { readonly at: string },
): Promise<void> {
  const { advanceLogin, configuration, domain, noteRefusal, at } = deps;
  const view = await advanceLogin(login, userAgentOf(ctx, login, configuration), snapshot);
  if (view.step === 'waiting') {
    ctx.status = 202;
    ctx.body = { qrCode: view.launchData?.qrData };
  } else if (view.step === 'finished') {
    ctx.body = { targetUrl: `${domain.issuer}${at}/complete` };
  } else {
    const ended = view.step === 'ended' || view.step === 'refused' ? view.why : undefined;
    const refused = { endpoint: EMBEDDED_ENDPOINT, login: undefined };
    if (ended !== undefined) noteRefusal(ctx, endingError(ended), refused);
    fail(ctx, 400, failureOf(view));
  }
}

async function cancel(
  ctx: Context,
  { snapshot }: PendingLogin,
  { cancelLogin }: EmbeddedDeps,
): Promise<void> {
  await cancelLogin(snapshot?.authentication);
  ctx.status = 204;
}

/** Ends the login as our own page would. The library then answers the request that began it. */
async function complete(
  ctx: Context,
  next: Next,
  { advanceLogin, configuration, logins, found }: EmbeddedDeps & { readonly found: PendingLogin },
): Promise<void> {
  const { login, snapshot, resumeUrl } = found;
  const view = await advanceLogin(login, userAgentOf(ctx, login, configuration), snapshot);
  if (!isOver(view)) return fail(ctx, 400, NOT_DONE);
  const target =
    view.step === 'finished' ? resumeUrl : await logins.end(ctx.req, ctx.res, view.why);
  if (target === undefined) return void over(ctx);
  ctx.url = target;
  await next();
  ctx.remove('Set-Cookie');
  if (ctx.status === 503) fail(ctx, 503, UNAVAILABLE);
  else if (ctx.status >= 400) fail(ctx, ctx.status, OVER);
}

function isOver(
  view: LoginView,
): view is Extract<LoginView, { step: 'finished' | 'refused' | 'ended' }> {
  return view.step === 'finished' || view.step === 'refused' || view.step === 'ended';
}

function failureOf(view: LoginView): string {
  if (view.step === 'refused') return oauthErrorOf(view.why).error;
  if (view.step !== 'ended') return NOT_DONE;
  if (view.why === 'not-opened') return `Collect failed: ${START_FAILED}`;
  return `Collect failed: ${view.hintCode ?? oauthErrorOf(view.why).error_description}`;
}

function over(ctx: Context): undefined {
  fail(ctx, 404, OVER);
}

function fail(ctx: Context, status: number, text: string): void {
  ctx.status = status;
  ctx.type = 'text/plain';
  ctx.body = text;
}
