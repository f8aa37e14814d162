import type { Context } from 'koa';

import { Failure } from '../../../domain/failure.ts';
import type { Login } from '../../../flows/browser-login/login.ts';
import { languageOf } from './language-of.ts';
import type { LoginPagesDeps } from './login-pages-deps.ts';
import { isMobile, type Scene } from './scene.ts';

/** @throws {Failure} eid-not-offered */
export async function openScene(deps: LoginPagesDeps, ctx: Context, login: Login): Promise<Scene> {
  const configuration = await deps.directory.current();
  const offered = configuration.eid(login.issuer, login.acr);
  if (offered === undefined) throw new Failure('eid-not-offered', { detail: login.acr });
  return {
    login,
    ...offered,
    language: languageOf(ctx, login.uiLocales),
    mobile: isMobile(deps.visitorOf(ctx).userAgent),
  };
}
