import type { Context } from 'koa';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

import { type AnswerFields, answerUrl } from './post-message.ts';

/**
 * `response_mode=json`: what would be a redirect is said to the script that asked. A request that is refused at once
 * has nothing to complete, and is told as the error that it is.
 */
export function answerInJson(provider: Provider): void {
  provider.registerResponseMode('json', (ctx, redirectUri, answer) => {
    const told = answer as AnswerFields;
    const isRefused = ctx.oidc.route !== 'resume' || ctx.status >= 500;
    if (!isRefused) ctx.status = 200;
    else if (ctx.status < 400) ctx.status = 400;
    ctx.body = isRefused ? told : { location: answerUrl(redirectUri, told) };
  });
}

/** True when the answer is read by a script; also for a request that nobody has understood yet. */
export function isForScript(ctx: Context): boolean {
  const { oidc } = ctx as Partial<KoaContextWithOIDC>;
  return (oidc?.params?.response_mode ?? ctx.query.response_mode) === 'json';
}
