import { lifetimes, secondsAfter } from '../domain/lifetimes.ts';
import type { Authentications } from '../ports/authentications.ts';
import type { Metrics } from '../ports/metrics.ts';

/** What forgets, and what counts it. */
export interface UsedUp {
  readonly authentications: Pick<Authentications, 'forgetUsed'>;
  readonly metrics: Pick<Metrics, 'rowsPurged'>;
}

/** Rows that one statement deletes, so that none holds others up for long. */
const MOST_ROWS = 5_000;
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
