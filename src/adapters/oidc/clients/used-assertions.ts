import type Provider from 'oidc-provider';

import { lifetimes, secondsAfter, secondsOf } from '../../../domain/lifetimes.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Artifacts } from '../../../ports/artifacts.ts';
import type { Clock } from '../../../ports/clock.ts';
import { CLOCK_SKEW } from '../requests/jwt-rules.ts';

interface Deps {
  readonly domain: Domain;
  readonly artifacts: Artifacts;
  readonly clock: Clock;
}

/**
 * An assertion counts once over all replicas: one insert decides. Its key parts client and `jti` with a
 * character that no `jti` claim of another client can shift. Remembered longer than it could be valid on any replica.
 */
export function useAssertionsOnce(provider: Provider, { domain, artifacts, clock }: Deps): void {
  provider.ReplayDetection.unique = (clientId, jti, validUntil) => {
    const id = JSON.stringify([domain.issuer, clientId, jti]);
    const seconds = Math.max(lifetimes.retention, validUntil + CLOCK_SKEW - secondsOf(clock()));
    return artifacts.claimOnce('assertion', id, secondsAfter(clock(), seconds));
  };
}
