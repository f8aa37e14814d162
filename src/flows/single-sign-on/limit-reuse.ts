import type { Domain } from '../../domain/tenant.ts';
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

/** The published limits. What either refuses, neither counts. */
const LIMITS: readonly Limit[] = [
  { most: 2, seconds: 5 },
  { most: 6, seconds: 20 * 60 },
];

/** Limits, for one person on one domain, how often sessions answer. The session itself stays. */
export function makeLimitReuse({ rateLimits, clock }: Deps): LimitReuse {
  return async function limitReuse({ issuer }, subject) {
    const uses = LIMITS.map((limit) => {
      const key = `single-sign-on:${JSON.stringify([issuer, subject, limit.seconds])}`;
      return { key, limit };
    });
    return (await rateLimits.take(uses, clock())).isTaken;
  };
}
