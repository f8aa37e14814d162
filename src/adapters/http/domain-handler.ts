import type { IncomingMessage, ServerResponse } from 'node:http';

import Koa, { type Context, type Middleware } from 'koa';

import { serviceUnavailableIn } from '../../domain/failure.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Configuration } from '../../ports/configuration.ts';
import type { Log } from '../../ports/log.ts';
import { APP_CALLBACK, appCallback } from './app-callback.ts';
import { type Frame, setFrame } from './login/pages/frame.ts';
import type { Serve } from './request-handler.ts';

/** Receives an error that no other handler caught. */
export interface OnFault {
  (cause: unknown, ctx?: Context): void;
}

/** The handlers of one domain. */
export interface DomainHandlerParts {
  /** The OpenID Provider's endpoints. */
  readonly provider: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  /** The login pages. */
  readonly pages: Middleware;
  /** The pages behind `error_uri`. */
  readonly errorExplanations: Middleware;
  /** Around every page. */
  readonly frame: Frame;
  /** The page at `/`. */
  readonly rootPage: Middleware;
  readonly onFault: OnFault;
}

/** Serves `/`, `/login`, `/callback`, `/errors`, their assets and the pages for native apps. The provider serves all else. */
export function makeDomainHandler({
  provider,
  pages,
  errorExplanations,
  frame,
  rootPage,
  onFault,
}: DomainHandlerParts): Serve {
  const app = new Koa();
  app.on('error', onFault);
  app.use((ctx, next) => {
    setFrame(ctx, frame);
    return next();
  });
  app.use(pages);
  app.use(errorExplanations);
  app.use(appCallback);
  app.use(rootPage);
  const servePages = app.callback();
  return (req, res) => (isPage(req) ? servePages(req, res) : provider(req, res));
}

function isPage({ url = '', method = '' }: IncomingMessage): boolean {
  const isRoot = /^\/(?:\?|$)/.test(url) && ['GET', 'HEAD'].includes(method);
  return isRoot || /^\/(login|callback|assets|errors)\//.test(url) || APP_CALLBACK.test(url);
}

/** The caller closed the connection, or was too slow to send its request. */
const GONE = /^(?:ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_HTTP_REQUEST_TIMEOUT|HPE_\w+)$/;

/** Logs the errors that the frameworks would print to standard error. */
export function makeLogFaults(log: Log): OnFault {
  return (cause, ctx) => {
    const { code } = Object(cause) as { readonly code?: unknown };
    const reference = ctx?.response.get('X-Request-Id');
    if (typeof code === 'string' && GONE.test(code)) {
      return log.info('request.aborted', { reference, code });
    }
    const unavailable = serviceUnavailableIn(cause);
    if (unavailable === undefined) return log.error('request.failed', { reference, cause });
    return log.warn('request.unavailable', { reference, cause: unavailable.message });
  };
}

/** Makes the handler of a domain from one state of the configuration. */
export type OfDomain<Made> = (domain: Domain, configuration: Configuration) => Promise<Made>;

/** Caches what `make` returns, for each domain of one state of the configuration. A failure is not cached. */
export function onceForEachDomain<Made>(make: OfDomain<Made>): OfDomain<Made> {
  const made = new WeakMap<Configuration, Map<string, Promise<Made>>>();
  return (domain, configuration) => {
    const ofDomains = made.get(configuration) ?? new Map<string, Promise<Made>>();
    made.set(configuration, ofDomains);
    const known = ofDomains.get(domain.issuer);
    if (known !== undefined) return known;
    const making = make(domain, configuration);
    ofDomains.set(domain.issuer, making);
    making.catch(() => ofDomains.delete(domain.issuer));
    return making;
  };
}
