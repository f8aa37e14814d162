import type { Context } from 'koa';
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider';

import type { Application } from '../../../domain/application.ts';
import { secondsOf } from '../../../domain/lifetimes.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Configuration } from '../../../ports/directory.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { calledPath } from '../requests/called-path.ts';
import { isJti, JTI_FAULT, type JwtClaims, timeFault } from '../requests/jwt-rules.ts';

/** The algorithms that sign assertions; never one that the key of another could serve. */
export const ASSERTION_ALGORITHMS = ['RS256', 'PS256', 'ES256'] as const;

const TIMES = { needed: false, longestLifetime: 300, oldest: ['iat', 600] } as const;
const TYPES: readonly unknown[] = ['JWT', 'client-authentication+jwt'];

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly clock: Clock;
  readonly restoredAt: Date | undefined;
}

/**
 * Narrows the library's rules for client assertions (RFC 7523 bis): the audience is us alone (the endpoint that is
 * called, for applications that may: CIBA §7.1), the lifetime is minutes, and nothing in them can fill the store of
 * used assertions.
 */
export function makeAssertAssertion({ domain, configuration, clock, restoredAt }: Deps) {
  const times = { ...TIMES, forgottenUntil: restoredAt };
  return async function assertAssertion(
    ctx: KoaContextWithOIDC,
    claims: JwtClaims,
    header: JwtClaims,
    client: { readonly clientId: string },
  ): Promise<void> {
    const application = configuration.application(domain, client.clientId);
    if (application === undefined) throw new errors.InvalidClientAuth('client is unknown');
    assertHeader(header);
    assertAudience(claims.aud, audiences(application, ctx));
    const untimely = timeFault(claims, times, secondsOf(clock()));
    if (untimely !== undefined) throw new errors.InvalidClientAuth(untimely);
    if (claims.sub !== claims.iss) throw new errors.InvalidClientAuth('sub must equal iss');
    if (!isJti(claims.jti)) throw new errors.InvalidClientAuth(JTI_FAULT);
  };

  function audiences(application: Application, ctx: KoaContextWithOIDC): readonly string[] {
    if (!application.allowTokenEndpointAudience) return [domain.issuer];
    return audiencesOf(domain, ctx);
  }
}

/** Tells the library what we call its endpoints: it judges the audience before it asks us. */
export function useCalledAudiences({ OIDCContext }: Provider, domain: Domain): void {
  OIDCContext.prototype.clientJwtAuthExpectedAudience = function expectedAudience() {
    const { ctx } = Provider;
    return new Set(ctx === undefined ? [domain.issuer] : audiencesOf(domain, ctx));
  };
}

/** What an application may call us that is not held to the issuer (CIBA §7.1). */
function audiencesOf({ issuer }: Domain, ctx: Pick<Context, 'originalUrl'>): readonly string[] {
  return [issuer, `${issuer}${ENDPOINTS.token}`, `${issuer}${calledPath(ctx)}`];
}

/** A JWT that was made for something else, as its type says, proves nothing here (RFC 8725 §3.11). */
function assertHeader({ typ, crit, kid }: JwtClaims): void {
  if (typ !== undefined && !TYPES.includes(typ)) {
    throw new errors.InvalidClientAuth(`typ must be one of ${TYPES.join(', ')}, or absent`);
  }
  if (crit !== undefined) throw new errors.InvalidClientAuth('crit is not supported');
  if (kid !== undefined && typeof kid !== 'string') {
    throw new errors.InvalidClientAuth('kid must be a text');
  }
}

function assertAudience(audience: unknown, accepted: readonly string[]): void {
  const [only, ...others] = Array.isArray(audience) ? audience : [audience];
  if (others.length > 0 || !accepted.includes(only)) {
    throw new errors.InvalidClientAuth('aud must be the issuer and nothing else');
  }
}
