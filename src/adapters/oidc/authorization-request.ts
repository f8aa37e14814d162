import { errors, type KoaContextWithOIDC } from 'oidc-provider';

import { type Acr, parseAcr } from '../../domain/acr.ts';
import { offeredAcrValues } from '../../domain/application.ts';
import { grantedScope, parseScope } from '../../domain/scope.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Configuration } from '../../ports/directory.ts';
import { hadLongState, LONGEST_STATE } from './long-state.ts';

/** In characters; what is stored with a login must not be as long as a URL may be. */
const LONGEST = 4096;
/** A text to sign may travel in the login_hint. */
const LONGEST_OF = new Map([
  ['login_hint', 56 * 1024],
  ['id_token_hint', 8192],
  ['nonce', 1024],
  ['prompt', 64],
]);
/** Preferences that are dropped when they are longer: they never make a request fail. */
const LONGEST_PREFERENCES = Object.entries({ ui_locales: 1024, claims_locales: 1024, display: 64 });

type Params = Record<string, string | undefined>;

/** What of a request is judged here, as it was sent. */
interface Asked {
  readonly acrValues: string | undefined;
  readonly params: Params;
  readonly hadLongState: boolean;
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
  scopeIsWellFormed,
  othersAreShort,
];

/** What may be judged of a request once the library found its client, response type and redirect URI good. */
export function makeJudgeRequest(domain: Domain, configuration: Configuration) {
  return function judgeRequest(ctx: KoaContextWithOIDC, acrValues: string | undefined): void {
    const { client } = ctx.oidc;
    const application = client && configuration.application(domain, client.clientId);
    if (application === undefined) throw new errors.InvalidClient('client is invalid');

    const params = ctx.oidc.params as Params;
    dropLongPreferences(params);
    // The library has dropped the scopes that it does not know by now; what was sent is judged.
    const scope = String(ctx.query.scope ?? '');
    const offered = offeredAcrValues(application, domain.acrValues);
    const asked = { acrValues, params, hadLongState: hadLongState(ctx), scope, offered };
    for (const check of CHECKS) check(asked);
    params.scope = grantedScope(parseScope(scope) ?? [], application).join(' ');
  };
}

function dropLongPreferences(params: Params): void {
  for (const [name, longest] of LONGEST_PREFERENCES) {
    if ((params[name]?.length ?? 0) > longest) params[name] = undefined;
  }
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

function stateIsShort(asked: Asked): void {
  if (!asked.hadLongState) return;
  throw new errors.InvalidRequest(`state is longer than ${LONGEST_STATE} characters`);
}

function othersAreShort({ params }: Asked): void {
  for (const [name, value = ''] of Object.entries(params)) {
    const longest = LONGEST_OF.get(name) ?? LONGEST;
    if (value.length <= longest) continue;
    throw new errors.InvalidRequest(`${name} is longer than ${longest} characters`);
  }
}

function scopeIsWellFormed({ scope }: Asked): void {
  if (parseScope(scope) !== undefined) return;
  // The error repeats the scope that it is given; the types do not know that it may have none.
  const notEchoed = undefined as unknown as string;
  throw new errors.InvalidScope('scope must be tokens separated by one space', notEchoed);
}
