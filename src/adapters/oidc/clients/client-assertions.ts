import { decodeJwt } from 'jose';
import type { Context } from 'koa';
import type Provider from 'oidc-provider';
import type { errors, KoaContextWithOIDC } from 'oidc-provider';

import type { Application } from '../../../domain/application.ts';
import { lifetimes, secondsAfter, secondsOf } from '../../../domain/lifetimes.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Artifacts } from '../../../ports/artifacts.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { Clock } from '../../../ports/runtime.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { CLIENT_AUTHENTICATION } from '../errors/entries/client-authentication.ts';
import { keyOf } from '../errors/key-of.ts';
import { invalidClient, refusedAssertion } from '../errors/oauth-errors.ts';
import {
  CLOCK_SKEW,
  isJti,
  JTI_FAULT,
  type JwtClaims,
  type TimeRules,
  timeFault,
} from '../requests/jwt-rules.ts';
import { calledPath } from '../requests/paths.ts';

/** The algorithms that sign assertions. No HMAC is among them: a public key could serve as its secret. */
export const ASSERTION_ALGORITHMS = ['RS256', 'PS256', 'ES256'] as const;

/** The highest age of an assertion's `iat` in seconds, unless the application may sign for longer. */
const OLDEST = 600;
/** In seconds: the library's default `clockTolerance`. */
const LIBRARY_TOLERANCE = 15;
const TYPES: readonly unknown[] = ['JWT', 'client-authentication+jwt'];

interface ClientAssertionsDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly artifacts: Pick<Artifacts, 'claimOnce'>;
  readonly clock: Clock;
  readonly restoredAt: Date | undefined;
}

/**
 * Narrows the library's rules for client assertions (RFC 7523 bis) once the signature is verified. Audience and lifetime
 * follow the application's settings, and no claim can fill the store of used assertions.
 */
export function makeValidateAssertion({
  domain,
  configuration,
  artifacts,
  clock,
  restoredAt,
}: ClientAssertionsDeps) {
  const consumeAssertion = makeConsumeAssertion({ domain, artifacts, clock });
  return async function validateAssertion(
    ctx: KoaContextWithOIDC,
    claims: JwtClaims,
    header: JwtClaims,
    client: { readonly clientId: string },
  ): Promise<void> {
    const application = configuration.application(domain, client.clientId);
    if (application === undefined) throw invalidClient('client is unknown');
    assertHeader(header);
    const wrongAudience = audienceFault(claims.aud, audiencesOf(application, domain, ctx));
    if (wrongAudience !== undefined) throw invalidClient(wrongAudience);
    const untimely = timeFault(claims, timesOf(application), secondsOf(clock()));
    if (untimely !== undefined) throw invalidClient(untimely);
    if (claims.sub !== claims.iss) throw invalidClient('sub must equal iss');
    if (!isJti(claims.jti)) throw invalidClient(JTI_FAULT);
    await consumeAssertion(client.clientId, claims);
  };

  function timesOf({ assertionLifetime }: Application): TimeRules {
    return {
      needed: false,
      maxLifetime: assertionLifetime,
      oldest: ['iat', Math.max(OLDEST, assertionLifetime)],
      forgottenUntil: restoredAt,
    };
  }
}

/** The issuer alone, unless the settings admit the endpoints too (CIBA §7.1). */
function audiencesOf(
  { allowTokenEndpointAudience }: Application,
  { issuer }: Domain,
  ctx: Pick<Context, 'originalUrl'>,
): readonly string[] {
  if (!allowTokenEndpointAudience) return [issuer];
  return [...new Set([issuer, `${issuer}${ENDPOINTS.token}`, `${issuer}${calledPath(ctx)}`])];
}

/** Undefined for a right audience. Each member counts: the library would accept a list with one right member. */
function audienceFault(audience: unknown, accepted: readonly string[]): string | undefined {
  const audiences: readonly unknown[] = Array.isArray(audience) ? audience : [audience];
  const areOurs = audiences.every((one) => accepted.some((name) => name === one));
  if (areOurs && audiences.length > 0 && audiences.length <= accepted.length) return undefined;
  const [issuer, ...endpoints] = accepted;
  return endpoints.length === 0
    ? `aud must be ${issuer} and nothing else`
    : `aud must be one of ${accepted.join(', ')}, or a list of these alone`;
}

