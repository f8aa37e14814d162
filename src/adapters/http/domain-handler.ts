import type { IncomingMessage, ServerResponse } from 'node:http';

import Koa, { type Context, type Middleware } from 'koa';

import { unavailableIn } from '../../domain/failure.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Configuration } from '../../ports/configuration.ts';
import type { Log } from '../../ports/log.ts';
import { APP_CALLBACK, appCallback } from './app-callback.ts';
import type { Serve } from './request-handler.ts';

/** What a domain serves. */
export interface DomainHandlerParts {
  /** The OpenID Provider's endpoints. */
  readonly provider: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  /** The pages that a person sees. */
  readonly pages: Middleware;
  /** What `error_uri` leads to. */
  readonly errorPages: Middleware;
  readonly onFault: OnFault;
}

/** Pages under `/login` and `/errors`, their assets, and the callback pages of native apps; everything else is the provider's. */
export function makeDomainHandler({
  provider,
  pages,
  errorPages,
  onFault,
}: DomainHandlerParts): Serve {
  const app = new Koa();
  app.on('error', onFault);
  app.use(pages);
  app.use(errorPages);
  app.use(appCallback);
  const servePages = app.callback();
  const isPage = (url: string) => /^\/(login|assets|errors)\//.test(url) || APP_CALLBACK.test(url);
  return (req, res) => (isPage(req.url ?? '') ? servePages(req, res) : provider(req, res));
}

/** An error that the framework reports: no other handler caught it. */
export interface OnFault {
  (cause: unknown, ctx?: Context): void;
}

/** Callers that went away before they had their answer, in the middle of what they sent, or were too slow to send it. */
const GONE = /^(?:ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_HTTP_REQUEST_TIMEOUT|HPE_\w+)$/;

/** Keeps the frameworks' faults in our log instead of raw on standard error. */
export function makeLogFaults(log: Log): OnFault {
  return (cause, ctx) => {
    const { code } = Object(cause) as { readonly code?: unknown };
    const reference = ctx?.response.get('X-Request-Id');
    if (typeof code === 'string' && GONE.test(code)) {
      return log.info('request.aborted', { reference, code });
    }
    const unavailable = unavailableIn(cause);
    if (unavailable === undefined) return log.error('request.failed', { reference, cause });
    return log.warn('request.unavailable', { reference, cause: unavailable.message });
  };
}

/** Makes what one domain is served with, from one state of the configuration. */
export type OfDomain<Made> = (domain: Domain, configuration: Configuration) => Promise<Made>;

/** The same, made once: it lasts as long as the configuration. A making that fails is tried again. */
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
