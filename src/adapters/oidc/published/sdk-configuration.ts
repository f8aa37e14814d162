import type { Middleware } from 'koa';

import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/directory.ts';
import { SDK_CONFIGURATION } from '../endpoints.ts';
import { applicationIn, unknownApplication } from './application-in.ts';

/**
 * What the SDKs for pages want to know beside discovery. They offer a handover of a whole login to a phone by a QR
 * code of their own; it is off here, and the addresses for it lead nowhere.
 */
export function sdkConfiguration(domain: Domain, configuration: Configuration): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== SDK_CONFIGURATION || ctx.method !== 'GET') return next();
    const application = applicationIn(ctx, domain, configuration);
    if (application === undefined) return unknownApplication(ctx);
    const { issuer } = domain;
    ctx.body = {
      csdc_wss_url: `${issuer.replace(/^http/, 'ws')}/csdc`,
      csdc_session_url: `${issuer}/csdc/sessions/{id}`,
      qr_intermediary_url: `${issuer}/qr/{id}`,
      // Discovery lists registered values only.
      prompt_values_supported: ['none', 'login', 'consent', 'consent_revoke'],
      clients: [{ client_id: application.clientId, qr_branding: false, qr_enabled: false }],
    };
    return undefined;
  };
}
