import type { Acr } from '../../domain/acr.ts';
import type { Authentication } from '../../domain/authentication.ts';
import type { RequestLimits } from '../../flows/request-limits/request-limits.ts';
import type { Redemptions } from '../../ports/artifacts.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { AuthenticationTraits, Meter } from '../../ports/metrics.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';

interface MeteredAuthenticationsDeps {
  readonly meter: Pick<Meter, 'authenticationBegan' | 'authenticationSettled'>;
  readonly eidOf: EidOf;
}

/** The same attempts; what this replica makes of them is counted. */
export function meteredAuthentications(
  authentications: Authentications,
  { meter, eidOf }: MeteredAuthenticationsDeps,
): Authentications {
  return {
    ...authentications,

    async begin(authentication) {
      const begins = await authentications.begin(authentication);
      if (begins) meter.authenticationBegan(traitsOf(authentication, eidOf));
      return begins;
    },

    async adopt(authentication) {
      await authentications.adopt(authentication);
      meter.authenticationSettled({ ...traitsOf(authentication, eidOf), outcome: 'remembered' });
    },

    async recordOutcome(turn, outcome) {
      const settled = await authentications.recordOutcome(turn, outcome);
      if (settled !== undefined) {
        const word = outcome.state === 'ended' ? outcome.why : outcome.state;
        meter.authenticationSettled({ ...traitsOf(settled, eidOf), outcome: word });
      }
      return settled;
    },

    async abandon(id, ending) {
      const before = await authentications.abandon(id, ending);
      if (before !== undefined) {
        meter.authenticationSettled({ ...traitsOf(before, eidOf), outcome: ending.why });
      }
      return before;
    },

    async abandonExpired(span, limit) {
      const expired = await authentications.abandonExpired(span, limit);
      for (const before of expired) {
        meter.authenticationSettled({ ...traitsOf(before, eidOf), outcome: 'expired' });
      }
      return expired;
    },
  };
}

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

interface MeteredRedemptionsDeps {
  readonly meter: Pick<Meter, 'resultHandedOut'>;
  readonly eidOf: EidOf;
}

/** The same; results that this replica gives away are counted. */
export function meteredRedemptions(
  redemptions: Redemptions,
  { meter, eidOf }: MeteredRedemptionsDeps,
): Redemptions {
  return {
    ...redemptions,

    async issue(attempt, at, issued) {
      const isGiven = await redemptions.issue(attempt, at, issued);
      if (isGiven) meter.resultHandedOut(traitsOf(attempt, eidOf));
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
  { acr, intent, door }: Authentication,
  eidOf: EidOf,
): AuthenticationTraits {
  return { eid: eidOf(acr), kind: intent.kind, door };
}
