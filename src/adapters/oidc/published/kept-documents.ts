import type { Context, Middleware } from 'koa';

import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/directory.ts';
import { applicationIn } from './application-in.ts';

/** An answer as it goes out. */
interface Document {
  readonly type: string;
  readonly cacheControl: string;
  readonly body: Buffer;
}

/** Below an acr value as well. Its padding has more spellings than these: those documents are made anew. */
const PUBLISHED = /^(?:\/[A-Za-z\d+]+={0,2})?\/\.well-known\/[\w.-]+$/;
/** The same for everybody, whatever is asked with it. */
const KEYS = /\/jwks(?:\.json)?$/;
/** All that the others may depend on. */
const FOR_ONE_APPLICATION = /^client_id=[^&]+$/;

/** However many applications a domain has, their documents together shall not fill the memory. */
const MOST_DOCUMENTS = 500;

/**
 * Keeps the documents that the provider publishes: they stay the same until the configuration or the keys change, and
 * then there is another provider. What was refused is not kept.
 */
export function keptDocuments(domain: Domain, configuration: Configuration): Middleware {
  const kept = new Map<string, Document>();
  return async (ctx, next) => {
    const name = nameOf(ctx);
    if (name === undefined) return next();

    const known = kept.get(name);
    if (known === undefined) {
      await next();
      if (ctx.status !== 200) return undefined;
      const [oldest = ''] = kept.keys();
      if (kept.size >= MOST_DOCUMENTS) kept.delete(oldest);
      kept.set(name, {
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

  /**
   * Undefined for what is not kept. Made of what we know, never of how a stranger spells it: a client id can be escaped
   * in any number of ways, and each would be a document more.
   */
  function nameOf(ctx: Context): string | undefined {
    const { method, path, querystring } = ctx;
    if (method !== 'GET' || !PUBLISHED.test(path)) return undefined;
    if (querystring === '') return path;
    if (KEYS.test(path) || !FOR_ONE_APPLICATION.test(querystring)) return undefined;
    const application = applicationIn(ctx, domain, configuration);
    return application && `${path}?${application.clientId}`;
  }
}
