import type { Acr } from '../../domain/acr.ts';
import type { Authentication } from '../../domain/authentication.ts';
import type { RequestLimits } from '../../ports/admission.ts';
import type { Redemptions } from '../../ports/artifacts.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { AuthenticationTraits, Metrics } from '../../ports/metrics.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';

interface MeteredAuthenticationsDeps {
  readonly metrics: Pick<Metrics, 'authenticationBegan' | 'authenticationSettled'>;
  readonly eidOf: EidOf;
}

/** The same attempts; what this replica makes of them is counted. */
export function meteredAuthentications(
  authentications: Authentications,
  { metrics, eidOf }: MeteredAuthenticationsDeps,
): Authentications {
  return {
    ...authentications,

    async begin(authentication) {
      const begins = await authentications.begin(authentication);
      if (begins) metrics.authenticationBegan(traitsOf(authentication, eidOf));
      return begins;
    },

    async createIdentified(authentication) {
      await authentications.createIdentified(authentication);
      metrics.authenticationSettled({ ...traitsOf(authentication, eidOf), outcome: 'remembered' });
    },

    async recordOutcome(lease, outcome) {
      const settled = await authentications.recordOutcome(lease, outcome);
      if (settled !== undefined) {
        const text = outcome.state === 'ended' ? outcome.why : outcome.state;
        metrics.authenticationSettled({ ...traitsOf(settled, eidOf), outcome: text });
      }
      return settled;
    },

    async abandon(id, ending) {
      const before = await authentications.abandon(id, ending);
      if (before !== undefined) {
        metrics.authenticationSettled({ ...traitsOf(before, eidOf), outcome: ending.why });
      }
      return before;
    },

    async abandonExpired(span, limit) {
      const expired = await authentications.abandonExpired(span, limit);
      for (const before of expired) {
        metrics.authenticationSettled({ ...traitsOf(before, eidOf), outcome: 'expired' });
      }
      return expired;
    },
  };
}

/** The same limits; it is counted who meets one. */
export function meteredRequestLimits(
  limits: RequestLimits,
  metrics: Pick<Metrics, 'limitHit'>,
): RequestLimits {
  return {
    ...limits,
    count(limitKey, name) {
      try {
        limits.count(limitKey, name);
      } catch (refusal) {
        metrics.limitHit(limitKey);
        throw refusal;
      }
    },
  };
}

/** The same for what is limited to the letter. */
export function meteredRateLimits(
  limits: RateLimits,
  metrics: Pick<Metrics, 'limitHit'>,
): RateLimits {
  return {
    ...limits,
    async take(uses, at) {
      const taken = await limits.take(uses, at);
      if (!taken.isTaken) metrics.limitHit('starts');
      return taken;
    },
  };
}

interface MeteredRedemptionsDeps {
  readonly metrics: Pick<Metrics, 'resultConsumed'>;
  readonly eidOf: EidOf;
}

/** The same; results that this replica gives away are counted. */
export function meteredRedemptions(
  redemptions: Redemptions,
  { metrics, eidOf }: MeteredRedemptionsDeps,
): Redemptions {
  return {
    ...redemptions,

    async issue(attempt, at, issued) {
      const isGiven = await redemptions.issue(attempt, at, issued);
      if (isGiven) metrics.resultConsumed(traitsOf(attempt, eidOf));
      return isGiven;
    },
  };
}

/** The name of the eID behind an acr value. */
export interface EidOf {
  (acr: Acr): string;
}

/** What is said about an attempt. */
export function traitsOf(
  { acr, intent, channel }: Authentication,
  eidOf: EidOf,
): AuthenticationTraits {
  return { eid: eidOf(acr), kind: intent.kind, channel };
}
