import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import {
  at,
  leaseAbout,
  PERSON,
  pendingAuthentication,
} from '@eid-broker/testing/sample-authentication';
import { silentMetrics } from '@eid-broker/testing/silent-metrics';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type pg from 'pg';
import {
  databaseAdmission,
  systemActiveRequests,
} from '../../../src/adapters/admission/database-admission.ts';
import { unmeasured } from '../../../src/adapters/postgres/guarded-pool.ts';
import { pgAuthentications } from '../../../src/adapters/postgres/logins/authentications.ts';
import { openPool } from '../../../src/adapters/postgres/pool.ts';
import { decoratedAuthentications } from '../../../src/adapters/stores/decorated-stores.ts';
import { silentLog } from '../../../src/adapters/system/log.ts';
import type { ActiveRequest } from '../../../src/ports/admission.ts';
import type { Authentications } from '../../../src/ports/authentications.ts';
import { testVault } from '../../support/pg-replicas.ts';

const OVER = 'the database did not answer in the time of the request';
const IDENTIFIED = { state: 'identified', at: at(1), identity: PERSON } as const;
const PENDING = { stage: 'identification', hintCode: '', collectAfter: at(4) } as const;
const RENEWED = { reference: 'order-2' };

const requests = systemActiveRequests();
let seconds = 0;
const stopwatch = () => {
  const since = seconds;
  return () => seconds - since;
};

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  const admission = databaseAdmission({ requests, stopwatch });
  pool = openPool({ url: database.url, size: 2, admission }, silentLog, { measure: unmeasured });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

let stored: Authentications;
let authentications: Authentications;
let activeRequests: (ActiveRequest | undefined)[];
beforeEach(() => {
  activeRequests = [];
  stored = pgAuthentications({ pool, vault: testVault });
  const watched: Authentications = {
    ...stored,
    recordOutcome(lease, outcome) {
      activeRequests.push(requests.current());
      return stored.recordOutcome(lease, outcome);
    },
    recordPending(lease, learned) {
      activeRequests.push(requests.current());
      return stored.recordPending(lease, learned);
    },
  };
  authentications = decoratedAuthentications(watched, {
    metrics: silentMetrics,
    eidOf: () => 'xx-eid',
    requests,
    onOutcome: () => {},
  });
});

/** A lease, and a request of its tenant whose deadline has passed. */
async function afterDeadline(id: string) {
  const authentication = pendingAuthentication({ id, loginId: undefined });
  await stored.begin(authentication);
  const request: ActiveRequest = { tenantId: 'tenant', isAnswered: () => false };
  const inRequest = <Answer>(work: () => Answer) => requests.run(request, work);
  const waits = inRequest(() => pool.query('select 1'));
  seconds += 3;
  await waits;
  return { lease: leaseAbout(authentication), request, inRequest };
}

test('a final answer is stored after the deadline of the request', async () => {
  const { lease, inRequest } = await afterDeadline('a-1');
  await expect(inRequest(() => stored.recordOutcome(lease, IDENTIFIED))).rejects.toThrow(OVER);
  const settled = await inRequest(() => authentications.recordOutcome(lease, IDENTIFIED));
  expect(settled?.progress).toEqual(IDENTIFIED);
});

test.each([
  ['the next order', RENEWED],
  ['the end of the last order', 'gone'],
] as const)('%s is stored after the deadline of the request', async (what, order) => {
  const { lease, inRequest } = await afterDeadline(`b-${what}`);
  const learned = { ...PENDING, order };
  await expect(inRequest(() => stored.recordPending(lease, learned))).rejects.toThrow(OVER);
  const recorded = await inRequest(() => authentications.recordPending(lease, learned));
  expect(recorded?.progress).toMatchObject({ order: order === 'gone' ? undefined : order });
});

test('these writes queue with their tenant, and the request continues after them', async () => {
  const { lease, request, inRequest } = await afterDeadline('c-1');
  await inRequest(async () => {
    await authentications.recordPending(lease, { ...PENDING, order: RENEWED });
    await authentications.recordOutcome(lease, IDENTIFIED);
    expect(requests.current()).toBe(request);
  });
  expect(activeRequests.map((one) => [one?.tenantId, one?.isAnswered()])).toEqual([
    ['tenant', true],
    ['tenant', true],
  ]);
});

test('an answer that the eID repeats is not stored after the deadline of the request', async () => {
  const { lease, request, inRequest } = await afterDeadline('d-1');
  const learned = { ...PENDING, order: undefined };
  const recorded = inRequest(() => authentications.recordPending(lease, learned));
  await expect(recorded).rejects.toThrow(OVER);
  expect(activeRequests).toEqual([request]);
});
