import { Failure } from '../../domain/failure.ts';
import { secondsUntil } from '../../domain/lifetimes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Limit, RateLimits } from '../../ports/rate-limits.ts';

interface Deps {
  readonly rateLimits: RateLimits;
  readonly clock: Clock;
}

/**
 * Takes one use of those that a key has left.
 * @throws {Failure} too-many-requests; `names.seconds`: in so many there are uses again
 */
export async function takeUse(
  { rateLimits, clock }: Deps,
  key: string,
  limit: Limit,
): Promise<void> {
  const now = clock();
  const taken = await rateLimits.take(key, limit, now);
  if (taken.isTaken) return;
  throw new Failure('too-many-requests', { names: { seconds: secondsUntil(taken.freeAt, now) } });
}
