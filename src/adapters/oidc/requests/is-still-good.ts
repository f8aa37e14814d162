import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/directory.ts';
import { isFlowAllowed } from './answer-rules.ts';
import type { Params } from './request-checks.ts';

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
}

/**
 * Whether the application may still be answered as it asked: what it may do can change while the person logs in. A
 * return URL that the operator took away receives nothing any more, not even an error.
 */
export function isStillGood(params: Params, { domain, configuration }: Deps): boolean {
  const { client_id = '', redirect_uri = '', response_type = '', response_mode: mode } = params;
  const application = configuration.application(domain, client_id);
  if (application === undefined || !application.redirectUris.includes(redirect_uri)) return false;
  const isModeAllowed =
    mode === undefined || application.responseModes.some((allowed) => allowed === mode);
  return isModeAllowed && isFlowAllowed(response_type, application, domain);
}
