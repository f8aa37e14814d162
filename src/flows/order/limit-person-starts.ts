import type { Clock } from '../../ports/clock.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';
import type { Vault } from '../../ports/vault.ts';
import { type GiveBack, takeUses } from '../request-limits/take-uses.ts';
import { type StartOfPerson, startsOfPerson } from './starts-of-person.ts';

interface Deps {
  readonly rateLimits: RateLimits;
  readonly vault: Pick<Vault, 'hash'>;
  readonly clock: Clock;
}

/** Keeps an application from asking for one named person at will: each start ends the person's other orders. */
export interface LimitPersonStarts {
  /** @throws {Failure} too-many-requests; `names.seconds`: in so many there is one more */
  (start: StartOfPerson): Promise<GiveBack>;
}

/** Limits one person: for one application, and for all of the tenant. */
export function makeLimitPersonStarts(deps: Deps): LimitPersonStarts {
  return function limitPersonStarts(start) {
    return takeUses(deps, startsOfPerson(deps.vault, start));
  };
}
