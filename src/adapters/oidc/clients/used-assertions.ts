import type Provider from 'oidc-provider';

import { lifetimes, secondsAfter } from '../../../domain/lifetimes.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Artifacts } from '../../../ports/artifacts.ts';
import type { Clock } from '../../../ports/clock.ts';

interface Deps {
  readonly domain: Domain;
  readonly artifacts: Artifacts;
  readonly clock: Clock;
}

/**
 * An assertion counts once over all replicas: one insert decides. Its key parts client and `jti` with a
 * character that no `jti` claim of another client can shift. Remembered longer than it could be valid.
 */
export function useAssertionsOnce(provider: Provider, { domain, artifacts, clock }: Deps): void {
  provider.ReplayDetection.unique = (clientId, jti) => {
    const id = JSON.stringify([domain.issuer, clientId, jti]);
    return artifacts.claimOnce('assertion', id, secondsAfter(clock(), lifetimes.retention));
  };
}
