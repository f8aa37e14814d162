import Provider, { type Client } from 'oidc-provider';

import { Failure } from '../../../domain/failure.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { RequestLimits } from '../../../ports/admission.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { BackchannelChannel } from '../endpoints.ts';
import { libraryErrorOf, setRetryAfter } from '../errors/oauth-errors.ts';
import { contextOf } from '../request-context.ts';

interface LimitDeps {
  readonly domain: Domain;
  readonly requestLimits: Pick<RequestLimits, 'count'>;
}

/** The library's names of the endpoints at which a client authenticates before anything else. */
const AUTHENTICATED: readonly (string | undefined)[] = [
  'token',
  'backchannel_authentication',
  'pushed_authorization_request',
];

/** Counts the request that is served. @throws {Error} temporarily_unavailable, when the client sends too many */
export type LimitClient = (client: Client) => void;

/**
 * Limits how often a client sends requests, right after its authentication: no other caller can use up its limit. A
 * client without a secret has no limit of its own. Its address and its tenant have theirs all the same.
 */
export function makeLimitClient({ domain, requestLimits }: LimitDeps): LimitClient {
  return function limitClient({ clientId, clientAuthMethod }) {
    const { ctx } = Provider;
    if (ctx === undefined || !AUTHENTICATED.includes(ctx.oidc.route)) return;
    const context = contextOf(ctx);
    if (clientAuthMethod === 'none' || context.isClientCounted) return;
    context.isClientCounted = true;
    try {
      requestLimits.count('client', JSON.stringify([domain.tenantId, clientId]));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setRetryAfter(ctx, error.values.seconds);
      throw libraryErrorOf(error);
    }
  };
}

interface FlowDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
}

/** Requires that the client's application lists the flow. @throws {Error} unauthorized_client (RFC 6749 §5.2) */
export function makeRequireFlow({ domain, configuration }: FlowDeps) {
  return function requireFlow(
    { clientId }: Pick<Client, 'clientId'>,
    flow: BackchannelChannel,
  ): void {
    const application = configuration.application(domain, clientId);
    if (application?.flows.includes(flow)) return;
    throw libraryErrorOf(new Failure('flow-not-offered', { values: { flow } }));
  };
}

/** The dependencies of `makeRequireClientAccess`. */
export type AccessDeps = LimitDeps & FlowDeps;

/** Requires that a client is within its limit and may use the flow. @throws as `LimitClient` and `requireFlow` */
export function makeRequireClientAccess(deps: AccessDeps, flow: BackchannelChannel) {
  const limitClient = makeLimitClient(deps);
  const requireFlow = makeRequireFlow(deps);
  return function requireClientAccess(client: Client): void {
    limitClient(client);
    requireFlow(client, flow);
  };
}
