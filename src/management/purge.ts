import { lifetimes, secondsAfter } from '../domain/lifetimes.ts';
import type { Artifacts } from '../ports/artifacts.ts';
import type { Authentications } from '../ports/authentications.ts';
import type { Metrics, PurgedTable } from '../ports/metrics.ts';
import type { RateLimits } from '../ports/rate-limits.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';

/** What forgets. */
export interface Purged {
  readonly artifacts: Pick<Artifacts, 'purge'>;
  readonly authentications: Pick<Authentications, 'purge'>;
  readonly rateLimits: Pick<RateLimits, 'purge'>;
  readonly signingKeys: Pick<SigningKeys, 'retire'>;
  readonly metrics: Pick<Metrics, 'rowsPurged'>;
}

/** Rows that one statement deletes, so that none holds others up for long. */
const MOST_ROWS = 5_000;

/** Forgets all that is of no more use, for as long as it may go on. */
export async function purgeState(
  { artifacts, authentications, rateLimits, signingKeys, metrics }: Purged,
  now: Date,
  mayGoOn: () => boolean,
): Promise<void> {
  const expiredBefore = secondsAfter(now, -lifetimes.retention);
  const purges: readonly (readonly [PurgedTable, () => Promise<number>])[] = [
    ['artifact', () => artifacts.purge(expiredBefore, MOST_ROWS)],
    ['authentication', () => authentications.purge(expiredBefore, MOST_ROWS)],
    // Nobody asks about a window that has ended.
    ['rate_limit', () => rateLimits.purge(now, MOST_ROWS)],
    ['signing_key', () => signingKeys.retire(now)],
  ];
  for (const [table, purge] of purges) {
    let rows = MOST_ROWS;
    while (mayGoOn() && rows === MOST_ROWS) {
      rows = await purge();
      metrics.rowsPurged(table, rows);
    }
  }
}

/** What forgets, and what counts it. */
export interface UsedUp {
  readonly authentications: Pick<Authentications, 'forgetUsed'>;
  readonly metrics: Pick<Metrics, 'rowsPurged'>;
}

/** For clocks that differ, in seconds. */
const MARGIN = 60;

/**
 * Forgets the people whose results were given out, once neither a code nor an access token can ask for them any more:
 * earlier than what is merely old. Goes on for as long as it may.
 */
export async function forgetUsed(
  { authentications, metrics }: UsedUp,
  now: Date,
  mayGoOn: () => boolean,
): Promise<void> {
  const consumed = secondsAfter(now, -(lifetimes.code + lifetimes.accessToken + MARGIN));
  const before = { consumed, expired: now };
  let rows = MOST_ROWS;
  while (mayGoOn() && rows === MOST_ROWS) {
    rows = await authentications.forgetUsed(before, MOST_ROWS);
    metrics.rowsPurged('authentication', rows);
  }
}
