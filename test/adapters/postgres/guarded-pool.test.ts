import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { commandAdmission } from '../../../src/adapters/admission/database-admission.ts';
import { noDeadline } from '../../../src/adapters/admission/deadline.ts';
import { type FairQueueSettings, fairQueue } from '../../../src/adapters/admission/fair-queue.ts';
import {
  guardedPool,
  type PoolGuard,
  unmeasured,
} from '../../../src/adapters/postgres/guarded-pool.ts';
import { openPool } from '../../../src/adapters/postgres/pool.ts';
import { silentLog } from '../../../src/adapters/system/log.ts';
import { ServiceUnavailable } from '../../../src/domain/failure.ts';
import { type StallingProxy, startStallingProxy } from '../../support/stalling-proxy.ts';

const CONNECTION = 'a connection to the database';

let database: TestDatabase;
let proxy: StallingProxy;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  const { hostname, port } = new URL(database.url);
  proxy = await startStallingProxy({ host: hostname, port: Number(port) });
  pool = openPool(
    { url: throughProxy(), size: 2, deadline: 0.5, admission: commandAdmission },
    silentLog,
  );
});
afterEach(() => proxy.resume());
afterAll(async () => {
  await pool.end();
  await proxy.close();
  await database.drop();
});

describe('the database is unavailable', () => {
  test.each([
    ['the connection broke', '08006'],
    ['no password is good any more', '28P01'],
    ['too many connections', '53300'],
    ['the disk is full', '53100'],
    ['stopped by its administrator', '57P01'],
    ['crashed', '57P02'],
    ['starting', '57P03'],
    ['took too long', '57014'],
    ['a lock took too long', '55P03'],
    ['read-only', '25006'],
    ['the disk fails', '58030'],
  ])('for the error "%s" (%s)', async (_, code) => {
    await expect(pool.query(raising(code))).rejects.toBeInstanceOf(ServiceUnavailable);
  });

  test('for a statement whose connection ends in the middle', async () => {
    const name = 'to be ended in the middle';
    const running = pool.query(`select '${name}', pg_sleep(10)`).catch((error) => error);
    await terminate(name);
    expect(await running).toBeInstanceOf(ServiceUnavailable);
    expect(await alive()).toBe(true);
  });

  test('for a statement that runs too long', async () => {
    await expect(pool.query('select pg_sleep(10)')).rejects.toThrow(
      'the database does not answer: canceling statement due to statement timeout',
    );
  });

  test('for a statement without an answer from the network, on old and new connections', async () => {
    expect(await alive()).toBe(true);
    proxy.stall();
    await expect(pool.query('select 1')).rejects.toBeInstanceOf(ServiceUnavailable);
    await expect(pool.query('select 1')).rejects.toBeInstanceOf(ServiceUnavailable);
    proxy.resume();
    expect(await alive()).toBe(true);
  });

  test('for a statement when the port is closed', async () => {
    const unreachable = openPool(
      { url: 'postgres://nobody@127.0.0.1:1/none', size: 1, admission: commandAdmission },
      silentLog,
    );
    await expect(unreachable.query('select 1')).rejects.toThrow(
      'the database does not answer: connect ECONNREFUSED 127.0.0.1:1',
    );
    await unreachable.end();
    await expect(unreachable.query('select 1')).rejects.toBeInstanceOf(ServiceUnavailable);
  });

  test('with the seconds until a retry', async () => {
    await expect(pool.query(raising('53300'))).rejects.toMatchObject({ retryAfter: 3 });
  });
});

describe('a faulty statement throws the error of the driver', () => {
  test.each([
    ['no such table', 'select * from nowhere', '42P01'],
    ['a constraint', raising('23505'), '23505'],
    ['a failed transaction', raising('25P02'), '25P02'],
  ])('for %s', async (_, statement, code) => {
    const error = await pool.query(statement).catch((cause) => cause);
    expect(error).toBeInstanceOf(pg.DatabaseError);
    expect(error).toMatchObject({ code });
  });

  test('for too few values', async () => {
    const error = await pool.query('select $1::int, $2::int', [1]).catch((cause) => cause);
    expect(error).toMatchObject({ code: '08P01' });
  });
});

describe('a statement that was rolled back for another one', () => {
  test.each(['40001', '40P01'])('is retried up to three times: %s', async (code) => {
    await pool.query(`create sequence tries_${code}`);
    await pool.query(`create function undone_${code}() returns int language plpgsql as $$
      begin
        if nextval('tries_${code}') % 4 > 0 then raise exception using errcode = '${code}'; end if;
        return 1;
      end $$`);
    expect((await pool.query(`select undone_${code}() as one`)).rows).toEqual([{ one: 1 }]);
    const { rows } = await pool.query(`select last_value::int as tries from tries_${code}`);
    expect(rows).toEqual([{ tries: 4 }]);
  });

  test('is unavailable after the retries', async () => {
    await pool.query('create sequence tries_for_ever');
    const statement = `do $$ begin
      perform nextval('tries_for_ever');
      raise exception using errcode = '40P01';
    end $$`;
    await expect(pool.query(statement)).rejects.toBeInstanceOf(ServiceUnavailable);
    const { rows } = await pool.query('select last_value::int as tries from tries_for_ever');
    expect(rows).toEqual([{ tries: 4 }]);
  });

  test('is not retried inside a transaction', async () => {
    await pool.query('create sequence tries_inside');
    const client = await pool.connect();
    await client.query('begin');
    const statement = `do $$ begin
      perform nextval('tries_inside');
      raise exception using errcode = '40P01';
    end $$`;
    await expect(client.query(statement)).rejects.toBeInstanceOf(ServiceUnavailable);
    client.release(true);
    const { rows } = await pool.query('select last_value::int as tries from tries_inside');
    expect(rows).toEqual([{ tries: 1 }]);
  });
});

