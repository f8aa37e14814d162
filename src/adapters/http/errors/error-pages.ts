import type { Context, Middleware } from 'koa';

import { languageOf } from '../login/language-of.ts';
import { pageHeaders } from '../login/page-headers.ts';
import { type Explanation, explainedPage } from './explained-page.ts';

/** Finds the explanation of this name; undefined when there is none. */
export interface Explain {
  (name: string): Explanation | undefined;
}

const PATH = /^\/errors\/([a-z-]+)$/;
/** The id of a trace. What else a URL says is not shown. */
const REFERENCE = /^[\da-f]{32}$/;

/** `GET /errors/<name>?reference=`: what `error_uri` leads to. An unknown name is not found. */
export function errorPages(explain: Explain): Middleware {
  return async (ctx, next) => {
    const name = PATH.exec(ctx.path)?.[1];
    if (name === undefined || !['GET', 'HEAD'].includes(ctx.method)) return next();
    const explanation = explain(name);
    if (explanation === undefined) return undefined;
    ctx.set(pageHeaders());
    ctx.type = 'html';
    ctx.body = explainedPage(explanation, {
      language: languageOf(ctx),
      reference: referenceIn(ctx),
    });
    return undefined;
  };
}

function referenceIn({ query: { reference } }: Context): string | undefined {
  return typeof reference === 'string' && REFERENCE.test(reference) ? reference : undefined;
}
