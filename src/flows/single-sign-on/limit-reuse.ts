import type { Domain } from '../../domain/tenant.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Limit, RateLimits } from '../../ports/rate-limits.ts';
import { takeUses } from '../request-limits/take-uses.ts';

interface Deps {
  readonly rateLimits: RateLimits;
  readonly clock: Clock;
}

/** Keeps a page that asks again and again from going round in circles unnoticed. */
export interface LimitReuse {
  /** @throws {Failure} too-many-requests; `names.seconds`: after that long there is one more use */
  (domain: Domain, subject: string): Promise<void>;
}

/** The published limits. What either refuses, neither counts. */
const LIMITS: readonly Limit[] = [
  { most: 2, seconds: 5 },
  { most: 6, seconds: 20 * 60 },
];

/** Limits, for one person on one domain, how often sessions answer. The session itself stays. */
export function makeLimitReuse(deps: Deps): LimitReuse {
  return async function limitReuse({ issuer }, subject) {
    const uses = LIMITS.map((limit) => {
      const key = `single-sign-on:${JSON.stringify([issuer, subject, limit.seconds])}`;
      return { key, limit };
    });
    await takeUses(deps, uses);
  };
}
