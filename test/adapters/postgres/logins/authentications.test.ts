import { authenticationsContract } from '@eid-broker/testing/contracts/authentications';
import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { winners } from '@eid-broker/testing/races';
import {
  at,
  leaseOf,
  PERSON,
  pendingAuthentication,
} from '@eid-broker/testing/sample-authentication';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { pgAuthentications } from '../../../../src/adapters/postgres/logins/authentications.ts';
import { PLAIN_LOGIN } from '../../../../src/domain/intent.ts';
import type { Authentications } from '../../../../src/ports/authentications.ts';
import { readEvents } from '../../../support/authentication-events.ts';
import { openTestPool, pgReplicas, testVault } from '../../../support/pg-replicas.ts';
import { heldBack } from '../../../support/run-while-locked.ts';

const ENDED = { state: 'ended', at: at(6), why: 'declined', hintCode: undefined } as const;

authenticationsContract(
  'pgAuthentications',
  pgReplicas((connected) => ({
    ...pgAuthentications(connected),
    readEvents: () => readEvents(connected.pool),
  })),
);

let database: TestDatabase;
let pool: pg.Pool;
let store: Authentications;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database);
  store = pgAuthentications({ pool, vault: testVault });
});
beforeEach(() => pool.query('truncate authentication, authentication_event'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('a row of the table', () => {
  async function rawRow(): Promise<Record<string, unknown>> {
    const { rows } = await pool.query('select * from authentication');
    expect(rows).toHaveLength(1);
    return rows[0];
  }

  test('shows neither the order nor the return secret of a pending attempt', async () => {
    const authentications = pgAuthentications({ pool, vault: testVault });
    await authentications.begin(
      pendingAuthentication({ device: 'same', returnNonce: 'return-secret-1' }),
    );
    const text = JSON.stringify(await rawRow());
    for (const secret of ['order-1', 'order-secret-1', 'return-secret-1']) {
      expect(text).not.toContain(secret);
    }
  });

  test('shows the kind of the request, and nothing else of it', async () => {
    const authentications = pgAuthentications({ pool, vault: testVault });
    await authentications.begin(pendingAuthentication());
    expect(await rawRow()).toMatchObject({ kind: 'authentication' });
    expect((await authentications.find('attempt-1'))?.intent).toEqual(PLAIN_LOGIN);
  });

  test('shows no new order after a renewal', async () => {
    const authentications = pgAuthentications({ pool, vault: testVault });
    await authentications.begin(pendingAuthentication());
    const lease = await authentications.acquireLease('attempt-1', {
      now: at(2),
      leaseUntil: at(12),
    });
    const order = { reference: 'order-2', secret: 'order-secret-2' };
    await authentications.recordPending(lease!, {
      stage: 'first-interaction',
      hintCode: '',
      order,
      collectAfter: at(4),
    });
    expect(JSON.stringify(await rawRow())).not.toMatch(/order-\w*-?2/);
  });

  test('shows neither the identified person nor the order', async () => {
    const authentications = pgAuthentications({ pool, vault: testVault });
    await authentications.begin(pendingAuthentication());
    const outcome = { state: 'identified', at: at(5), identity: PERSON } as const;
    await authentications.recordOutcome(leaseOf('attempt-1'), outcome);
    const row = await rawRow();
    const text = JSON.stringify(row);
    for (const secret of ['191212121212', 'Tolvan', 'c2lnbmF0dXJl']) {
      expect(text).not.toContain(secret);
    }
    expect(row.eid_order).toBeNull();
  });

  test('shows neither the text nor the person of an intent', async () => {
    const authentications = pgAuthentications({ pool, vault: testVault });
    const text = { visible: 'SSBhZ3JlZQ==', format: 'plaintext', nonVisible: 'aGlkZGVu' } as const;
    const person = '191212121212';
    const intent = { kind: 'signature', action: 'sign', text, person } as const;
    await authentications.begin(pendingAuthentication({ intent }));
    const row = await rawRow();
    for (const secret of ['SSBhZ3JlZQ', 'aGlkZGVu', '191212121212', 'plaintext']) {
      expect(JSON.stringify(row)).not.toContain(secret);
    }
    expect(row.kind).toBe('signature');
  });

  test('shows nothing of the person in the event', async () => {
    const authentications = pgAuthentications({ pool, vault: testVault });
    const intent = { ...PLAIN_LOGIN, person: PERSON.nationalId };
    await authentications.begin(pendingAuthentication({ intent, returnNonce: 'nonce-1' }));
    await authentications.recordOutcome(leaseOf('attempt-1'), {
      state: 'identified',
      at: at(5),
      identity: PERSON,
    });
    const { rows } = await pool.query('select * from authentication_event');
    expect(rows).toEqual([
      {
        sequence: expect.anything(),
        authentication_id: 'attempt-1',
        tenant_id: 'tenant',
        issuer: 'https://login.example.com',
        client_id: 'shop',
        channel: 'browser',
        kind: 'authentication',
        acr: 'urn:grn:authn:xx:some-eid',
        outcome: 'identified',
        hint: null,
        address_from: 'browser',
        at: at(5),
        position: null,
        support_code: null,
        document: null,
        event_mac: expect.any(Buffer),
      },
    ]);
  });

  test('does not open as another row', async () => {
    const authentications = pgAuthentications({ pool, vault: testVault });
    await authentications.begin(pendingAuthentication());
    await authentications.begin(pendingAuthentication({ id: 'attempt-2', loginId: 'login-2' }));
    await pool.query(`update authentication set eid_order =
      (select eid_order from authentication where id = 'attempt-1') where id = 'attempt-2'`);
    await expect(authentications.find('attempt-2')).rejects.toThrow(
      'authentication.eid_order:attempt-2',
    );
  });

  test('cannot have a state that does not fit its columns', async () => {
    await pgAuthentications({ pool, vault: testVault }).begin(pendingAuthentication());
    await expect(pool.query(`update authentication set state = 'identified'`)).rejects.toThrow(
      'authentication_state',
    );
  });
});

describe('an impossible row', () => {
  let database: TestDatabase;
  let pool: pg.Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = openTestPool(database);
    await pool.query('alter table authentication drop constraint authentication_state');
  });
  beforeEach(() => pool.query('truncate authentication, authentication_event'));
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  test.each([
    ['pending without a stage', 'pending', 'stage = null'],
    ['identified without an identity', 'identified', 'settled_at = now()'],
    ['ended without a reason', 'ended', 'settled_at = now()'],
    ['ended at no time', 'ended', "why = 'declined'"],
    ['in an unknown state', 'lost', 'stage = null'],
  ])('throws with its table, column and id: %s', async (_what, state, change) => {
    const authentications = pgAuthentications({ pool, vault: testVault });
    await authentications.begin(pendingAuthentication());
    await pool.query(`update authentication set state = '${state}', ${change}`);
    await expect(authentications.find('attempt-1')).rejects.toThrow(
      `authentication.state of attempt-1: ${state} does not fit the other columns`,
    );
  });
});

