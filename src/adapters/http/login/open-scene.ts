import type { Context } from 'koa';

import type { Login } from '../../../flows/browser-login/login.ts';
import { offeredEid } from '../../../flows/order/offered-eid.ts';
import { languageOf } from './language-of.ts';
import type { LoginPagesDeps } from './login-pages-deps.ts';
import { isMobile, type Scene } from './scene.ts';

/** @throws {Failure} eid-not-offered */
export async function openScene(deps: LoginPagesDeps, ctx: Context, login: Login): Promise<Scene> {
  return {
    login,
    ...(await offeredEid(deps.directory, login)),
    language: languageOf(ctx, login.uiLocales),
    mobile: isMobile(ctx.get('User-Agent')),
  };
}
