import type { Pool } from 'pg';

import type { Clock } from '../../ports/runtime.ts';

/** The local clock, set right by the database's: all replicas of one database tell the same time. */
export interface DatabaseClock {
  readonly now: Clock;
  /** Measures how far the local clock is off. Rejects in trouble; what was measured before stays. */
  measure(): Promise<void>;
  /** By how much the local clock was behind at the last measurement; ahead: below zero. */
  secondsOff(): number;
}

/** A longer round trip does not say when the database read its clock. */
const LONGEST_ROUND_TRIP_MS = 1_000;

const NOW = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now';

interface NowRow {
  readonly now: number;
}

/** A clock that follows the database from its first measurement on; until then it is the local one. */
export function databaseClock(pool: Pool, local: Clock): DatabaseClock {
  let offset = 0;
  return {
    now: () => new Date(local().getTime() + offset),
    async measure() {
      offset = await offsetOf(pool, local);
    },
    secondsOff: () => offset / 1000,
  };
}

/** In milliseconds; the database is taken to have looked in the middle of the round trip. */
async function offsetOf(pool: Pool, local: Clock): Promise<number> {
  // Connecting takes several round trips: it must not be measured.
  const client = await pool.connect();
  try {
    const sentAt = local().getTime();
    const { rows } = await client.query<NowRow>(NOW);
    const answeredAt = local().getTime();
    const [row] = rows;
    const took = answeredAt - sentAt;
    if (row === undefined || took < 0 || took > LONGEST_ROUND_TRIP_MS) {
      throw new Error(`the database's clock cannot be read: its answer took ${took} ms`);
    }
    return Math.round(row.now - sentAt - took / 2);
  } finally {
    client.release();
  }
}
