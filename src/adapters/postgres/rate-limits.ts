import { createHash } from 'node:crypto';

import type { Pool } from 'pg';

import { secondsAfter } from '../../domain/lifetimes.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';

/** Without a row when a racing caller has just begun the window that is full. */
const TAKE = `with taken as (insert into rate_limit (key_hash, uses, ends_at)
    select $1, 1, $3 where $4::int > 0
    on conflict (key_hash) do update set
      uses = case when rate_limit.ends_at <= $2 then 1 else rate_limit.uses + 1 end,
      ends_at = case when rate_limit.ends_at <= $2 then excluded.ends_at else rate_limit.ends_at end
    where rate_limit.ends_at <= $2 or rate_limit.uses < $4
    returning ends_at)
  select true as is_taken, ends_at from taken
  union all select false, ends_at from rate_limit
    where key_hash = $1 and ends_at > $2 and not exists (select from taken)`;
const PURGE = `delete from rate_limit where ctid = any(array
  (select ctid from rate_limit where ends_at < $1 limit $2 for update skip locked))`;

interface TakenRow {
  readonly is_taken: boolean;
  readonly ends_at: Date;
}

/**
 * Counts in Postgres, one row a key: a window begins with the first use after the one before it has ended.
 * Keys are kept as their SHA-256, because a key may name a person or a secret.
 */
export function pgRateLimits(pool: Pool): RateLimits {
  return {
    async take(key, { most, seconds }, at) {
      const hash = createHash('sha256').update(key).digest();
      const latest = secondsAfter(at, seconds);
      const values = [hash, at, latest, most];
      const { rows } = await pool.query<TakenRow>({ name: 'rate_limit_take', text: TAKE, values });
      const [row] = rows;
      if (row?.is_taken) return { isTaken: true };
      // A caller with a clock ahead of ours may have begun it.
      const freeAt = row !== undefined && row.ends_at < latest ? row.ends_at : latest;
      return { isTaken: false, freeAt };
    },

    async purge(endedBefore, limit) {
      const values = [endedBefore, limit];
      const { rowCount } = await pool.query({ name: 'rate_limit_purge', text: PURGE, values });
      return rowCount ?? 0;
    },
  };
}
