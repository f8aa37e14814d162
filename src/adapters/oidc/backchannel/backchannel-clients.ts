import Provider, { type Client } from 'oidc-provider';

import { Failure } from '../../../domain/failure.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { BackchannelChannel } from '../endpoints.ts';
import { refusalOf } from '../errors/oauth-errors.ts';
import { CIBA_GRANT, HEADLESS_GRANTS } from '../grant-types.ts';

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
}

/**
 * Whether the client may use CIBA or headless: its application lists the flow. Undefined for any other grant.
 * @throws unauthorized_client (RFC 6749 §5.2)
 */
export function makeFlowAllowed({ domain, configuration }: Deps) {
  return function flowAllowed({ clientId }: Client, grantType: string): true | undefined {
    const flow = flowOf(grantType);
    if (flow === undefined) return undefined;
    const application = configuration.application(domain, clientId);
    if (application?.flows.includes(flow)) return true;
    throw refusalOf(new Failure('flow-not-offered', { names: { flow } }));
  };
}

/** When the library revokes what a code gave, it checks grants that the request did not name. */
function flowOf(grantType: string): BackchannelChannel | undefined {
  const requested = Provider.ctx?.oidc?.params?.grant_type;
  if (requested !== undefined && requested !== grantType) return undefined;
  if (grantType === CIBA_GRANT) return 'ciba';
  return HEADLESS_GRANTS.some((grant) => grant === grantType) ? 'headless' : undefined;
}
