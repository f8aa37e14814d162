import { makeRequestLimits } from '../adapters/admission/request-limits.ts';
import { meteredRateLimits, meteredRequestLimits } from '../adapters/telemetry/metered-stores.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { State } from './open-state.ts';
import type { Runtime } from './surroundings.ts';

/** How often somebody may ask; it is counted who asks more often. */
export function makeLimits(
  { sharedCounts, rateLimits }: Pick<State, 'sharedCounts' | 'rateLimits'>,
  { environment, clock, log }: Runtime,
  metrics: Pick<Metrics, 'limitHit'>,
) {
  const perSecond = environment.requestsPerSecond;
  const requestLimits = makeRequestLimits({ sharedCounts, perSecond, clock, log });
  return {
    requestLimits: meteredRequestLimits(requestLimits, metrics),
    rateLimits: meteredRateLimits(rateLimits, metrics),
  };
}
