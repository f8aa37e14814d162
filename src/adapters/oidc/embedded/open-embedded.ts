import type { Context, Middleware, Next } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';

import { Failure } from '../../../domain/failure.ts';
import type { WaitingView } from '../../../flows/browser-login/login.ts';
import { snapshotOf } from '../../../flows/order/advance-order.ts';
import type { Artifacts } from '../../../ports/artifacts.ts';
import type { Clock, NewId } from '../../../ports/runtime.ts';
import { EMBEDDED, ENDPOINTS } from '../endpoints.ts';
import { isForScript } from '../response-modes/response-modes.ts';
import { embeddedEndpoints } from './embedded-endpoints.ts';
import {
  type EmbeddedDeps,
  loadEmbeddedLogin,
  type StoredLogin,
  sendRefusal,
  storedLogins,
  userAgentOf,
} from './embedded-login.ts';

interface Deps extends Omit<EmbeddedDeps, 'storedLogins'> {
  readonly artifacts: Artifacts;
  readonly newId: NewId;
  readonly clock: Clock;
}

/** Serves logins whose page is the application's own: the request that begins one, and the URLs where it goes on. */
export function embeddedLogins(deps: Deps): Middleware {
  const embedded = { ...deps, storedLogins: storedLogins(deps) };
  const serveEndpoint = embeddedEndpoints(embedded);
  return (ctx, next) => {
    const { path, method } = ctx;
    if (path.startsWith(`${EMBEDDED}/`)) return serveEndpoint(ctx, next);
    if (path === ENDPOINTS.authorization && method === 'GET') return begin(ctx, next, embedded);
    return next();
  };
}

/**
 * `GET /oauth2/authorize` of a script: the library begins a login as for a browser. The script gets the data that our
 * page would show. The cookies are stored here.
 */
async function begin(ctx: Context, next: Next, deps: EmbeddedDeps): Promise<void> {
  await next();
  if (!isForScript(ctx)) return;
  const cookies = takeCookies(ctx);
  const { client, entities } = (ctx as KoaContextWithOIDC).oidc;
  const login = entities.Interaction;
  if (ctx.status >= 400 || login === undefined || client === undefined) return;
  ctx.remove('Location');
  const stored = { id: login.uid, clientId: client.clientId, cookies };
  try {
    ctx.body = await open(ctx, stored, deps);
    ctx.status = 200;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await login.destroy();
    const facts = sendRefusal(ctx, error, deps);
    deps.log.warn('embedded.not_started', { client: stored.clientId, ...facts });
  }
}

async function open(ctx: Context, stored: StoredLogin, deps: EmbeddedDeps): Promise<object> {
  const found = await loadEmbeddedLogin(ctx, stored, { logins: deps.logins, purpose: 'act' });
  if (found === undefined) throw new Error(`login ${stored.id} is not there right after it began`);
  const userAgent = userAgentOf(ctx, found.login, deps.configuration);
  const authentication = await deps.startEmbeddedLogin(found.login, userAgent);
  const view = await deps.advanceLogin(
    found.login,
    userAgent,
    authentication && snapshotOf(authentication),
  );
  if (view.step !== 'waiting') throw new Failure('eid-unavailable', { detail: view.step });
  const at = `${deps.domain.issuer}${EMBEDDED}/${await deps.storedLogins.store(stored)}`;
  const urls = {
    pollUrl: `${at}/poll`,
    completeUrl: `${at}/complete`,
    cancelUrl: `${at}/cancel`,
  };
  return { ...shownOf(view), ...urls };
}

/** The data for the application's page: a QR code for another device, or links to the app on this one. */
function shownOf({ launchData, device }: WaitingView): object {
  const { qrData, desktopLink, appLink, verificationCode } = launchData ?? {};
  const compared = verificationCode === undefined ? {} : { verificationCode };
  if (device === 'other') return { initialQrCode: qrData, ...compared };
  const links = { customFileHandlerUrl: desktopLink, universalLink: appLink };
  return { launchLinks: links, ...compared };
}

/** Removes the cookies from the answer, and returns them as a browser would send them. */
function takeCookies(ctx: Context): string {
  const { 'set-cookie': set = [] } = ctx.response.headers;
  ctx.remove('Set-Cookie');
  const cookies = typeof set === 'string' ? [set] : set;
  return cookies.map((cookie) => String(cookie).split(';', 1)[0]).join('; ');
}
