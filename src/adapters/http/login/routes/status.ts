import { visitorOf } from '../../visitor-of.ts';
import type { LoginPagesDeps } from '../login-pages-deps.ts';
import { openScene } from '../open-scene.ts';
import { statusOf } from '../status-of.ts';
import type { Route } from './route.ts';

/** `GET /login/:id/status`: how it stands, for the page's script. */
export function statusRoute(deps: LoginPagesDeps): Route {
  return async function status(ctx, { login, look, onwards }) {
    const scene = await openScene(deps, ctx, login);
    ctx.body = statusOf(
      await deps.viewLogin(login, visitorOf(ctx, scene.language), look),
      scene,
      onwards,
    );
  };
}
