import type { RequestLimits } from '../../flows/request-limits/request-limits.ts';
import type { Meter } from '../../ports/meter.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';

/** The same limits; it is counted who meets one. */
export function meteredRequestLimits(
  limits: RequestLimits,
  meter: Pick<Meter, 'limitHit'>,
): RequestLimits {
  return {
    ...limits,
    count(requester, name) {
      try {
        limits.count(requester, name);
      } catch (refusal) {
        meter.limitHit(requester);
        throw refusal;
      }
    },
  };
}

/** The same for what is limited to the letter. */
export function meteredRateLimits(limits: RateLimits, meter: Pick<Meter, 'limitHit'>): RateLimits {
  return {
    ...limits,
    async take(uses, at) {
      const taken = await limits.take(uses, at);
      if (!taken.isTaken) meter.limitHit('starts');
      return taken;
    },
  };
}
