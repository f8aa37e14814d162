import { Failure } from '../../domain/failure.ts';
import { secondsUntil } from '../../domain/lifetimes.ts';
import type { RateLimits, Use } from '../../ports/rate-limits.ts';
import type { Clock } from '../../ports/runtime.ts';

interface Deps {
  readonly rateLimits: RateLimits;
  readonly clock: Clock;
}

/** As if nothing had been taken. */
export type Refund = () => Promise<void>;

/**
 * Takes one use of each key, of those that are left.
 * @throws {Failure} too-many-requests; `names.seconds`: in so many there are uses again
 */
export async function consumeLimits(
  { rateLimits, clock }: Deps,
  uses: readonly Use[],
): Promise<Refund> {
  const now = clock();
  const taken = await rateLimits.take(uses, now);
  if (taken.isTaken) return () => rateLimits.refund(uses, now);
  throw new Failure('too-many-requests', { names: { seconds: secondsUntil(taken.freeAt, now) } });
}
