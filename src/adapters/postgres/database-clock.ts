import type { Pool } from 'pg';

import type { Clock, Stopwatch } from '../../ports/runtime.ts';

/** The time of the database. All replicas of one database have the same time. */
export interface DatabaseClock {
  readonly now: Clock;
  /** Reads the database's clock. When it rejects, the last measurement stays in use. */
  measure(): Promise<void>;
  /** The seconds by which the machine's clock was behind at the last measurement; negative when it was ahead. */
  secondsOff(): number;
}

/** The clocks of the machine. */
interface Deps {
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
}

/** One reading of the database's clock. */
interface Measurement {
  /** The database's time at the start of `elapsed`, in milliseconds since 1970. */
  readonly at: number;
  readonly elapsed: ReturnType<Stopwatch>;
  readonly secondsOff: number;
}

/** After a longer round trip the moment of the database's reading is unknown. */
const MAX_ROUND_TRIP_SECONDS = 1;

const NOW = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now';

interface NowRow {
  readonly now: number;
}

/**
 * Follows the database from the first measurement on, by the machine's monotonic time: a step of the machine's clock has
 * no effect. Until then it is the machine's clock.
 */
export function databaseClock(pool: Pool, deps: Deps): DatabaseClock {
  let last: Measurement | undefined;
  return {
    now: () =>
      last === undefined ? deps.clock() : new Date(Math.round(last.at + last.elapsed() * 1000)),
    async measure() {
      last = await measurement(pool, deps);
    },
    secondsOff: () => last?.secondsOff ?? 0,
  };
}

/** The database is assumed to read its clock in the middle of the round trip. */
async function measurement(pool: Pool, { clock, stopwatch }: Deps): Promise<Measurement> {
  // Connecting takes several round trips, so it is done before.
  const client = await pool.connect();
  try {
    const elapsed = stopwatch();
    const sentAt = clock().getTime();
    const { rows } = await client.query<NowRow>(NOW);
    const took = elapsed();
    const [row] = rows;
    if (row === undefined || took > MAX_ROUND_TRIP_SECONDS) {
      throw new Error(`the database's clock cannot be read: its answer took ${took} s`);
    }
    const at = row.now - (took / 2) * 1000;
    return { at, elapsed, secondsOff: (at - sentAt) / 1000 };
  } finally {
    client.release();
  }
}
