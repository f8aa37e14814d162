import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  commandAdmission,
  databaseAdmission,
  systemActiveRequests,
} from '../../../src/adapters/admission/database-admission.ts';
import { unmeasured } from '../../../src/adapters/postgres/guarded-pool.ts';
import { openPool } from '../../../src/adapters/postgres/pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('openPool', () => {
  test('refuses a caller when no connection is released in time', async () => {
    const pool = openPool({ url: database.url, size: 1, admission: commandAdmission }, silent());
    const held = await pool.connect();
    await expect(pool.query('select 1')).rejects.toThrow(
      'waited too long for a connection to the database',
    );
    held.release();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  test('gives all statements of a request one deadline', async () => {
    let seconds = 0;
    const requests = systemActiveRequests();
    const stopwatch = () => {
      const since = seconds;
      return () => seconds - since;
    };
    const admission = databaseAdmission({ requests, stopwatch });
    const pool = openPool({ url: database.url, size: 1, admission }, silent(), {
      measure: unmeasured,
    });
    const request = { tenantId: 'acme', isAnswered: () => false };
    const query = () => requests.run(request, () => pool.query('select 1 as one'));
    const first = query();
    seconds += 2.7;
    expect((await first).rows).toEqual([{ one: 1 }]);
    const second = query();
    seconds += 0.1;
    expect((await second).rows).toEqual([{ one: 1 }]);
    await expect(query()).rejects.toThrow('the database did not answer in the time of the request');
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  test('is full when a tenant finds no connection, but not when one exceeds its share', async () => {
    let tenantId = 'many';
    const requests = { current: () => ({ tenantId, isAnswered: () => true }) };
    const admission = databaseAdmission({ requests, stopwatch: () => () => 0 });
    const pool = openPool({ url: database.url, size: 2, admission }, silent(), {
      measure: unmeasured,
    });
    const held = await pool.connect();
    const queued = [pool.query('select 1')];
    expect([pool.waitingCount, pool.isFull()]).toEqual([1, false]);
    tenantId = 'another';
    const last = await pool.connect();
    expect(pool.isFull()).toBe(false);
    tenantId = 'a third';
    queued.push(pool.query('select 1'));
    expect([pool.waitingCount, pool.isFull()]).toEqual([2, true]);
    last.release();
    held.release();
    await Promise.all(queued);
    expect(pool.isFull()).toBe(false);
    await pool.end();
  });

  test('survives and logs an idle connection that the server ended', async () => {
    const log = silent();
    const pool = openPool({ url: database.url, size: 2, admission: commandAdmission }, log);
    const { rows } = await pool.query('select pg_backend_pid() as pid');
    const killer = openPool({ url: database.url, size: 1, admission: commandAdmission }, log);
    await killer.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await killer.end();
    await log.warned;
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});

function silent() {
  let resolveWarned = (_event: string) => {};
  const warned = new Promise<string>((resolve) => {
    resolveWarned = resolve;
  });
  return { info() {}, warn: (event: string) => resolveWarned(event), error() {}, warned };
}
