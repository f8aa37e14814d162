import Provider from 'oidc-provider';

import { Failure } from '../../../domain/failure.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import { refusalOf } from '../errors/oauth-errors.ts';
import { CIBA_GRANT, HEADLESS_GRANTS } from '../grant-types.ts';
import { type BackchannelChannel, operationOf } from './backchannel-endpoints.ts';

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
}

/**
 * Which applications may use CIBA and headless: those that list the flow. Judged at every channel of it, right after
 * the client is authenticated, and refused in OAuth's word for it (RFC 6749 §5.2).
 */
export function refuseForeignFlows(provider: Provider, { domain, configuration }: Deps): void {
  const { Client } = provider;
  const byMetadata = Client.prototype.grantTypeAllowed;
  Client.prototype.grantTypeAllowed = function grantTypeAllowed(grantType) {
    const flow = flowOf(grantType);
    if (flow === undefined) return byMetadata.call(this, grantType);
    const application = configuration.application(domain, this.clientId);
    if (application?.flows.includes(flow)) return true;
    throw refusalOf(new Failure('flow-not-offered', { names: { flow } }));
  };
}

/**
 * A headless request is started at the library's CIBA endpoint, which asks for that grant. When the library
 * revokes what a code gave, it asks about grants that nobody asked for.
 */
function flowOf(grantType: string): BackchannelChannel | undefined {
  const requested = Provider.ctx?.oidc?.params?.grant_type;
  if (requested !== undefined && requested !== grantType) return undefined;
  if (grantType === CIBA_GRANT)
    return (Provider.ctx && operationOf(Provider.ctx)?.channel) ?? 'ciba';
  return HEADLESS_GRANTS.some((grant) => grant === grantType) ? 'headless' : undefined;
}
