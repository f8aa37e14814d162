import type { Middleware } from 'koa';

/** An answer as it goes out. */
interface Document {
  readonly type: string;
  readonly cacheControl: string;
  readonly body: Buffer;
}

const PUBLISHED = /(?:^|\/)\.well-known\/[\w.-]+$/;
/** All that a document may depend on. */
const FOR_ONE_APPLICATION = /^client_id=[^&]*$/;

/** A document has several addresses; all of them together shall not fill the memory. */
const MOST_DOCUMENTS = 500;

/**
 * Keeps the documents that the provider publishes: they stay the same until the configuration or the keys change, and
 * then there is another provider. What was refused is not kept.
 */
export function keptDocuments(): Middleware {
  const kept = new Map<string, Document>();
  return async (ctx, next) => {
    const { method, path, querystring } = ctx;
    const isPlain = querystring === '' || FOR_ONE_APPLICATION.test(querystring);
    if (!isPlain || !PUBLISHED.test(path)) return next();

    const request = `${method} ${path}?${querystring}`;
    const known = kept.get(request);
    if (known === undefined) {
      await next();
      if (ctx.status !== 200) return undefined;
      if (kept.size >= MOST_DOCUMENTS) kept.clear();
      kept.set(request, {
        type: ctx.response.get('Content-Type'),
        cacheControl: ctx.response.get('Cache-Control'),
        body: Buffer.from(JSON.stringify(ctx.body)),
      });
      return undefined;
    }
    ctx.set({ 'Content-Type': known.type, 'Cache-Control': known.cacheControl });
    ctx.body = known.body;
    return undefined;
  };
}
