import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Middleware } from 'koa';
import type Provider from 'oidc-provider';

import type { PendingLogins } from '../../ports/pending-logins.ts';
import { cancelEndpoint, eventsEndpoint } from './backchannel/request-endpoints.ts';
import { cibaAuthorize, headlessAuthorize } from './backchannel/start-endpoints.ts';
import { makeEncodeRawBasic } from './clients/basic-credentials.ts';
import { cors } from './cors.ts';
import { embeddedLogins } from './embedded/open-embedded.ts';
import {
  BACKCHANNEL_ENDPOINTS,
  ENDPOINTS,
  LOGOUT,
  OPENAPI,
  SDK_CONFIGURATION,
} from './endpoints.ts';
import { errorUri } from './errors/error-uri.ts';
import { unfinishedLogin } from './logins/interaction-policy.ts';
import type { ProviderParts } from './provider-deps.ts';
import { exactPaths, libraryPaths } from './requests/paths.ts';
import { requestShapes } from './requests/request-shapes.ts';
import { serviceUnavailableResponses } from './response-modes/error-response.ts';
import { responseShapes } from './response-modes/response-shapes.ts';
import { freshSession } from './sessions/fresh-session.ts';
import { logout } from './sessions/logout.ts';
import { consumePendingExchange } from './storage/code-exchange.ts';
import { supportCodeMember } from './support-code.ts';
import {
  appLinks,
  cachedDocuments,
  description,
  sdkConfiguration,
  wellKnownDocuments,
} from './well-known.ts';

/** The parts of a provider, and the logins of its browsers. */
interface MiddlewareParts extends ProviderParts {
  readonly logins: PendingLogins<IncomingMessage, ServerResponse>;
}

/** Each request passes these in their order before it reaches the library; its answer passes them the other way. */
export function useMiddlewares(provider: Provider, parts: MiddlewareParts): void {
  const { domain, configuration } = parts;
  const middlewares: readonly Middleware[] = [
    // Outermost: a script may read every refusal.
    cors,
    supportCodeMember,
    serviceUnavailableResponses(parts),
    cachedDocuments(domain, configuration),
    consumePendingExchange,
    // Around all that writes a URL into an answer.
    responseShapes,
    errorUri(provider, domain),
    // Behind these two a request has the path and the form that the library serves.
    libraryPaths(domain, configuration.catalogue),
    requestShapes(makeEncodeRawBasic(parts)),
    // A login that goes back to its page must leave the browser's session alone.
    unfinishedLogin({ provider, ...parts }),
    freshSession({ provider, ...parts }),
    wellKnownDocuments(domain, configuration),
    ownEndpoints(provider, parts),
    // A login that ends here goes on at the library's own path, past the two that serve browsers.
    embeddedLogins({ ...parts, ...parts.embedded }),
    exactPaths,
  ];
  for (const middleware of middlewares) provider.use(middleware);
}

/** The endpoints that are ours, by method and path. */
function ownEndpoints(provider: Provider, parts: MiddlewareParts): Middleware {
  const { domain, configuration } = parts;
  const backchannel = { ...parts, ...parts.backchannel };
  const endpoints = new Map<string, Middleware>([
    [`POST ${ENDPOINTS.backchannel_authentication}`, cibaAuthorize(provider, backchannel)],
    [`POST ${BACKCHANNEL_ENDPOINTS.cibaCancel}`, cancelEndpoint(provider, backchannel, 'ciba')],
    [`POST ${BACKCHANNEL_ENDPOINTS.headlessAuthorize}`, headlessAuthorize(provider, backchannel)],
    [
      `POST ${BACKCHANNEL_ENDPOINTS.headlessCancel}`,
      cancelEndpoint(provider, backchannel, 'headless'),
    ],
    [`POST ${BACKCHANNEL_ENDPOINTS.headlessEvents}`, eventsEndpoint(provider, backchannel)],
    [`GET ${LOGOUT}`, logout({ provider, ...parts })],
    [`GET ${OPENAPI}`, description(domain, configuration)],
    [`GET ${SDK_CONFIGURATION}`, sdkConfiguration(domain, configuration)],
  ]);
  for (const [path, document] of appLinks(domain, configuration)) {
    const publish: Middleware = (ctx) => {
      ctx.body = document;
    };
    endpoints.set(`GET ${path}`, publish).set(`HEAD ${path}`, publish);
  }
  return (ctx, next) => {
    const endpoint = endpoints.get(`${ctx.method} ${ctx.path}`);
    return endpoint === undefined ? next() : endpoint(ctx, next);
  };
}
