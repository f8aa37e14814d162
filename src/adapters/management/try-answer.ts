import type { Context, Next } from 'koa';

import { ApiProblem } from './problem.ts';
import { readBody } from './read-body.ts';

/** The path of the console to which a login to try comes back. */
const TRY_PATH = '/try';
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** In characters: a header of the answer carries it, and browsers read 256 kB of headers. */
const MAX_ANSWER = 128 * 1024;

const FORM = { types: [FORM_TYPE], schema: {}, isSettings: true } as const;
const PARSERS = { [FORM_TYPE]: (text: string) => Object.fromEntries(new URLSearchParams(text)) };

/**
 * Receives the answer to a login to try with `response_mode=form_post`: the page of the issuer posts it. The browser goes
 * on to the console with the answer in the fragment, which reaches no server. Nothing is read, stored or changed, so that
 * any page may post here; the console accepts the answer only in the tab that holds its `state`.
 */
export async function receiveTryAnswer(ctx: Context, next: Next): Promise<void> {
  if (ctx.method !== 'POST' || ctx.path !== TRY_PATH) return next();
  const { body } = await readBody(ctx.req, FORM, PARSERS);
  const answer = new URLSearchParams(body as Record<string, string>).toString();
  if (answer.length > MAX_ANSWER) throw new ApiProblem(413, 'The answer is too big to be shown.');
  ctx.redirect(`${TRY_PATH}#${answer}`);
  ctx.status = 303;
  ctx.body = '';
}
