import { setTimeout } from 'node:timers/promises';

import { SHOP } from '@eid-broker/testing/contracts/configuration-store';
import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type pg from 'pg';
import { pgConfigurationStore } from '../../../src/adapters/postgres/configuration/configuration-store.ts';
import {
  type Notifications,
  pgNotifications,
} from '../../../src/adapters/postgres/notifications.ts';
import { openTestPool, testVault } from '../../support/pg-replicas.ts';

const CHECK_PAUSE = 5;

let database: TestDatabase;
let pool: pg.Pool;
let notifications: Notifications | undefined;
let revisions = 0;
let logged: string[] = [];
/** The requested pauses, in seconds. */
let pauses: number[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database);
  [revisions, logged, pauses] = [0, [], []];
});
afterEach(async () => {
  await notifications?.close();
  await pool.end();
  await database.drop();
});

test('a change of the configuration causes a notification, from any process', async () => {
  listen(database.url);
  await until(() => pauses.includes(30));
  const before = revisions;

  await pgConfigurationStore({ pool, vault: testVault }).change(() => ({
    replace: [SHOP],
    result: undefined,
  }));

  await until(() => revisions === before + 1);
  expect(logged).toEqual([]);
});

test('a change that was rolled back causes no notification', async () => {
  listen(database.url);
  await until(() => pauses.includes(30));
  const before = revisions;
  const invalidTenant = { ...SHOP, id: 'other' };

  await pgConfigurationStore({ pool, vault: testVault })
    .change(() => ({ replace: [SHOP, invalidTenant], result: undefined }))
    .catch(() => undefined);
  await pool.query("select pg_notify('configuration_revision', '')");

  await until(() => revisions === before + 1);
});

test('a lost connection is opened again, and counts as a notification', async () => {
  listen(database.url);
  await until(() => pauses.includes(30));
  const before = revisions;

  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'eid-broker notifications'`);

  await until(() => logged.length === 2);
  expect(logged).toEqual(['notifications.lost', 'notifications.restored']);
  expect(revisions).toBeGreaterThan(before);
});

test('an unavailable database is logged once, and retried less and less often', async () => {
  listen('postgres://nobody@127.0.0.1:1/none');
  await until(() => pauses.length >= 8);
  expect(logged).toEqual(['notifications.lost']);
  expect(pauses.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test('a connection without notifications counts as lost', async () => {
  const elsewhere = await createTestDatabase();
  listen(elsewhere.url, { deadline: 0 });
  await until(() => pauses.includes(2));
  expect(logged).toEqual(['notifications.lost']);
  await notifications?.close();
  await elsewhere.drop();
});

function listen(url: string, { deadline = 60_000 } = {}): void {
  const note = (event: string) => void logged.push(event);
  notifications = pgNotifications({
    url,
    pool,
    sleep: async (seconds) => {
      pauses.push(seconds);
      await setTimeout(seconds === CHECK_PAUSE ? deadline : 5, undefined, { ref: false });
    },
    log: { info: note, warn: note, error: note },
    onRevision: () => {
      revisions += 1;
    },
  });
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    if (isSo()) return;
    await setTimeout(20);
  }
  throw new Error(`never: ${JSON.stringify({ revisions, logged, pauses })}`);
}
