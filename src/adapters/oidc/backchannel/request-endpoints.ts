import { Readable } from 'node:stream';

import type { Middleware } from 'koa';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import type { CancelRequest } from '../../../flows/polling/cancel-request.ts';
import type { WatchRequest } from '../../../flows/polling/watch-request.ts';
import type { Poller } from '../../../ports/authentications.ts';
import { type BackchannelChannel, REQUEST_ID } from '../endpoints.ts';
import { FORMS } from '../errors/entries/endpoints.ts';
import { invalidGrant, libraryError, refusing } from '../errors/oauth-errors.ts';
import { CIBA_GRANT, HEADLESS_GRANTS } from '../grant-types.ts';
import { clientEndpoint, type EndpointStep, singleParameters } from '../library-internals.ts';
import { eventStream } from './acr-data.ts';

/** What the endpoints about a started request need. */
export interface RequestRouteDeps {
  readonly domain: Domain;
  readonly cancelRequest: CancelRequest;
  readonly watchRequest: WatchRequest;
}

/** `POST /ciba/cancel` and `POST /headless/cancel` */
export function cancelEndpoint(
  provider: Provider,
  deps: RequestRouteDeps,
  channel: BackchannelChannel,
): Middleware {
  return requestEndpoint(provider, deps, { channel, serve: cancel });
}

/** `POST /headless/events` */
export function eventsEndpoint(provider: Provider, deps: RequestRouteDeps): Middleware {
  return requestEndpoint(provider, deps, { channel: 'headless', serve: streamEvents });
}

/** A request of a client, as its endpoint serves it. */
interface OfRequest extends RequestRouteDeps {
  readonly requestId: string;
  readonly by: Poller;
}

interface RequestEndpoint {
  readonly channel: BackchannelChannel;
  readonly serve: (ctx: KoaContextWithOIDC, request: OfRequest) => Promise<void>;
}

/** An endpoint about a started request: the client proves that it may use the flow, and names the request. */
function requestEndpoint(
  provider: Provider,
  deps: RequestRouteDeps,
  { channel, serve }: RequestEndpoint,
): Middleware {
  const name = REQUEST_ID[channel];
  const answer: EndpointStep = async (ctx) => {
    const requestId = requiredParam(ctx, name);
    const clientId = ctx.oidc.client?.clientId ?? '';
    const by = { issuer: deps.domain.issuer, clientId, channel };
    await serve(ctx, { ...deps, requestId, by });
    provider.emit('grant.success', ctx);
  };
  const steps = [refuseGrantType, requireFlow(channel), singleParameters, answer];
  return clientEndpoint(provider, { like: 'token', params: [name], steps });
}

/** The value of a parameter. @throws {Error} invalid_request, when it was not sent */
export function requiredParam(ctx: KoaContextWithOIDC, name: string): string {
  const value = ctx.oidc.params?.[name];
  if (typeof value === 'string') return value;
  throw libraryError(FORMS['parameter-missing'], { names: { name: `'${name}'` } });
}

/** The path names the grant: a `grant_type` beside it contradicts it or repeats it. */
const refuseGrantType: EndpointStep = ({ oidc }, next) => {
  if (!Object.hasOwn(oidc.body ?? {}, 'grant_type')) return next();
  throw libraryError(FORMS['parameter-repeated'], { names: { names: "'grant_type' parameter" } });
};

/** Refuses a client that may not use the flow, or that sends too many requests. */
export function requireFlow(channel: BackchannelChannel): EndpointStep {
  const grant = channel === 'ciba' ? CIBA_GRANT : HEADLESS_GRANTS[0];
  return (ctx, next) => {
    ctx.oidc.client?.grantTypeAllowed(grant);
    return next();
  };
}

async function cancel(ctx: KoaContextWithOIDC, { cancelRequest, requestId, by }: OfRequest) {
  if (!(await cancelRequest(requestId, by))) throw unknownRequest();
  ctx.body = {};
}

/** Answers with the events of a request, until its end or until the client hangs up. */
export async function streamEvents(
  ctx: KoaContextWithOIDC,
  { watchRequest, requestId, by }: Pick<OfRequest, 'watchRequest' | 'requestId' | 'by'>,
): Promise<void> {
  const seen = await refusing(ctx, () => watchRequest(requestId, by));
  if (seen === undefined) throw unknownRequest();
  // It closes at its end and when the client hangs up, also before the first event.
  ctx.body = Readable.from(eventStream(seen.events)).once('close', seen.leave);
  ctx.type = 'text/event-stream';
  // Proxies that collect an answer before they pass it on would make a stream useless.
  ctx.set('X-Accel-Buffering', 'no');
}

/** No such request of this client, or none any more. */
export function unknownRequest(): Error {
  return invalidGrant('no such request of this client, or its outcome has been told');
}
