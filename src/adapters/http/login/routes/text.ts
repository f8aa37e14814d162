import type { LoginPagesDeps } from '../login-pages-deps.ts';
import { openScene } from '../open-scene.ts';
import { readPage } from '../pages/read-page.ts';
import { sendPage } from '../send-page.ts';
import type { Route } from './route.ts';

/** `GET /login/:id/text`: the text to sign alone; 404 when there is none. */
export function textRoute(deps: LoginPagesDeps): Route {
  return async function text(ctx, { login }) {
    if (login.intent.kind !== 'signature') return;
    const scene = await openScene(deps, ctx, login);
    sendPage(ctx, readPage(scene), scene);
  };
}
