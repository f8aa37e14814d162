import { errors, type KoaContextWithOIDC } from 'oidc-provider';

import type { Application } from '../../domain/application.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Configuration } from '../../ports/directory.ts';

const LONGEST_LIFETIME = 300;
const CLOCK_SKEW = 60;
const OLDEST_ISSUE = 600;
const LONGEST_JTI = 256;
const TYPES: readonly unknown[] = ['JWT', 'client-authentication+jwt'];

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly clock: Clock;
}

/** The claims of an assertion, unverified in type: they come from the client. */
type Claims = Readonly<Record<string, unknown>>;

/**
 * Narrows the library's rules for client assertions (RFC 7523 bis): the audience is us alone, the lifetime
 * is minutes, and nothing in them can fill the store of used assertions.
 */
export function makeAssertAssertion({ domain, configuration, clock }: Deps) {
  return async function assertAssertion(
    ctx: KoaContextWithOIDC,
    claims: Claims,
    header: Claims,
    client: { readonly clientId: string },
  ): Promise<void> {
    const application = configuration.application(domain, client.clientId);
    if (application === undefined) throw new errors.InvalidClientAuth('client is unknown');
    assertHeader(header);
    assertAudience(claims.aud, audiences(application, ctx));
    assertTimes(claims, Math.floor(clock().getTime() / 1000));
    if (claims.sub !== claims.iss) throw new errors.InvalidClientAuth('sub must equal iss');
    if (typeof claims.jti !== 'string' || claims.jti.length > LONGEST_JTI) {
      throw new errors.InvalidClientAuth(`jti must be a text of at most ${LONGEST_JTI} characters`);
    }
  };

  function audiences(application: Application, ctx: KoaContextWithOIDC): readonly string[] {
    if (!application.allowTokenEndpointAudience) return [domain.issuer];
    return [domain.issuer, ctx.oidc.urlFor('token')];
  }
}

/** A JWT that was made for something else, as its type says, proves nothing here (RFC 8725 §3.11). */
function assertHeader({ typ, crit, kid }: Claims): void {
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

function assertTimes({ exp, iat, nbf }: Claims, now: number): void {
  for (const [name, value] of Object.entries({ exp, iat, nbf })) {
    if (value !== undefined && !Number.isSafeInteger(value)) {
      throw new errors.InvalidClientAuth(`${name} must be a whole number of seconds`);
    }
  }
  if (Number(exp) > now + LONGEST_LIFETIME + CLOCK_SKEW) {
    throw new errors.InvalidClientAuth(`exp must be at most ${LONGEST_LIFETIME} seconds ahead`);
  }
  if (iat !== undefined && Number(iat) < now - OLDEST_ISSUE) {
    throw new errors.InvalidClientAuth(`iat is more than ${OLDEST_ISSUE} seconds ago`);
  }
  for (const [name, value] of Object.entries({ iat, nbf })) {
    if (value !== undefined && Number(value) > now + CLOCK_SKEW) {
      throw new errors.InvalidClientAuth(`${name} is in the future`);
    }
  }
}
