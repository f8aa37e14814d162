import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  databaseAdmission,
  systemActiveRequests,
} from '../../../src/adapters/admission/database-admission.ts';
import { pgConfigurationStore } from '../../../src/adapters/postgres/configuration/configuration-store.ts';
import { unmeasured } from '../../../src/adapters/postgres/guarded-pool.ts';
import { openPool } from '../../../src/adapters/postgres/pool.ts';
import { unqueuedConfigurationStore } from '../../../src/adapters/stores/decorated-stores.ts';
import { systemStopwatch } from '../../../src/adapters/system/clock.ts';
import { silentLog } from '../../../src/adapters/system/log.ts';
import { testVault } from '../../support/pg-replicas.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the configuration is read while the queue of a tenant is full, also for that tenant', async () => {
  const requests = systemActiveRequests();
  const admission = databaseAdmission({ requests, stopwatch: systemStopwatch });
  const pool = openPool({ url: database.url, size: 2, admission }, silentLog, {
    measure: unmeasured,
  });
  const configurationStore = pgConfigurationStore({ pool, vault: testVault });
  const content = unqueuedConfigurationStore(configurationStore, requests);
  const request = { tenantId: 'many', isAnswered: () => true };
  const asTenant = <Answer>(work: () => Answer) => requests.run(request, work);

  const held = await asTenant(() => pool.connect());
  const waiting = Array.from({ length: 50 }, () => asTenant(() => pool.query('select 1')));
  await expect(asTenant(configurationStore.revision)).rejects.toThrow(
    'too many wait for a connection to the database',
  );
  expect(await asTenant(content.revision)).toBe(0);
  expect(await asTenant(content.read)).toEqual({ revision: 0, tenants: [] });

  held.release();
  await Promise.all(waiting);
  await pool.end();
});

test('the configuration is read without the deadline of a request', async () => {
  const requests = systemActiveRequests();
  const stored = {
    revision: async () => (requests.current() === undefined ? 1 : 0),
    read: async () => ({ revision: requests.current() === undefined ? 1 : 0, tenants: [] }),
    changesSince: async () => ({
      revision: requests.current() === undefined ? 1 : 0,
      tenants: [],
      applications: [],
    }),
    ownersOf: () => Promise.reject(new Error('not a part of this test')),
    change: () => Promise.reject(new Error('not a part of this test')),
    renewMacs: () => Promise.reject(new Error('not a part of this test')),
  };
  const content = unqueuedConfigurationStore(stored, requests);
  const request = { tenantId: 'many', isAnswered: () => false };
  await requests.run(request, async () => {
    expect(await content.revision()).toBe(1);
    expect((await content.read()).revision).toBe(1);
    expect((await content.changesSince(0))?.revision).toBe(1);
    expect(requests.current()).toBe(request);
  });
});
