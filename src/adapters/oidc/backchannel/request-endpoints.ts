import { Readable } from 'node:stream';

import type { Middleware } from 'koa';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

import type { CancelRequest } from '../../../flows/polling/poll-request.ts';
import type { WatchRequest } from '../../../flows/polling/watch-request.ts';
import type { Poller } from '../../../ports/authentications.ts';
import { type BackchannelChannel, REQUEST_ID } from '../endpoints.ts';
import { ANY_ENDPOINT } from '../errors/entries/endpoints.ts';
import { invalidGrant, libraryError, withOAuthErrors } from '../errors/oauth-errors.ts';
import { clientEndpoint, type EndpointStep, singleParameters } from '../library-internals.ts';
import { type AccessDeps, makeRequireClientAccess } from '../requests/client-access.ts';
import { type NoteRefusal, showSupportCode } from '../support-code.ts';
import { eventStream } from './event-stream.ts';

/** The dependencies of the endpoints about a started request. */
export interface RequestRouteDeps extends AccessDeps {
  readonly cancelRequest: CancelRequest;
  readonly watchRequest: WatchRequest;
  readonly noteRefusal: NoteRefusal;
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

/** An endpoint about a started request, which a client of the flow names by its id. */
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
  const steps = [refuseGrantType, clientAccessStep(deps, channel), singleParameters, answer];
  return clientEndpoint(provider, { libraryEndpoint: 'token', params: [name], steps });
}

/** The value of a parameter. @throws {Error} invalid_request, when it was not sent */
export function requiredParam(ctx: KoaContextWithOIDC, name: string): string {
  const value = ctx.oidc.params?.[name];
  if (typeof value === 'string') return value;
  throw libraryError(ANY_ENDPOINT['parameter-missing'], { values: { name: `'${name}'` } });
}

/** A `grant_type` beside the path would contradict or repeat it. */
const refuseGrantType: EndpointStep = ({ oidc }, next) => {
  if (!Object.hasOwn(oidc.body ?? {}, 'grant_type')) return next();
  throw libraryError(ANY_ENDPOINT['parameter-repeated'], {
    values: { names: "'grant_type' parameter" },
  });
};

/** Refuses a client that sends too many requests, or whose application does not use the flow. */
export function clientAccessStep(deps: AccessDeps, channel: BackchannelChannel): EndpointStep {
  const requireAccess = makeRequireClientAccess(deps, channel);
  return (ctx, next) => {
    if (ctx.oidc.client !== undefined) requireAccess(ctx.oidc.client);
    return next();
  };
}

async function cancel(ctx: KoaContextWithOIDC, { cancelRequest, requestId, by }: OfRequest) {
  if (!(await cancelRequest(requestId, by))) throw unknownRequest();
  ctx.body = {};
}

type Watching = Pick<OfRequest, 'watchRequest' | 'noteRefusal' | 'requestId' | 'by'>;

/** Answers with the events of a request, until its end or until the client disconnects. */
export async function streamEvents(
  ctx: KoaContextWithOIDC,
  { watchRequest, noteRefusal, requestId, by }: Watching,
): Promise<void> {
  const seen = await withOAuthErrors(ctx, () => watchRequest(requestId, by));
  if (seen === undefined) throw unknownRequest();
  showSupportCode(ctx, seen.supportCode);
  const noteError = (error: Error) => noteRefusal(ctx, error);
  // It closes at its end and when the client disconnects, also before the first event.
  ctx.body = Readable.from(eventStream(seen.events, noteError)).once('close', seen.leave);
  ctx.type = 'text/event-stream';
  // A proxy that buffers the answer would make the stream useless.
  ctx.set('X-Accel-Buffering', 'no');
}

/** The error for a request that does not exist, is another client's, or was consumed. */
export function unknownRequest(): Error {
  return invalidGrant('no such request of this client, or its result is consumed');
}
