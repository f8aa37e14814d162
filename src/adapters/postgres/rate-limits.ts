import { createHash } from 'node:crypto';

import type { Pool } from 'pg';

import { secondsAfter } from '../../domain/lifetimes.ts';
import type { RateLimits, SharedCounts, Use } from '../../ports/rate-limits.ts';

/** The requested uses at $1: each key with its limit, and with the end of a window that would begin now. */
const REQUESTED = `requested as (select * from unnest($2::bytea[], $3::int[], $4::timestamptz[])
  as requested (key_hash, most, ends_at))`;

/**
 * Writes nothing when a key has no use left. A key that is neither in `no_use_left` nor in `taken` was used up by a racing
 * caller. All callers lock rows in the same order, so there is no deadlock. The lateral join with a limit reads one row
 * by its key for each; a plain join could read the whole table.
 */
const TAKE = `with ${REQUESTED},
  no_use_left as (select requested.key_hash, least(known.ends_at, requested.ends_at) as ends_at
    from requested left join lateral (select uses, ends_at from rate_limit
      where key_hash = requested.key_hash and ends_at > $1 limit 1) known on true
    where requested.most < 1 or known.uses >= requested.most),
  taken as (insert into rate_limit as known (key_hash, uses, ends_at)
    select key_hash, 1, ends_at from requested
    where not exists (select from no_use_left) order by key_hash
    on conflict (key_hash) do update set
      uses = case when known.ends_at <= $1 then 1 else known.uses + 1 end,
      ends_at = case when known.ends_at <= $1 then excluded.ends_at else known.ends_at end
    where known.ends_at <= $1
      or known.uses < (select most from requested where requested.key_hash = excluded.key_hash)
    returning key_hash)
  select key_hash, true as is_taken, ends_at from requested where key_hash in (select key_hash from taken)
  union all select key_hash, false, ends_at from no_use_left
  union all select key_hash, false, ends_at from requested
    where not exists (select from no_use_left) and key_hash not in (select key_hash from taken)`;

const FULL = `with ${REQUESTED}
  select requested.key_hash from requested cross join lateral (select uses, ends_at from rate_limit
      where key_hash = requested.key_hash and ends_at > $1 limit 1) known
    where known.uses >= requested.most`;

/** A later window ends later, so it is not refunded. */
const REFUND = `with ${REQUESTED},
  held as (select known.key_hash from (select * from requested order by key_hash) requested
    cross join lateral (select key_hash, ends_at from rate_limit
      where key_hash = requested.key_hash limit 1 for update) known
    where known.ends_at > $1 and known.ends_at <= requested.ends_at)
  update rate_limit set uses = uses - 1
    where key_hash = any (array(select key_hash from held)) and uses > 0`;

const PURGE = `delete from rate_limit where ctid = any(array
  (select ctid from rate_limit where ends_at < $1 limit $2 for update skip locked))`;

interface TakenRow {
  readonly key_hash: Buffer;
  readonly is_taken: boolean;
  readonly ends_at: Date;
}

/**
 * Counts in Postgres, one row a key: a window begins with the first use after the one before it has ended.
 * Keys are stored as SHA-256, because a key may name a person or a secret.
 */
export function pgRateLimits(pool: Pool): RateLimits {
  return {
    async take(uses, at) {
      const values = valuesOf(uses, at);
      const { rows } = await pool.query<TakenRow>({ name: 'rate_limit_take', text: TAKE, values });
      const refused = rows.filter((row) => !row.is_taken);
      if (refused.length === 0) return { isTaken: true };
      const taken = rows.filter((row) => row.is_taken);
      const unused = keysIn(uses, taken);
      if (unused.length > 0) await refund(unused, at);
      const freeAt = Math.max(...refused.map((row) => row.ends_at.getTime()));
      const full = keysIn(uses, refused);
      return { isTaken: false, full: full.map(({ key }) => key), freeAt: new Date(freeAt) };
    },

    async full(uses, at) {
      const values = valuesOf(uses, at);
      const statement = { name: 'rate_limit_full', text: FULL, values };
      const { rows } = await pool.query<Pick<TakenRow, 'key_hash'>>(statement);
      return keysIn(uses, rows).map(({ key }) => key);
    },

    refund,

    async purge(endedBefore, limit) {
      const values = [endedBefore, limit];
      const { rowCount } = await pool.query({ name: 'rate_limit_purge', text: PURGE, values });
      return rowCount ?? 0;
    },
  };

  async function refund(uses: readonly Use[], at: Date): Promise<void> {
    const values = valuesOf(uses, at);
    await pool.query({ name: 'rate_limit_refund', text: REFUND, values });
  }
}

function keysIn(uses: readonly Use[], rows: readonly Pick<TakenRow, 'key_hash'>[]): readonly Use[] {
  return uses.filter(({ key }) => rows.some((row) => row.key_hash.equals(hashOf(key))));
}

function valuesOf(uses: readonly Use[], at: Date): unknown[] {
  return [
    at,
    uses.map(({ key }) => hashOf(key)),
    uses.map(({ limit }) => limit.most),
    uses.map(({ limit }) => secondsAfter(at, limit.seconds)),
  ];
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Rows are locked in the order of the keys, so that replicas do not deadlock. */
const ADD = `insert into rate_limit (key_hash, uses, ends_at)
    select key_hash, uses, $3 from unnest($1::bytea[], $2::int[]) as counted (key_hash, uses)
    order by key_hash
  on conflict (key_hash) do update set uses = rate_limit.uses + excluded.uses
  returning key_hash, uses`;

interface Row {
  readonly key_hash: Buffer;
  readonly uses: number;
}

/**
 * Counts in the table of the rate limits, one row for a key in a window, purged with them. Keys are stored as SHA-256,
 * because a key may name an address.
 */
export function pgSharedCounts(pool: Pool): SharedCounts {
  return {
    async add({ startsAt, endsAt }, counts) {
      if (counts.size === 0) return new Map();
      const keys = new Map([...counts.keys()].map((key) => [windowHash(key, startsAt), key]));
      const hashes = [...keys.keys()].map((hash) => Buffer.from(hash, 'hex'));
      const values = [hashes, [...counts.values()], endsAt];
      const { rows } = await pool.query<Row>({ name: 'shared_count_add', text: ADD, values });
      return new Map(
        rows.flatMap(({ key_hash, uses }) => {
          const key = keys.get(key_hash.toString('hex'));
          return key === undefined ? [] : [[key, uses] as const];
        }),
      );
    },
  };
}

/** Each window has its own row, which begins at 0. */
function windowHash(key: string, startsAt: Date): string {
  return createHash('sha256').update(`${startsAt.toISOString()} ${key}`).digest('hex');
}
