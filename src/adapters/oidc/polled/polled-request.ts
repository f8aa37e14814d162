import type { KoaContextWithOIDC } from 'oidc-provider';

import type { Acr } from '../../../domain/acr.ts';
import type { Application } from '../../../domain/application.ts';
import { lifetimes } from '../../../domain/lifetimes.ts';
import type { LoginHint } from '../../../domain/login-hint.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/directory.ts';
import { hintOf, judgeAcr, judgeScope, type Params } from '../requests/request-checks.ts';

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
}

/** What CIBA and headless requests have in common, judged. */
export interface PolledRequest {
  readonly domain: Domain;
  readonly application: Application;
  readonly acr: Acr;
  readonly hint: LoginHint;
  /** As granted. */
  readonly scope: readonly string[];
  /** In seconds. */
  readonly expiresIn: number;
}

/**
 * Reads a request whose client the library has authenticated, and whose acr and scope were completed and judged
 * with its other parameters.
 * @throws {Failure} as `judgeAcr`, `judgeScope` and `parseLoginHint`
 */
export function polledRequest(ctx: KoaContextWithOIDC, deps: Deps): PolledRequest {
  const { domain, configuration } = deps;
  const application = configuration.application(domain, ctx.oidc.client?.clientId ?? '');
  if (application === undefined) throw new Error('a request without a client was let through');
  const params = ctx.oidc.params as Params;
  return {
    domain,
    application,
    acr: judgeAcr(params.acr_values, domain, application),
    hint: hintOf(params),
    scope: judgeScope(params.scope ?? ''),
    expiresIn: expiresIn(params),
  };
}

/** A shorter life than ours is granted; the library has judged the number. */
function expiresIn({ requested_expiry }: Params): number {
  return Math.min(Number(requested_expiry ?? lifetimes.request), lifetimes.request);
}
