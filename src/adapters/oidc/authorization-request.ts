import { errors, type KoaContextWithOIDC } from 'oidc-provider';

import { type Acr, parseAcr } from '../../domain/acr.ts';
import { offeredAcrValues } from '../../domain/application.ts';
import { grantedScope, parseScope } from '../../domain/scope.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Configuration } from '../../ports/directory.ts';

const LONGEST_STATE = 4096;
const LONGEST_NONCE = 1024;

/** What of a request is judged here, as it was sent. */
interface Asked {
  readonly acrValues: string | undefined;
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  readonly scope: string;
  /** The eIDs that this client may name. */
  readonly offered: readonly Acr[];
}

/** The first one that finds something is what the client is told. */
const CHECKS: readonly ((asked: Asked) => void)[] = [
  acrIsThere,
  acrIsOneValue,
  acrIsOffered,
  stateIsShort,
  nonceIsShort,
  scopeIsWellFormed,
];

/** What may be judged of a request once the library found its client, response type and redirect URI good. */
export function makeJudgeRequest(domain: Domain, configuration: Configuration) {
  return function judgeRequest(ctx: KoaContextWithOIDC, acrValues: string | undefined): void {
    const { client } = ctx.oidc;
    const application = client && configuration.application(domain, client.clientId);
    if (application === undefined) throw new errors.InvalidClient('client is invalid');

    const params = ctx.oidc.params as Record<string, string | undefined>;
    const { state, nonce } = params;
    // The library has dropped the scopes that it does not know by now; what was sent is judged.
    const scope = String(ctx.query.scope ?? '');
    const offered = offeredAcrValues(application, domain.acrValues);
    for (const check of CHECKS) check({ acrValues, state, nonce, scope, offered });
    params.scope = grantedScope(parseScope(scope) ?? [], application).join(' ');
  };
}

function acrIsThere({ acrValues }: Asked): void {
  if (acrValues) return;
  throw new errors.InvalidRequest("missing required parameter 'acr_values'");
}

function acrIsOneValue({ acrValues }: Asked): void {
  if (parseAcr(acrValues ?? '') !== undefined) return;
  throw new errors.InvalidRequest('acr_values must name exactly one eID service');
}

function acrIsOffered({ acrValues, offered }: Asked): void {
  if (offered.some((acr) => acr === acrValues)) return;
  throw new errors.InvalidRequest('acr_values names an eID service that is not offered here');
}

function stateIsShort({ state = '' }: Asked): void {
  if (state.length <= LONGEST_STATE) return;
  throw new errors.InvalidRequest(`state is longer than ${LONGEST_STATE} characters`);
}

function nonceIsShort({ nonce = '' }: Asked): void {
  if (nonce.length <= LONGEST_NONCE) return;
  throw new errors.InvalidRequest(`nonce is longer than ${LONGEST_NONCE} characters`);
}

function scopeIsWellFormed({ scope }: Asked): void {
  if (parseScope(scope) !== undefined) return;
  const notEchoed = undefined as unknown as string;
  throw new errors.InvalidScope('scope must be tokens separated by one space', notEchoed);
}