describe('a caller without a connection', () => {
  test('is refused at once when too many wait, and served when a connection is released', async () => {
    const small = smallPool({ maxWaiting: 1 });
    const held = await small.connect();
    const queued = small.query('select 1 as one');
    expect(small.waitingCount).toBe(1);
    await expect(small.query('select 2')).rejects.toThrow(
      new ServiceUnavailable(`too many wait for ${CONNECTION}`),
    );
    held.release();
    expect((await queued).rows).toEqual([{ one: 1 }]);
    await small.end();
  });

  test('waits behind at most one statement of each other queue key', async () => {
    let queueKey = 'many';
    const small = smallPool({ queueKey: () => queueKey });
    const held = await small.connect();
    const answered: string[] = [];
    const query = (name: string) => small.query('select 1').then(() => void answered.push(name));
    const queries = ['many 1', 'many 2', 'many 3'].map(query);
    queueKey = 'one';
    queries.push(query('one'));
    held.release();
    await Promise.all(queries);
    expect(answered).toEqual(['many 1', 'one', 'many 2', 'many 3']);
    await small.end();
  });

  test('runs no statement after the deadline of its request', async () => {
    let isOver = false;
    const small = smallPool({
      deadline: (work) => work({ isOver: () => isOver, mustComplete: () => {} }),
    });
    const held = await small.connect();
    const waiting = small.query('create table too_late ()').catch((error) => error);
    isOver = true;
    held.release();
    expect(await waiting).toBeInstanceOf(ServiceUnavailable);
    await expect(small.connect()).rejects.toBeInstanceOf(ServiceUnavailable);
    isOver = false;
    const { rows } = await small.query("select to_regclass('too_late') as made");
    expect(rows).toEqual([{ made: null }]);
    await small.end();
  });

  test('lets a changing statement complete, and no other', async () => {
    const completed: string[] = [];
    let statement = '';
    const mustComplete = () => void completed.push(statement);
    const small = smallPool({ deadline: (work) => work({ isOver: () => false, mustComplete }) });
    for (const text of [
      'select 1',
      'create temporary table kept ()',
      'with a as (select 1) select from a',
    ]) {
      statement = text;
      await small.query({ text });
    }
    expect(completed).toEqual([
      'create temporary table kept ()',
      'with a as (select 1) select from a',
    ]);
    await small.end();
  });
});

describe('a connection that was taken from the pool', () => {
  test('lets a commit complete, and no earlier statement', async () => {
    const completed: string[] = [];
    let statement = '';
    const mustComplete = () => void completed.push(statement);
    const small = smallPool({ deadline: (work) => work({ isOver: () => false, mustComplete }) });
    const client = await small.connect();
    for (const text of ['begin', 'create temporary table given_up ()', 'commit']) {
      statement = text;
      await client.query(text);
    }
    client.release();
    expect(completed).toEqual(['commit']);
    await small.end();
  });

  test('may break while it is idle: the process goes on, and the connection is not reused', async () => {
    const client = await pool.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const broken = new Promise((resolve) => client.on('error', resolve));
    await directly('select pg_terminate_backend($1)', [rows[0].pid]);
    await broken;
    await expect(client.query('select 1')).rejects.toBeInstanceOf(ServiceUnavailable);
    client.release();
    expect(await alive()).toBe(true);
  });
});

/** One connection, without a deadline. */
function smallPool({ maxWaiting = 25, ...guard }: Partial<PoolGuard & FairQueueSettings> = {}) {
  return guardedPool(new pg.Pool({ connectionString: database.url, max: 1 }), {
    queue: fairQueue({ resource: CONNECTION, permits: 1, maxWaiting, maxWaitMs: 10_000 }),
    queueKey: () => '',
    deadline: noDeadline,
    measure: unmeasured,
    ...guard,
  });
}

function throughProxy(): string {
  const url = new URL(database.url);
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return url.href;
}

function raising(code: string): string {
  return `do $$ begin raise exception using errcode = '${code}'; end $$`;
}

async function alive(): Promise<boolean> {
  const { rows } = await pool.query('select 1 as one');
  return rows[0].one === 1;
}

/** Ends the connection with this text in its statement, as soon as it runs. */
async function terminate(text: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const ended = await directly(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where query like '%' || $1 || '%' and pid <> pg_backend_pid()`,
      [text],
    );
    if (ended > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the statement never ran');
}

async function directly(statement: string, values: readonly unknown[]): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