describe('callers that compete for one row', () => {
  const LOCK = 'select from authentication for update';
  const IDENTIFIED = { state: 'identified', at: at(5), identity: PERSON } as const;
  beforeEach(async () => {
    await store.begin(pendingAuthentication());
  });

  const poll = () =>
    store.poll('attempt-1', pendingAuthentication(), { now: at(5), pace: 1, leaseUntil: at(15) });
  const outcomes = async () => (await readEvents(pool)).map(({ outcome }) => outcome);

  test('poll, and only the first is not too soon', async () => {
    const polls = await heldBack(pool, LOCK, [poll, poll, poll, poll]);
    expect(polls.map((found) => found?.tooSoon).toSorted()).toEqual([false, true, true, true]);
  });

  test('poll when a collect is due, and one gets the lease', async () => {
    const polls = await heldBack(pool, LOCK, [poll, poll, poll]);
    expect(winners(polls.map((found) => found?.lease))).toMatchObject([{ fencingToken: 1 }]);
  });

  test('poll during another lease, and get none', async () => {
    const until = at(15).toISOString();
    const taken = `update authentication set lease = lease + 1, collect_after = '${until}'`;
    const [found] = await heldBack(pool, taken, [poll]);
    expect(found).toMatchObject({ tooSoon: false, lease: undefined });
    expect(found?.authentication.progress).toMatchObject({ collectAfter: at(15) });
  });

  test('poll while the attempt ends, and all read the end', async () => {
    const end = `update authentication set state = 'ended', why = 'declined', settled_at = created_at`;
    for (const found of await heldBack(pool, end, [poll, poll, poll])) {
      expect(found).toMatchObject({
        tooSoon: false,
        authentication: { progress: { why: 'declined' } },
      });
    }
  });

  test('abandon, and one succeeds with one event', async () => {
    const abandon = () => store.abandon('attempt-1', ENDED);
    const answers = await heldBack(pool, LOCK, [abandon, abandon, abandon, abandon]);
    expect(winners(answers)).toHaveLength(1);
    expect(await outcomes()).toEqual(['declined']);
  });

  test('record different outcomes, and one counts with its event', async () => {
    const answers = await heldBack<unknown>(pool, LOCK, [
      () => store.recordOutcome(leaseOf('attempt-1'), IDENTIFIED),
      () => store.abandon('attempt-1', ENDED),
      () => store.recordOutcome(leaseOf('attempt-1'), { ...ENDED, why: 'failed' }),
      () => store.recordOutcome(leaseOf('attempt-1'), IDENTIFIED),
    ]);
    expect(winners(answers)).toHaveLength(1);
    const { progress } = (await store.find('attempt-1'))!;
    expect(await outcomes()).toEqual([progress.state === 'ended' ? progress.why : progress.state]);
  });

  test('record an outcome while the row is deleted, and leave no event', async () => {
    const answers = await heldBack<unknown>(pool, 'delete from authentication', [
      () => store.recordOutcome(leaseOf('attempt-1'), IDENTIFIED),
      () => store.abandon('attempt-1', ENDED),
      poll,
    ]);
    expect(answers).toEqual([undefined, undefined, undefined]);
    expect(await outcomes()).toEqual([]);
  });

  test('consume the ending, and one succeeds', async () => {
    await store.abandon('attempt-1', ENDED);
    const consumeEnding = () => store.consumeEnding('attempt-1', at(7));
    const answers = await heldBack(pool, LOCK, [
      consumeEnding,
      consumeEnding,
      consumeEnding,
      consumeEnding,
    ]);
    expect(winners(answers)).toEqual([true]);
  });

  test('consume the result, and one succeeds', async () => {
    await store.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
    const consumeResult = () => store.consumeResult('attempt-1', at(7));
    const answers = await heldBack(pool, LOCK, [
      consumeResult,
      consumeResult,
      consumeResult,
      consumeResult,
    ]);
    expect(winners(answers)).toHaveLength(1);
  });
});

