import type { LoginView } from '../../../../flows/browser-login/login.ts';
import { visitorOf } from '../../visitor-of.ts';
import { beginLogin } from '../begin-login.ts';
import { offerBrowserSecret } from '../browser-secret.ts';
import type { LoginPagesDeps } from '../login-pages-deps.ts';
import { onlyLooks } from '../only-looks.ts';
import { openScene } from '../open-scene.ts';
import { pageOf } from '../pages/page-of.ts';
import { referenceOf } from '../reference-of.ts';
import type { Scene } from '../scene.ts';
import { sendError, sendPage } from '../send-page.ts';
import type { Route } from './route.ts';

/** `GET /login/:id`: the page, or the way onwards. Some acr values start at the first look at it. */
export function showRoute(deps: LoginPagesDeps): Route {
  return async function show(ctx, { login, look, onwards }) {
    const scene = await openScene(deps, ctx, login);
    const looking = onlyLooks(ctx);
    const before = await deps.viewLogin(login, visitorOf(ctx, scene.language), look);
    const startsNow = before.step === 'confirm' && before.startsAtOnce && !looking;
    const view = startsNow ? await beginLogin(deps, ctx, { scene, device: before.device }) : before;

    if (view === undefined) return;
    if (view.step !== 'finished' && view.step !== 'refused') {
      if (isClickAwaited(view, scene)) offerBrowserSecret(ctx, login, deps.newId);
      sendPage(ctx, pageOf(view, scene), scene);
      return;
    }
    if (looking) {
      // The result belongs to the request that somebody waits for.
      ctx.status = 204;
      return;
    }
    // The result is read from the attempt; only a login that ended without a person is stored.
    const next =
      view.step === 'finished' ? onwards : await deps.logins.end(ctx.req, ctx.res, view.why);
    if (next === undefined) sendError(ctx, 'login-not-found', referenceOf(ctx));
    else ctx.redirect(next);
  };
}

/** True when the next click may start an order on this device. */
function isClickAwaited({ step }: LoginView, { variant }: Scene): boolean {
  return step !== 'waiting' && variant.device !== 'other';
}
