import { decodeJwt, type JWTPayload } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';

import type { ErrorFinding, RefusalReason } from '../../../domain/login-timeline.ts';
import type { Domain } from '../../../domain/tenant.ts';
import { uriDifference } from '../../../domain/uri-difference.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { Clock } from '../../../ports/runtime.ts';
import { contextOf } from '../request-context.ts';
import { findingOf } from './finding-of.ts';
import type { ThrownError } from './key-of.ts';

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly clock: Clock;
}

interface Refusal {
  readonly error: ThrownError;
  readonly key: string;
}

/** The finding of an error, with the reason that the settings of the domain and the application show. */
export function findReason(
  ctx: KoaContextWithOIDC,
  { error, key }: Refusal,
  deps: Deps,
): ErrorFinding {
  const finding = findingOf(error, key);
  const reason = reasonOfSettings(ctx, { key, found: finding.reason }, deps) ?? finding.reason;
  return reason === undefined ? finding : { ...finding, reason };
}

function reasonOfSettings(
  ctx: KoaContextWithOIDC,
  { key, found }: { readonly key: string; readonly found: RefusalReason | undefined },
  { domain, configuration, clock }: Deps,
): RefusalReason | undefined {
  if (found === 'secret-wrong') {
    // The sent one is not compared with expired ones.
    const { secrets = [] } = applicationOf() ?? {};
    const isPast = (end: Date | undefined) => end !== undefined && end <= clock();
    return secrets.every(({ expiresAt }) => isPast(expiresAt)) ? 'secret-expired' : undefined;
  }
  if (found === 'method-not-set-up') return ofMethod();
  switch (key) {
    case 'access-token-invalid':
      return claimsOf(bearerOf(ctx))?.iss === domain.issuer ? 'id-token-sent' : undefined;
    case 'id-token-hint-invalid':
      return ofHint(ctx.oidc.params?.id_token_hint);
    case 'redirect-uri-not-registered':
      return uriDifference(ctx.oidc.params?.redirect_uri, applicationOf()?.redirectUris ?? []);
    case 'pushed-request-unknown':
      return contextOf(ctx).pushedFault;
    case 'login-required':
    case 'login-unanswered':
    case 'interaction-required':
      return domain.singleSignOn === undefined ? 'no-sessions-here' : undefined;
    default:
      return undefined;
  }

  /** The library says only that the method is another than the registered one. */
  function ofMethod(): RefusalReason | undefined {
    const { secrets = [], jwks, jwksUri } = applicationOf() ?? {};
    const isPublic = secrets.length === 0 && jwks === undefined && jwksUri === undefined;
    const { client_secret: secret, client_assertion: assertion } = ctx.oidc.params ?? {};
    const hasCredentials =
      ctx.get('authorization') !== '' || secret !== undefined || assertion !== undefined;
    if (isPublic) return hasCredentials ? 'secret-of-public-client' : undefined;
    return hasCredentials ? undefined : 'no-credentials';
  }

  /** The claims are not verified: a finding is for people alone. */
  function ofHint(hint: unknown): RefusalReason | undefined {
    const claims = claimsOf(hint);
    if (claims === undefined) return 'hint-unreadable';
    if (claims.iss !== domain.issuer) return 'hint-of-other-domain';
    const isOwn = [claims.aud].flat().includes(ctx.oidc.client?.clientId);
    return isOwn ? undefined : 'hint-of-other-application';
  }

  function applicationOf() {
    return configuration.application(domain, ctx.oidc.client?.clientId ?? '');
  }
}

function bearerOf(ctx: KoaContextWithOIDC): unknown {
  return /^Bearer (.+)$/i.exec(ctx.get('authorization'))?.[1];
}

function claimsOf(token: unknown): JWTPayload | undefined {
  try {
    return decodeJwt(String(token));
  } catch {
    return undefined;
  }
}
