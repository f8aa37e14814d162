import type { LoginView } from '../../../../flows/browser-login/login.ts';
import { visitorOf } from '../../visitor-of.ts';
import { beginLogin } from '../begin-login.ts';
import type { LoginPagesDeps } from '../login-pages-deps.ts';
import { openScene } from '../open-scene.ts';
import { readForm } from '../read-form.ts';
import { referenceOf } from '../reference-of.ts';
import { pathOf, type Scene } from '../scene.ts';
import { sendError } from '../send-page.ts';
import { statusOf } from '../status-of.ts';
import type { Route } from './route.ts';

/** `POST /login/:id/start`: the person's click. The script gets the status, a form the page. */
export function startRoute(deps: LoginPagesDeps): Route {
  return async function start(ctx, { login, look, onwards }) {
    const device = (await readForm(ctx.req))?.get('device');
    if (device !== 'same' && device !== 'other') {
      sendError(ctx, 'foreign-form', referenceOf(ctx));
      return;
    }
    const scene = await openScene(deps, ctx, login);
    const before = await deps.viewLogin(login, visitorOf(ctx, scene.language), look);
    const view = maybeStarted(before) ? await beginLogin(deps, ctx, { scene, device }) : before;

    if (view === undefined) return;
    if (ctx.accepts('html', 'json') === 'json') {
      ctx.body = statusOf(view, scene, onwards);
      return;
    }
    seeOther(ctx, scene);
  };
}

/** A second click, in a second tab or after "back", must not start a second order. */
function maybeStarted(view: LoginView): boolean {
  if (view.step === 'waiting') return view.awaitsReturn;
  return view.step !== 'finished' && view.step !== 'refused';
}

function seeOther(ctx: Parameters<Route>[0], { login }: Scene): void {
  ctx.status = 303;
  ctx.redirect(pathOf(login));
}
