import { createHash } from 'node:crypto';

import type { Pool } from 'pg';

import type { SharedCounts } from '../../ports/shared-counts.ts';

/** In the order of the keys, so that replicas who add at once do not wait for one another in a circle. */
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
 * Counts in the table of the rate limits, one row for a key in a window, swept with them. Keys are kept as their
 * SHA-256, because a key may name an address.
 */
export function pgSharedCounts(pool: Pool): SharedCounts {
  return {
    async add({ startsAt, endsAt }, counts) {
      if (counts.size === 0) return new Map();
      const keys = new Map([...counts.keys()].map((key) => [hashOf(key, startsAt), key]));
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

/** Another one in each window: it begins at nothing. */
function hashOf(key: string, startsAt: Date): string {
  return createHash('sha256').update(`${startsAt.toISOString()} ${key}`).digest('hex');
}
