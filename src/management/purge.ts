import { lifetimes, secondsAfter } from '../domain/lifetimes.ts';
import type { ManagementSessions } from '../ports/administrators.ts';
import type { Artifacts } from '../ports/artifacts.ts';
import type { Authentications } from '../ports/authentications.ts';
import type { LoginTimelines } from '../ports/login-timelines.ts';
import type { Metrics, PurgedTable } from '../ports/metrics.ts';
import type { RateLimits } from '../ports/rate-limits.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';

/** The ports of `purgeState`. */
export interface PurgeDeps {
  readonly artifacts: Pick<Artifacts, 'purge'>;
  readonly authentications: Pick<Authentications, 'purge'>;
  readonly rateLimits: Pick<RateLimits, 'purge'>;
  readonly signingKeys: Pick<SigningKeys, 'retire'>;
  readonly managementSessions: Pick<ManagementSessions, 'purge'>;
  readonly loginTimelines: Pick<LoginTimelines, 'purge'>;
  readonly loginRetentionDays: number;
  readonly metrics: Pick<Metrics, 'rowsPurged'>;
}

const DAY = 24 * 60 * 60;

/** Rows that one statement deletes, so that its locks are short. */
const MAX_ROWS = 5_000;

/** Deletes expired state, while `shouldContinue`. */
export async function purgeState(
  {
    artifacts,
    authentications,
    rateLimits,
    signingKeys,
    managementSessions,
    metrics,
    ...timelines
  }: PurgeDeps,
  now: Date,
  shouldContinue: () => boolean,
): Promise<void> {
  const expiredBefore = secondsAfter(now, -lifetimes.retention);
  const { loginTimelines, loginRetentionDays } = timelines;
  const began = secondsAfter(now, -loginRetentionDays * DAY);
  const purges: readonly (readonly [PurgedTable, () => Promise<number>])[] = [
    ['artifact', () => artifacts.purge(expiredBefore, MAX_ROWS)],
    ['authentication', () => authentications.purge(expiredBefore, MAX_ROWS)],
    // A window that has ended is no longer read.
    ['rate_limit', () => rateLimits.purge(now, MAX_ROWS)],
    ['signing_key', () => signingKeys.retire(now)],
    ['management', () => managementSessions.purge(expiredBefore, MAX_ROWS)],
    ['login_timeline', () => loginTimelines.purge({ began, expired: now }, MAX_ROWS)],
  ];
  for (const [table, purge] of purges) {
    let rows = MAX_ROWS;
    while (shouldContinue() && rows === MAX_ROWS) {
      rows = await purge();
      metrics.rowsPurged(table, rows);
    }
  }
}

/** The ports of `forgetUsed`. */
export interface ForgetUsedDeps {
  readonly authentications: Pick<Authentications, 'forgetUsed'>;
  readonly metrics: Pick<Metrics, 'rowsPurged'>;
}

/** For clocks that differ, in seconds. */
const MARGIN = 60;

/**
 * Deletes attempts with a consumed result when their codes and access tokens have expired, while `shouldContinue`. So personal
 * data is deleted earlier than other state.
 */
export async function forgetUsed(
  { authentications, metrics }: ForgetUsedDeps,
  now: Date,
  shouldContinue: () => boolean,
): Promise<void> {
  const consumed = secondsAfter(now, -(lifetimes.code + lifetimes.accessToken + MARGIN));
  const before = { consumed, expired: now };
  let rows = MAX_ROWS;
  while (shouldContinue() && rows === MAX_ROWS) {
    rows = await authentications.forgetUsed(before, MAX_ROWS);
    metrics.rowsPurged('authentication', rows);
  }
}
