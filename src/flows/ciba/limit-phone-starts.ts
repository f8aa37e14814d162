import type { Application } from '../../domain/application.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';
import type { LimitPersonStarts } from '../order/limit-person-starts.ts';
import { takeUse } from '../request-limits/take-use.ts';

interface Deps {
  readonly rateLimits: RateLimits;
  readonly limitPersonStarts: LimitPersonStarts;
  readonly clock: Clock;
}

/** Keeps an application from ringing people's phones at will. */
export interface LimitPhoneStarts {
  /** @throws {Failure} too-many-requests; `names.seconds`: in so many there is one more */
  (domain: Domain, application: Application, person: string): Promise<void>;
}

/** Limits: one for the application over all persons, one for each person. */
export function makeLimitPhoneStarts(deps: Deps): LimitPhoneStarts {
  return async function limitPhoneStarts(domain, application, person) {
    const client = JSON.stringify([domain.issuer, application.clientId]);
    const limit = { most: application.phoneStartsPerMinute, seconds: 60 };
    await takeUse(deps, `phone-starts:${client}`, limit);
    await deps.limitPersonStarts(domain, application, person);
  };
}
