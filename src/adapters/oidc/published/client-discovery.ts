import type { Middleware } from 'koa';

import { offeredAcrValues } from '../../../domain/application.ts';
import { SCOPES } from '../../../domain/scope.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/directory.ts';
import { DISCOVERY } from '../endpoints.ts';
import { applicationIn, unknownApplication } from './application-in.ts';

/**
 * The discovery document as a domain should publish it: with the scopes that its eIDs release claims for. The library
 * would list every scope that a request may hold. With `client_id`, it has only the eIDs that the application may use.
 */
export function clientDiscovery(domain: Domain, configuration: Configuration): Middleware {
  const released = ['openid', ...configuration.scopes(domain)];
  const scopes = SCOPES.filter((scope) => released.includes(scope));
  return async (ctx, next) => {
    if (ctx.path !== DISCOVERY) return next();
    const isForOne = ctx.query.client_id !== undefined;
    const application = isForOne ? applicationIn(ctx, domain, configuration) : undefined;
    if (isForOne && application === undefined) return unknownApplication(ctx);
    await next();
    if (ctx.status !== 200) return undefined;
    const document = { ...(ctx.body as object), scopes_supported: scopes };
    ctx.body =
      application === undefined
        ? document
        : { ...document, acr_values_supported: offeredAcrValues(application, domain.acrValues) };
    return undefined;
  };
}
