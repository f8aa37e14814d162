import type { Context } from 'koa';
import { languageOf } from './language-of.ts';
import { pageHeaders } from './page-headers.ts';
import { layout } from './pages/layout.ts';
import { localizedErrorPage } from './pages/localized-error-page.ts';
import type { Page } from './pages/page.ts';
import type { Scene } from './scene.ts';
import type { PageError } from './words/words.ts';
import { wordsIn } from './words/words-in.ts';

/** Answers a page of a login. */
export function sendPage(ctx: Context, page: Page, scene: Scene): void {
  ctx.set(pageHeaders(scene.login.returnsTo));
  ctx.type = 'html';
  ctx.body = layout(page, scene);
}

/** Answers one of our own refusals. */
export function sendError(ctx: Context, error: PageError, reference: string): void {
  ctx.set(pageHeaders());
  ctx.status = STATUSES[error];
  ctx.type = 'html';
  const { title, description } = wordsIn(languageOf(ctx)).errors[error];
  ctx.body = localizedErrorPage(ctx, { title, code: error, description, reference });
}

const STATUSES: Readonly<Record<PageError, number>> = {
  'login-not-found': 404,
  'other-browser': 403,
  'foreign-form': 403,
  'eid-not-offered': 404,
  'service-unavailable': 503,
  'too-many-requests': 429,
  'internal-error': 500,
};
