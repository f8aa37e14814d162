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

/** A machine whose clocks the test advances, in milliseconds; `step` moves its wall clock alone. */
function machine(iso: string) {
  let wall = Date.parse(iso);
  let monotonic = 0;
  const advance = (by: number) => {
    wall += by;
    monotonic += by;
  };
  return {
    clock: () => new Date(wall),
    stopwatch: () => {
      const startedAt = monotonic;
      return () => (monotonic - startedAt) / 1000;
    },
    advance,
    step: (by: number) => {
      wall += by;
    },
  };
}

async function databaseTime(): Promise<number> {
  const { rows } = await pool.query('select clock_timestamp() as now');
  return rows[0].now.getTime();
}

test('is the local clock before it is measured', () => {
  const local = machine('2001-01-01T00:00:00Z');
  expect(databaseClock(pool, local).now()).toEqual(local.clock());
});

test.each(['2001-01-01T00:00:00Z', '2101-01-01T00:00:00Z'])(
  'returns the time of the database on a machine that is in %s',
  async (iso) => {
    const { now, measure } = databaseClock(pool, machine(iso));

    const before = await databaseTime();
    await measure();
    const after = await databaseTime();
    expect(now().getTime()).toBeGreaterThanOrEqual(before);
    expect(now().getTime()).toBeLessThanOrEqual(after + 1);
  },
);

test('advances with the machine between two measurements', async () => {
  const local = machine('2001-01-01T00:00:00Z');
  const { now, measure } = databaseClock(pool, local);
  await measure();

  const then = now().getTime();
  local.advance(1_500);
  expect(now().getTime()).toBe(then + 1_500);
});

test.each([-10_000, 1_000])("a step of the machine's clock by %i ms has no effect", async (by) => {
  const local = machine('2001-01-01T00:00:00Z');
  const { now, measure } = databaseClock(pool, local);
  await measure();

  const then = now().getTime();
  local.step(by);
  expect(now().getTime()).toBe(then);
});

test('keeps its last offset when the database is gone', async () => {
  const gone = new pg.Pool({ connectionString: database.url });
  const { now, measure } = databaseClock(gone, machine('2001-01-01T00:00:00Z'));
  await measure();
  const then = now();
  await gone.end();

  await expect(measure()).rejects.toThrow('Cannot use a pool after calling end');
  expect(now()).toEqual(then);
});

test('keeps its last offset when the answer takes longer than a second', async () => {
  const local = machine('2001-01-01T00:00:00Z');
  let isSlow = false;
  const clock = () => {
    if (isSlow) local.advance(1_001);
    return local.clock();
  };
  const { now, measure } = databaseClock(pool, { ...local, clock });
  await measure();
  const then = now().getTime();
  isSlow = true;

  await expect(measure()).rejects.toThrow(
    "the database's clock cannot be read: its answer took 1.001 s",
  );
  isSlow = false;
  expect(now().getTime()).toBe(then + 1_001);
});

test('reports by how much the machine is behind', async () => {
  const local = machine('2001-01-01T00:00:00Z');
  const time = databaseClock(pool, local);
  expect(time.secondsOff()).toBe(0);
  await time.measure();
  const between = (await databaseTime()) - local.clock().getTime();
  expect(Math.abs(time.secondsOff() - between / 1000)).toBeLessThan(60);
});
