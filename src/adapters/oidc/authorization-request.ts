import { errors, type KoaContextWithOIDC } from 'oidc-provider';

import { parseAcr } from '../../domain/acr.ts';
import { offeredAcrValues } from '../../domain/application.ts';
import { grantedScope, parseScope } from '../../domain/scope.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Configuration } from '../../ports/directory.ts';

const LONGEST_STATE = 4096;
const LONGEST_NONCE = 1024;

/** What may be judged of a request once the library found its client, response type and redirect URI good. */
export function makeJudgeRequest(domain: Domain, configuration: Configuration) {
  return function judgeRequest(ctx: KoaContextWithOIDC, acrValues: unknown): void {
    const params = ctx.oidc.params as Record<string, string | undefined>;
    const client = ctx.oidc.client;
    const application = client && configuration.application(domain, client.clientId);
    if (application === undefined) throw new errors.InvalidClient('client is invalid');

    assertAcr(acrValues, offeredAcrValues(application, domain.acrValues));
    assertLength('state', params.state, LONGEST_STATE);
    assertLength('nonce', params.nonce, LONGEST_NONCE);
    params.scope = grantedScope(scopeAsSent(ctx), application).join(' ');
  };
}

/** The library has dropped the scopes that it does not know by now; what was sent is judged. */
function scopeAsSent(ctx: KoaContextWithOIDC): readonly string[] {
  const scope = parseScope(String(ctx.query.scope ?? ''));
  if (scope !== undefined) return scope;
  const notEchoed = undefined as unknown as string;
  throw new errors.InvalidScope('scope must be tokens separated by one space', notEchoed);
}

function assertAcr(value: unknown, offered: readonly string[]): void {
  if (typeof value !== 'string' || value === '') {
    throw new errors.InvalidRequest("missing required parameter 'acr_values'");
  }
  const acr = parseAcr(value);
  if (acr === undefined) {
    throw new errors.InvalidRequest('acr_values must name exactly one eID service');
  }
  if (!offered.includes(acr)) {
    throw new errors.InvalidRequest('acr_values names an eID service that is not offered here');
  }
}

function assertLength(name: string, value: string | undefined, longest: number): void {
  if (value === undefined || value.length <= longest) return;
  throw new errors.InvalidRequest(`${name} is longer than ${longest} characters`);
}
