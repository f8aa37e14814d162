import type { Pool } from 'pg';

import type { Clock } from '../../ports/runtime.ts';

/** The local clock, corrected by the database's clock: all replicas of one database have the same time. */
export interface DatabaseClock {
  readonly now: Clock;
  /** Measures the offset of the local clock. When it rejects, the last measurement stays in use. */
  measure(): Promise<void>;
  /** The seconds by which the local clock was behind at the last measurement; negative when it was ahead. */
  secondsOff(): number;
}

/** After a longer round trip the moment of the database's reading is unknown. */
const MAX_ROUND_TRIP_MS = 1_000;

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

/** In milliseconds. The database is assumed to read its clock in the middle of the round trip. */
async function offsetOf(pool: Pool, local: Clock): Promise<number> {
  // Connecting takes several round trips, so it is done before.
  const client = await pool.connect();
  try {
    const sentAt = local().getTime();
    const { rows } = await client.query<NowRow>(NOW);
    const answeredAt = local().getTime();
    const [row] = rows;
    const took = answeredAt - sentAt;
    if (row === undefined || took < 0 || took > MAX_ROUND_TRIP_MS) {
      throw new Error(`the database's clock cannot be read: its answer took ${took} ms`);
    }
    return Math.round(row.now - sentAt - took / 2);
  } finally {
    client.release();
  }
}
