import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

import type { Application } from '../../../domain/application.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/directory.ts';
import { judgeOrigin } from '../cross-origin/judge-origin.ts';
import { orRefuse } from '../errors/or-refuse.ts';

/**
 * Judges a request for `response_mode=json` as soon as that is known, however it came: its page must be the
 * application's, and whoever is logged in in that browser has nothing to do with it. What is wrong with such a
 * request is told to the script, also when its application may not ask so.
 */
export function judgeScripts(
  provider: Provider,
  domain: Domain,
  configuration: Configuration,
): void {
  const { prototype } = provider.Client;
  const judgedBefore = prototype.responseModeAllowed;
  prototype.responseModeAllowed = function responseModeAllowed(mode, responseType, fapi) {
    const { ctx } = Provider;
    const application = configuration.application(domain, this.clientId);
    const goesOn = () => judgedBefore.call(this, mode, responseType, fapi);
    if (mode !== 'json' || ctx === undefined || application === undefined) return goesOn();
    judge(ctx, provider, application);
    try {
      return goesOn();
    } finally {
      Object.assign(ctx.oidc.params ?? {}, { response_mode: mode });
    }
  };
}

function judge(ctx: KoaContextWithOIDC, provider: Provider, application: Application): void {
  orRefuse(() => judgeOrigin(ctx, application));
  if (ctx.oidc.route !== 'authorization') return;
  // The types call it read-only; the library itself sets it for each request.
  Object.assign(ctx.oidc, { session: new provider.Session() });
}
