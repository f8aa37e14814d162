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
  switch (key) {
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

  function applicationOf() {
    return configuration.application(domain, ctx.oidc.client?.clientId ?? '');
  }
}