describe('a poll', () => {
  beforeEach(async () => {
    await store.begin(pendingAuthentication({}, { collectAfter: at(20) }));
    await pollAt(10);
  });

  const pollAt = (seconds: number, clientId = 'shop') =>
    store.poll(
      'attempt-1',
      { ...pendingAuthentication(), clientId },
      { now: at(seconds), pace: 1, leaseUntil: at(seconds + 10) },
    );
  /** A lock changes these columns, too. */
  const trace = async () =>
    (await pool.query('select ctid::text, xmin::text, xmax::text from authentication')).rows;

  test.each([
    ['too soon', 10.5, 'shop'],
    ['after the end', 430, 'shop'],
    ['of another client', 30, 'other'],
  ])('%s writes nothing', async (_why, seconds, clientId) => {
    const before = await trace();
    await pollAt(seconds, clientId);
    expect(await trace()).toEqual(before);
  });

  test('of an ended attempt writes nothing', async () => {
    await store.abandon('attempt-1', ENDED);
    const before = await trace();
    expect((await pollAt(30))?.authentication.progress.state).toBe('ended');
    expect(await trace()).toEqual(before);
  });

  test('in pace is recorded', async () => {
    const before = await trace();
    await pollAt(11);
    expect(await trace()).not.toEqual(before);
  });
});

test('replicas that purge at the same time share the rows without waiting', async () => {
  const database = await createTestDatabase();
  const pool = openTestPool(database);
  const authentications = pgAuthentications({ pool, vault: testVault });
  for (const id of ['held', 'free']) {
    await authentications.begin(pendingAuthentication({ id, loginId: id, expiresAt: at(1) }));
  }
  const other = await pool.connect();
  await other.query("begin; select from authentication where id = 'held' for update");
  expect(await authentications.purge(at(10), 100)).toBe(1);
  await other.query('rollback');
  other.release();
  expect(await authentications.find('free')).toBeUndefined();
  expect(await authentications.purge(at(10), 100)).toBe(1);
  await pool.end();
  await database.drop();
});
