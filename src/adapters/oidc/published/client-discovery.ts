import type { Middleware } from 'koa';

import { offeredAcrValues } from '../../../domain/application.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/directory.ts';
import { DISCOVERY } from '../endpoints.ts';
import { applicationIn, unknownApplication } from './application-in.ts';

/** The discovery document as one application should see it: with `client_id`, only the eIDs that it may use. */
export function clientDiscovery(domain: Domain, configuration: Configuration): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== DISCOVERY || ctx.query.client_id === undefined) return next();
    const application = applicationIn(ctx, domain, configuration);
    if (application === undefined) return unknownApplication(ctx);
    await next();
    if (ctx.status !== 200) return undefined;
    const acrValues = offeredAcrValues(application, domain.acrValues);
    ctx.body = { ...(ctx.body as object), acr_values_supported: acrValues };
    return undefined;
  };
}
