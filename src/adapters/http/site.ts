import type { IncomingMessage, ServerResponse } from 'node:http';

import Koa, { type Middleware } from 'koa';

import { APP_CALLBACK, appCallback } from './app-callback.ts';
import type { Serve } from './front-door.ts';
import type { OnFault } from './log-faults.ts';

/** What a domain serves. */
export interface SiteParts {
  /** The OpenID Provider's endpoints. */
  readonly provider: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  /** The pages that a person sees. */
  readonly pages: Middleware;
  /** What `error_uri` leads to. */
  readonly errorPages: Middleware;
  readonly onFault: OnFault;
}

/** Pages under `/login` and `/errors`, their assets, and the callback pages of native apps; everything else is the provider's. */
export function makeSite({ provider, pages, errorPages, onFault }: SiteParts): Serve {
  const app = new Koa();
  app.on('error', onFault);
  app.use(pages);
  app.use(errorPages);
  app.use(appCallback);
  const servePages = app.callback();
  const isPage = (url: string) => /^\/(login|assets|errors)\//.test(url) || APP_CALLBACK.test(url);
  return (req, res) => (isPage(req.url ?? '') ? servePages(req, res) : provider(req, res));
}
