import { Failure } from '../../domain/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Limit, RateLimits } from '../../ports/rate-limits.ts';

interface Deps {
  readonly rateLimits: RateLimits;
  readonly clock: Clock;
}

/**
 * Takes one start of those that a key has left.
 * @throws {Failure} too-many-requests; `names.seconds`: in at most so many there is one more
 */
export async function takeStart(
  { rateLimits, clock }: Deps,
  key: string,
  limit: Limit,
): Promise<void> {
  if (await rateLimits.take(key, limit, clock())) return;
  throw new Failure('too-many-requests', { names: { seconds: limit.seconds } });
}
