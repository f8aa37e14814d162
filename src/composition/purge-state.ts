import { lifetimes, secondsAfter } from '../domain/lifetimes.ts';
import type { Artifacts } from '../ports/artifacts.ts';
import type { Authentications } from '../ports/authentications.ts';
import type { RateLimits } from '../ports/rate-limits.ts';

/** What forgets. */
export interface Purged {
  readonly artifacts: Pick<Artifacts, 'purge'>;
  readonly authentications: Pick<Authentications, 'purge'>;
  readonly rateLimits: Pick<RateLimits, 'purge'>;
}

/** Rows that one statement deletes, so that none holds others up for long. */
const MOST_ROWS = 5_000;

/** Forgets all that is of no more use, for as long as it may go on. */
export async function purgeState(
  { artifacts, authentications, rateLimits }: Purged,
  now: Date,
  mayGoOn: () => boolean,
): Promise<void> {
  const expiredBefore = secondsAfter(now, -lifetimes.retention);
  const purges = [
    () => artifacts.purge(expiredBefore, MOST_ROWS),
    () => authentications.purge(expiredBefore, MOST_ROWS),
    // Nobody asks about a window that has ended.
    () => rateLimits.purge(now, MOST_ROWS),
  ];
  for (const purge of purges) {
    while (mayGoOn() && (await purge()) === MOST_ROWS);
  }
}
