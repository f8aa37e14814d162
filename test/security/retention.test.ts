import { testSigningKey } from '@eid-broker/testing/signing-keys';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { randomId } from '../../src/adapters/system/random.ts';
import { composeService, type Service } from '../../src/compose/compose-service.ts';
import { readEnvironment } from '../../src/config/environment/environment.ts';
import { TEST_KEY } from '../support/broker.ts';
import { loggedIn, type SsoBroker, startSsoBroker } from '../support/single-sign-on.ts';

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

let broker: SsoBroker;
let replica: Service;
beforeAll(async () => {
  broker = await startSsoBroker();
  const environment = readEnvironment({
    DATABASE_URL: broker.databaseUrl,
    KEY_ENCRYPTION_KEY: TEST_KEY,
    EVENT_RETENTION_DAYS: '90',
  });
  replica = await composeService({
    environment,
    clock: broker.now,
    newId: randomId,
    newSigningKey: testSigningKey,
    log: SILENT,
  });
});
afterAll(async () => {
  await replica.close();
  await broker.close();
});

/** The rows about a person that remain some seconds after a login, after the clean-up jobs. */
async function leftAfter(seconds: number) {
  broker.advance(seconds);
  for (const job of ['purge', 'used_logins', 'event_retention']) await replica.jobs.run(job);
  const [row] = await broker.sql(`select
    (select count(*)::int from authentication) as attempts,
    (select count(*)::int from authentication where identity is not null) as people,
    (select count(*)::int from artifact where kind like '%Code' or kind like '%Token') as codes,
    (select count(*)::int from artifact where kind = 'remembered-login') as sessions,
    (select count(*)::int from authentication_event) as events`);
  return row;
}

test('attempts are deleted minutes after use, sessions at their end, and events after the set days', async () => {
  await loggedIn(broker);
  expect(await leftAfter(0)).toEqual({ attempts: 1, people: 1, codes: 1, sessions: 1, events: 1 });
  expect(await leftAfter(6 * 60)).toMatchObject({ people: 1 });
  expect(await leftAfter(2 * 60)).toMatchObject({ attempts: 0, people: 0, sessions: 1 });
  expect(await leftAfter(10 * 60)).toMatchObject({ codes: 0, sessions: 1 });
  expect(await leftAfter(60 * 60)).toMatchObject({ sessions: 0, events: 1 });

  replica.jobs.tick();
  for (let tries = 0; tries < 100; tries += 1) {
    const [row] = await broker.sql('select count(*)::int as links from event_seal');
    if (Number(row?.links) > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(await leftAfter(90 * 24 * 60 * 60)).toMatchObject({ events: 1 });
  expect(await leftAfter(25 * 60 * 60)).toMatchObject({ events: 0 });
});
