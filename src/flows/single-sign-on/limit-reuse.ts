import type { Domain, DomainLimits } from '../../domain/tenant.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Limit, RateLimits } from '../../ports/rate-limits.ts';

interface Deps {
  readonly rateLimits: RateLimits;
  readonly clock: Clock;
}

/** Keeps a page that sends requests again and again from going round in circles unnoticed. */
export interface LimitReuse {
  /** Takes one use; false when there is none left. */
  (domain: Domain, subject: string): Promise<boolean>;
}

/** Limits, for one person on one domain, how often sessions answer. The session itself stays. */
export function makeLimitReuse({ rateLimits, clock }: Deps): LimitReuse {
  return async function limitReuse({ issuer, limits }, subject) {
    const uses = limitsOf(limits).map((limit) => {
      const key = `single-sign-on:${JSON.stringify([issuer, subject, limit.seconds])}`;
      return { key, limit };
    });
    return (await rateLimits.take(uses, clock())).isTaken;
  };
}

/** What either refuses, neither counts. */
function limitsOf({ silentAnswersPerPerson }: DomainLimits): readonly Limit[] {
  return [
    { most: 2, seconds: 5 },
    { most: silentAnswersPerPerson, seconds: 20 * 60 },
  ];
}
