import { visitorOf } from '../../visitor-of.ts';
import { languageOf } from '../language-of.ts';
import type { LoginPagesDeps } from '../login-pages-deps.ts';
import { qrImage } from '../qr-image.ts';
import type { Route } from './route.ts';

/** `GET /login/:id/qr.svg`: the QR code of this second, for pages without a script; 404 when none is shown. */
export function qrRoute(deps: LoginPagesDeps): Route {
  return async function qr(ctx, { login, look }) {
    const view = await deps.viewLogin(
      login,
      visitorOf(ctx, languageOf(ctx, login.uiLocales)),
      look,
    );
    const text = view.step === 'waiting' ? view.clues?.qrData : undefined;
    if (text === undefined) return;
    ctx.type = 'image/svg+xml';
    ctx.body = qrImage(text);
  };
}
