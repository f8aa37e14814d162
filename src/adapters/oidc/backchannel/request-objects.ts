import type { KoaContextWithOIDC } from 'oidc-provider';

import { Failure } from '../../../domain/failure.ts';
import { lifetimes, secondsAfter, secondsOf } from '../../../domain/lifetimes.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Artifacts } from '../../../ports/artifacts.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { Clock } from '../../../ports/runtime.ts';
import { SIGNED_REQUESTS } from '../errors/entries/client-authentication.ts';
import { libraryError, libraryErrorOf } from '../errors/oauth-errors.ts';
import { contextOf } from '../request-context.ts';
import { isJti, JTI_FAULT, type JwtClaims, timeFault } from '../requests/jwt-rules.ts';
import { MAX_STATE_LENGTH, type Params } from '../requests/request-checks.ts';
import { validateTypes } from '../requests/request-object-types.ts';

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly artifacts: Artifacts;
  readonly clock: Clock;
  readonly restoredAt: Date | undefined;
}

const MAX_LIFETIME_SECONDS = 60 * 60;
const TIMES = {
  needed: true,
  maxLifetime: MAX_LIFETIME_SECONDS,
  oldest: ['nbf', MAX_LIFETIME_SECONDS],
} as const;

/**
 * The rules for signed requests beside the library's. A CIBA or headless request, which starts an order at once, needs
 * all of its times and a `jti` (CIBA §7.1.1). In a browser's request only the length of the state is limited. The
 * library verifies the signature after this.
 */
export function makeValidateRequestObject(deps: Omit<Deps, 'artifacts'>) {
  const times = { ...TIMES, forgottenUntil: deps.restoredAt };
  return async function validateRequestObject(
    ctx: KoaContextWithOIDC,
    claims: JwtClaims,
    header: JwtClaims,
    { clientId }: { readonly clientId: string },
  ): Promise<void> {
    validateTypes(claims, ctx.oidc.params as Params);
    if (ctx.oidc.route !== 'backchannel_authentication') return assertState(ctx, claims);
    const application = deps.configuration.application(deps.domain, clientId);
    const alg = application?.backchannelRequestSigningAlg;
    if (alg !== undefined && header.alg !== alg) throw refused(`alg must be ${alg}`);
    const untimely = timeFault(claims, times, secondsOf(deps.clock()));
    if (untimely !== undefined) throw refused(untimely);
    if (!isJti(claims.jti)) throw refused(JTI_FAULT);
    contextOf(ctx).requestObjectJti = claims.jti;
  };
}

/** True for a request whose signature was verified. An empty `request` parameter signs nothing. */
export function isSigned({ req }: Pick<KoaContextWithOIDC, 'req'>): boolean {
  return contextOf({ req }).requestObjectJti !== undefined;
}

/** Accepts each signed request once. It runs after the signature is verified: only then a `jti` is consumed. */
export function makeConsumeRequestObject({
  domain,
  artifacts,
  clock,
}: Pick<Deps, 'domain' | 'artifacts' | 'clock'>) {
  return async function consumeRequestObject({ req, oidc }: KoaContextWithOIDC): Promise<void> {
    const jti = contextOf({ req }).requestObjectJti;
    if (jti === undefined) return;
    const id = JSON.stringify([domain.issuer, oidc.client?.clientId, jti]);
    const until = secondsAfter(clock(), MAX_LIFETIME_SECONDS + lifetimes.retention);
    if (await artifacts.claimOnce('request-object', id, until)) return;
    throw refused('jti was used before');
  };
}

function assertState(ctx: KoaContextWithOIDC, { state }: JwtClaims): void {
  if (String(state ?? '').length <= MAX_STATE_LENGTH) return;
  const params = ctx.oidc.params as Params;
  params.state = undefined;
  throw libraryErrorOf(new Failure('state-too-long', { values: { limit: MAX_STATE_LENGTH } }));
}

function refused(reason: string): Error {
  return libraryError(SIGNED_REQUESTS['request-object-rules'], { values: { reason } });
}
