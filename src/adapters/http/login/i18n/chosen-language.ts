import type { Context } from 'koa';

import { LANGUAGES, type Language } from '../../../../domain/language.ts';
import { lifetimes } from '../../../../domain/lifetimes.ts';

/** The parameter of the language switch. */
export const LANGUAGE_PARAMETER = 'language';

/** The language that the person chose: in this request, or in an earlier one of this browser. */
export function chosenLanguage(ctx: Context): Language | undefined {
  return askedLanguage(ctx) ?? known(ctx.cookies.get(cookieName(ctx), { signed: false }));
}

/** Keeps a choice of this request for as long as a login may last. */
export function rememberLanguage(ctx: Context): void {
  const language = askedLanguage(ctx);
  if (language === undefined) return;
  const name = cookieName(ctx);
  const attributes = `Path=/; Max-Age=${lifetimes.login}; HttpOnly; SameSite=Lax`;
  const secure = name.startsWith('__Host-') ? '; Secure' : '';
  ctx.append('Set-Cookie', `${name}=${language}; ${attributes}${secure}`);
}

function askedLanguage({ query }: Context): Language | undefined {
  return known(query[LANGUAGE_PARAMETER]);
}

function known(value: string | string[] | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === value);
}

/** Under https only this host can set it. */
function cookieName(ctx: Context): string {
  return ctx.get('X-Forwarded-Proto') === 'https' ? '__Host-language' : 'language';
}