/** A JWT whose type names another purpose proves nothing here (RFC 8725 §3.11). */
function assertHeader({ typ, crit, kid }: JwtClaims): void {
  if (typ !== undefined && !TYPES.includes(typ)) {
    throw invalidClient(`typ must be one of ${TYPES.join(', ')}, or absent`);
  }
  if (crit !== undefined) throw invalidClient('crit is not supported');
  if (kid !== undefined && typeof kid !== 'string') {
    throw invalidClient('kid must be a text');
  }
}

/** The library's text where it names no claim and no value. */
const WRONG_ALGORITHM = 'alg mismatch';

/** The library's events of refusals at the endpoints where clients authenticate. */
const REFUSED_AT = [
  'grant.error',
  'pushed_authorization_request.error',
  'backchannel_authentication.error',
] as const;

/**
 * Explains to a developer why an assertion was refused, in the answer as in the log: the library keeps the reason to
 * itself. A wrong secret is never explained, nor is an application that does not exist or has no keys.
 */
export function explainAssertions(
  provider: Provider,
  deps: Pick<ClientAssertionsDeps, 'domain' | 'configuration'>,
): void {
  for (const at of REFUSED_AT) {
    // The types list each event by itself, all of them with these arguments.
    provider.on(at as 'grant.error', (ctx, error) => {
      if (ctx.oidc.params?.client_assertion === undefined) return;
      const reason = reasonOf(ctx, error, deps);
      if (reason === undefined) return;
      const { key, status } = CLIENT_AUTHENTICATION['client-assertion-refused'];
      const body = refusedAssertion(reason);
      // The log names the error as the response does.
      Object.assign(error, body, { key, error_detail: reason });
      ctx.status = status;
      ctx.body = body;
    });
  }
}

function reasonOf(
  ctx: KoaContextWithOIDC,
  error: errors.OIDCProviderError,
  { domain, configuration }: Pick<ClientAssertionsDeps, 'domain' | 'configuration'>,
): string | undefined {
  // An assertion of one client beside the id of another proves nothing: a failed authentication (RFC 7521 §4.2).
  if (keyOf(ctx, error) === CLIENT_AUTHENTICATION['client-id-mismatch'].key)
    return 'client_id must be the sub of the assertion';
  const { error_detail: detail } = error;
  const { client } = ctx.oidc;
  if (error.error !== 'invalid_client' || detail === undefined) return undefined;
  if (client?.clientAuthMethod !== 'private_key_jwt') return undefined;
  const application = configuration.application(domain, client.clientId);
  const { aud } = decodeJwt(String(ctx.oidc.params?.client_assertion));
  // The library's text for an audience names URLs that this application may not be allowed to use.
  const wrongAudience = application && audienceFault(aud, audiencesOf(application, domain, ctx));
  const wrongAlgorithm = `alg must be one of ${ASSERTION_ALGORITHMS.join(', ')}`;
  return wrongAudience ?? (detail === WRONG_ALGORITHM ? wrongAlgorithm : detail);
}

type ConsumeAssertionDeps = Pick<ClientAssertionsDeps, 'domain' | 'artifacts' | 'clock'>;

/**
 * Accepts each assertion once over all replicas: one insert decides. Its key is JSON, so that no `jti` can look like
 * another client's. It is stored for longer than it can be valid on any replica.
 */
export function makeConsumeAssertion({ domain, artifacts, clock }: ConsumeAssertionDeps) {
  return async function consumeAssertion(
    clientId: string,
    { jti, exp }: { readonly jti?: unknown; readonly exp?: unknown },
  ): Promise<void> {
    const id = JSON.stringify([domain.issuer, clientId, jti]);
    const validUntil = Number(exp) + LIBRARY_TOLERANCE + CLOCK_SKEW;
    const seconds = Math.max(lifetimes.retention, validUntil - secondsOf(clock()));
    if (await artifacts.claimOnce('assertion', id, secondsAfter(clock(), seconds))) return;
    throw invalidClient('client assertion tokens must only be used once');
  };
}
