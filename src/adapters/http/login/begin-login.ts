import type { Context } from 'koa';

import type { Device } from '../../../domain/authentication.ts';
import { Failure } from '../../../domain/failure.ts';
import { lifetimes } from '../../../domain/lifetimes.ts';
import type { Login } from '../../../domain/login.ts';
import { shownSupportCode } from '../../../domain/support-code.ts';
import type { LoginView } from '../../../flows/browser-login/login.ts';
import { snapshotOf } from '../../../flows/order/advance-order.ts';
import { startedAgainNote } from '../../../flows/order/eid-failure.ts';
import type { InputValues } from '../../../ports/eid.ts';
import type { NewId } from '../../../ports/runtime.ts';
import { rememberStart } from './failed-start.ts';
import {
  type LoginContext,
  type LoginPagesDeps,
  referenceOf,
  userAgentOf,
} from './login-context.ts';
import { noteStep } from './note-steps.ts';
import { endedPage, startRefusal } from './pages/ended-page.ts';
import { sendPage } from './send-page.ts';

/**
 * Starts an order and returns the new view of the login. Undefined when the eID refused: then the person has got a
 * page with the reason.
 */
export async function beginLogin(
  deps: LoginPagesDeps,
  ctx: Context,
  {
    context,
    device,
    input,
  }: {
    readonly context: LoginContext;
    readonly device: Device;
    readonly input?: InputValues;
  },
): Promise<LoginView | undefined> {
  try {
    const { login } = context;
    const browserSecret = browserSecretOf(ctx, login.id);
    const userAgent = { ...userAgentOf(ctx, context.language), browserSecret, input };
    const {
      authentication,
      browserSecret: newSecret,
      departure,
    } = await deps.startLogin(login, userAgent, device);
    if (newSecret !== undefined) storeBrowserSecret(ctx, login, newSecret);
    rememberStart(ctx, login);
    if (departure !== undefined) return { step: 'depart', url: departure, leaves: true };
    return await deps.advanceLogin(login, userAgent, authentication && snapshotOf(authentication));
  } catch (error) {
    const refusal = error instanceof Failure ? startRefusal(error, device) : undefined;
    if (!(error instanceof Failure) || refusal === undefined) throw error;
    const { code, reason, facts: found, hintCode, detail } = error;
    const reference = referenceOf(ctx);
    const { id, issuer, clientId } = context.login;
    const { supportCode } = context.login;
    const support_code = supportCode && shownSupportCode(supportCode);
    const facts = { reference, support_code, login: id, issuer, clientId, code, hintCode, detail };
    if (code === 'eid-misconfigured') deps.log.error('login.start_failed', facts);
    else deps.log.warn('login.start_failed', facts);
    ctx.status = refusal.status;
    rememberStart(ctx, context.login, { why: refusal.view.why, device });
    if (code === 'too-many-requests') ctx.set('Retry-After', String(error.values.seconds));
    const finding = { key: code, reason, facts: found, hint: hintCode };
    noteStep(deps, context.login, { what: 'refused', endpoint: 'page', ...finding });
    const { tenantId } = context.login;
    const at = deps.clock().getTime();
    const second = supportCode && {
      tenantId,
      ...finding,
      again: supportCode,
      endpoint: 'page',
      at,
    };
    const ofFirst = second && startedAgainNote(second);
    if (ofFirst !== undefined) deps.noteSteps.note(ofFirst);
    sendPage(ctx, endedPage(refusal.view, context), context);
    return undefined;
  }
}

/** Sets the secret with each page that may start an order. A lost answer to the start then loses nothing. */
export function offerBrowserSecret(ctx: Context, login: Login, newId: NewId): void {
  if (browserSecretOf(ctx, login.id) === undefined) storeBrowserSecret(ctx, login, newId());
}

/**
 * Stores the secret of a start in a cookie beside the login's own. Under https only this host can set it (`__Host-`),
 * so no neighbouring host can plant one. Each login has its own, so two tabs do not disturb each other.
 */
function storeBrowserSecret(ctx: Context, { id, issuer }: Login, secret: string): void {
  const secure = issuer.startsWith('https:');
  const attributes = `Path=/; Max-Age=${lifetimes.login}; HttpOnly; SameSite=Lax`;
  const cookie = `${nameOf(id, secure)}=${secret}; ${attributes}${secure ? '; Secure' : ''}`;
  ctx.append('Set-Cookie', cookie);
}

/** The secret in this browser's cookie; undefined when it never loaded the login's page. */
export function browserSecretOf(ctx: Context, id: string): string | undefined {
  return ctx.cookies.get(nameOf(id, ctx.get('X-Forwarded-Proto') === 'https')) || undefined;
}

function nameOf(id: string, secure: boolean): string {
  return `${secure ? '__Host-' : ''}start-${id.slice(0, 16)}`;
}
