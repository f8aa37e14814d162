import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { databaseClock } from '../../../src/adapters/postgres/database-clock.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A machine with a clock that the test advances. */
function machine(iso: string) {
  let ms = Date.parse(iso);
  return {
    clock: () => new Date(ms),
    advance: (by: number) => {
      ms += by;
    },
  };
}

async function databaseTime(): Promise<number> {
  const { rows } = await pool.query('select clock_timestamp() as now');
  return rows[0].now.getTime();
}

test('is the local clock before it is measured', () => {
  const { clock } = machine('2001-01-01T00:00:00Z');
  expect(databaseClock(pool, clock).now()).toEqual(clock());
});

test.each(['2001-01-01T00:00:00Z', '2101-01-01T00:00:00Z'])(
  'returns the time of the database on a machine that is in %s',
  async (iso) => {
    const { clock } = machine(iso);
    const { now, measure } = databaseClock(pool, clock);

    const before = await databaseTime();
    await measure();
    const after = await databaseTime();
    expect(now().getTime()).toBeGreaterThanOrEqual(before);
    expect(now().getTime()).toBeLessThanOrEqual(after + 1);
  },
);

test('follows the local clock between two measurements', async () => {
  const { clock, advance } = machine('2001-01-01T00:00:00Z');
  const { now, measure } = databaseClock(pool, clock);
  await measure();

  const then = now().getTime();
  advance(1_500);
  expect(now().getTime()).toBe(then + 1_500);
});

test('keeps its last offset when the database is gone', async () => {
  const gone = new pg.Pool({ connectionString: database.url });
  const { now, measure } = databaseClock(gone, machine('2001-01-01T00:00:00Z').clock);
  await measure();
  const then = now();
  await gone.end();

  await expect(measure()).rejects.toThrow('Cannot use a pool after calling end');
  expect(now()).toEqual(then);
});

test('keeps its last offset when the answer takes longer than a second', async () => {
  const { clock, advance } = machine('2001-01-01T00:00:00Z');
  const snapshots = { slow: false };
  const { now, measure } = databaseClock(pool, () => {
    if (snapshots.slow) advance(1_001);
    return clock();
  });
  await measure();
  const then = now().getTime();
  snapshots.slow = true;

  await expect(measure()).rejects.toThrow(
    "the database's clock cannot be read: its answer took 1001 ms",
  );
  snapshots.slow = false;
  expect(now().getTime()).toBe(then + 2_002);
});

test('reports by how much the machine is behind', async () => {
  const { clock } = machine('2001-01-01T00:00:00Z');
  const time = databaseClock(pool, clock);
  expect(time.secondsOff()).toBe(0);
  await time.measure();
  const between = (await databaseTime()) - clock().getTime();
  expect(Math.abs(time.secondsOff() - between / 1000)).toBeLessThan(60);
});
