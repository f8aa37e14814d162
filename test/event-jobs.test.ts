import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

import { domain, tenant } from '@eid-broker/testing/sample-configuration';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { QueryConfig } from 'pg';

import { chainMacs } from '../src/adapters/events/chain-macs.ts';
import { sendWebhook } from '../src/adapters/events/send-webhook.ts';
import { guardedRequest } from '../src/adapters/outbound/guarded-request.ts';
import { pgConfigurationStore } from '../src/adapters/postgres/configuration/configuration-store.ts';
import { pgEventChain } from '../src/adapters/postgres/events/event-chain.ts';
import { pgUsageCounts } from '../src/adapters/postgres/events/usage-counts.ts';
import { pgWebhooks } from '../src/adapters/postgres/events/webhooks.ts';
import { pgRateLimits } from '../src/adapters/postgres/rate-limits.ts';
import { systemStopwatch } from '../src/adapters/system/clock.ts';
import { systemChance } from '../src/adapters/system/random.ts';
import { WEBHOOK_EVENTS, webhookSecretsContext } from '../src/domain/webhook.ts';
import { serviceJobs } from '../src/jobs.ts';
import { type Jobs, makeJobs } from '../src/run-jobs.ts';
import { type EventLog, openEventLog } from './support/event-log.ts';
import { testVault } from './support/pg-replicas.ts';

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

let log: EventLog;
let receiver: ChildProcess;
let lines: AsyncIterator<string>;
let logged: { event: string; facts: object | undefined }[];
let ahead: number;

beforeEach(async () => {
  log = await openEventLog();
  logged = [];
  ahead = 0;
  receiver = spawn(process.execPath, ['docs/examples/webhook-receiver.mjs'], {
    env: { PATH: process.env.PATH ?? '', WEBHOOK_SECRET: SECRET, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (receiver.stdout === null) throw new Error('the receiver says nothing');
  lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
});
afterEach(async () => {
  receiver.kill();
  await log.close();
});

async function declare(url: string, id = 'a'): Promise<void> {
  const sealedSecrets = testVault.seal(
    JSON.stringify([SECRET]),
    webhookSecretsContext(id, { id: 'hook', url }),
  );
  const domains = [domain({ issuer: `https://${id}.example`, environment: 'test' })];
  const webhooks = [{ id: 'hook', url, events: WEBHOOK_EVENTS, sealedSecrets }];
  const replace = [{ ...tenant({ id, domains }), eids: [], applications: [], webhooks }];
  await pgConfigurationStore({ pool: log.pool, vault: testVault }).change(() => ({
    replace,
    result: undefined,
  }));
}

const none = async () => 0;
/** The ports of the jobs that these tests leave out. */
const otherJobs = {
  artifacts: { purge: none },
  authentications: { purge: none, forgetUsed: none },
  signingKeys: { retire: none },
  requestLimits: { share: async () => undefined },
  managementSessions: { purge: async () => 0 },
  sampleLoad: () => undefined,
  abandonExpired: none,
  raiseExpiryAlarms: async () => undefined,
  measureClock: async () => undefined,
  flushNotes: async () => undefined,
  flushRefusals: async () => undefined,
  flushSecretUses: async () => undefined,
  loginTimelines: { purge: none },
  loginRetentionDays: 30,
};

interface WorkOptions {
  readonly pool?: typeof log.pool;
  readonly shouldContinue?: boolean;
  readonly retentionDays?: number;
}

function work({ pool = log.pool, shouldContinue = true, retentionDays }: WorkOptions = {}): Jobs {
  const note = (event: string, facts?: object) => logged.push({ event, facts });
  const jobLog = { info: note, warn: note, error: note };
  const list = serviceJobs({
    ...otherJobs,
    eventChain: pgEventChain({ pool, vault: testVault }),
    usageCounts: pgUsageCounts(pool),
    macs: chainMacs(testVault),
    webhooks: pgWebhooks({ pool, vault: testVault }),
    send: sendWebhook(guardedRequest()),
    rateLimits: pgRateLimits(log.pool),
    stopwatch: systemStopwatch,
    chance: systemChance,
    retentionDays,
    metrics: { eventsSealed() {}, webhookDelivered() {}, rowsPurged() {} },
    clock: () => new Date(Date.now() + ahead * 1000),
    log: jobLog,
    shouldContinue: () => shouldContinue,
  });
  const events = list.filter(({ name }) => /^(?:event_|webhooks)/.test(name));
  return makeJobs(events, { log: jobLog, isDraining: () => false });
}

/** A second passes, and all jobs run to their end. */
async function runSecond(events: Jobs): Promise<void> {
  events.tick();
  await events.settled();
}

/** An attempt of this replica gets its outcome, which is sealed and delivered. */
async function deliverOutcome(events: Jobs, id: string): Promise<void> {
  await log.identified(id);
  events.schedule('event_chain');
  await runSecond(events);
  await runSecond(events);
}

test('an outcome reaches the receiver of the documentation, which verifies its message', async () => {
  const [, port] = /^listening on (\d+)$/.exec((await lines.next()).value) ?? [];
  await declare(`http://127.0.0.1:${port}/`);
  const events = work();
  await log.ended('a-1', 'declined');
  await deliverOutcome(events, 'a-2');
  expect((await lines.next()).value).toBe('authentication.ended shop declined');
  expect((await lines.next()).value).toBe('authentication.identified shop identified');
  expect(logged).toEqual([]);
});

test('a receiver that is down gets its events later, and delays nothing else', async () => {
  await declare('http://127.0.0.1:1/');
  const events = work();
  await deliverOutcome(events, 'a-1');
  await deliverOutcome(events, 'a-2');
  expect(logged).toEqual([
    {
      event: 'webhook.delivery_failed',
      facts: { tenantId: 'a', webhook: 'hook', outcome: 'unreachable' },
    },
  ]);
  expect(await log.sql('select last_position::int from event_seal order by number')).toEqual([
    { last_position: 1 },
    { last_position: 2 },
  ]);
});

test('events that a dead replica left are sealed and delivered by another one, ten seconds later', async () => {
  const [, port] = /^listening on (\d+)$/.exec((await lines.next()).value) ?? [];
  await declare(`http://127.0.0.1:${port}/`);
  const events = work();
  await runSecond(events);
  await log.identified('a-1');
  for (let second = 1; second < 10; second += 1) await runSecond(events);
  expect(await log.sql('select number from event_seal')).toEqual([]);
  await runSecond(events);
  await runSecond(events);
  expect((await lines.next()).value).toBe('authentication.identified shop identified');
});

test('another session with the lock of the chain is logged after 30 seconds, once', async () => {
  const events = work();
  const other = await log.pool.connect();
  await other.query('select pg_advisory_lock(2026112210)');
  await log.identified('a-1');
  for (let second = 1; second < 30; second += 1) await runSecond(events);
  expect(logged).toEqual([]);
  for (let second = 30; second < 40; second += 1) await runSecond(events);
  const cause = 'Error: another database session holds the advisory lock of the event chain';
  expect(logged).toEqual([{ event: 'event_chain.failed', facts: { cause } }]);

  await other.query('select pg_advisory_unlock(2026112210)');
  other.release();
  await runSecond(events);
  expect(logged.slice(1)).toEqual([{ event: 'event_chain.recovered', facts: undefined }]);
  expect(await log.sql('select last_position::int from event_seal')).toEqual([
    { last_position: 1 },
  ]);
});

test('a slow receiver delays no other', async () => {
  const waiting: (() => void)[] = [];
  const delivered: string[] = [];
  const slow = await startReceiver((res) => waiting.push(() => res.writeHead(204).end()));
  const quick = await startReceiver((res) => {
    delivered.push('quick');
    res.writeHead(204).end();
  });
  await declare(slow.url, 'a');
  await declare(quick.url, 'b');
  const events = work();
  const second = async (id: string, isOver: () => boolean) => {
    await log.identified(id);
    events.schedule('event_chain');
    await until(() => {
      events.tick();
      return isOver();
    });
  };
  await second('a-1', () => waiting.length === 1);
  await second('b-1', () => delivered.length === 1);
  await second('b-2', () => delivered.length === 2);
  expect(waiting).toHaveLength(1);
  for (const answer of waiting) answer();
  await events.settled();
  await Promise.all([slow.close(), quick.close()]);
});

test('a draining replica still seals, and delivers no more', async () => {
  await declare('http://127.0.0.1:1/');
  const events = work({ shouldContinue: false });
  await deliverOutcome(events, 'a-1');
  expect(await log.sql('select last_position::int from event_seal')).toEqual([
    { last_position: 1 },
  ]);
  expect(await log.sql('select lease from webhook')).toEqual([{ lease: '0' }]);
});

test('an idle replica runs two statements in ten seconds', async () => {
  const statements: string[] = [];
  const pool: typeof log.pool = Object.assign(Object.create(log.pool), {
    query(statement: QueryConfig) {
      statements.push(statement.name ?? statement.text);
      return log.pool.query(statement);
    },
  });
  const events = work({ pool });
  for (let second = 1; second <= 30; second += 1) await runSecond(events);
  const names = ['event_chain_unsealed', 'webhook_take'];
  expect(statements).toEqual([...names, ...names, ...names]);
});

test('the heads are logged once an hour, by one of the replicas', async () => {
  const [one, other] = [work(), work()];
  await log.identified('a-1');
  await runSecond(one);
  await one.run('event_heads');
  await other.run('event_heads');
  expect(logged).toEqual([
    {
      event: 'event_chain.head',
      facts: { tenantId: 'a', head: expect.stringMatching(/^1\.1\.[\w-]{43}$/) },
    },
  ]);
  ahead = 60 * 60 + 1;
  await other.run('event_heads');
  expect(logged).toHaveLength(2);
});

test('old events are removed when a retention is set', async () => {
  await log.identified('a-1');
  await runSecond(work());
  ahead = 40 * 24 * 60 * 60;
  await work().run('event_retention');
  const count = 'select count(*)::int as count from authentication_event';
  expect(await log.sql(count)).toEqual([{ count: 1 }]);
  await work({ retentionDays: 30 }).run('event_retention');
  expect(await log.sql(count)).toEqual([{ count: 0 }]);
});

test('the first of several failures in a row is logged, and so is the recovery', async () => {
  const events = work();
  await log.identified('a-1');
  await log.sql('alter table event_seal rename to elsewhere');
  await runSecond(events);
  await runSecond(events);
  await log.sql('alter table elsewhere rename to event_seal');
  await runSecond(events);
  expect(logged.map(({ event }) => event).filter((event) => event.startsWith('event_'))).toEqual([
    'event_chain.failed',
    'event_chain.recovered',
  ]);
});

/** Answers messages with the given statuses. */
async function startReceiver(onMessage: (res: ServerResponse) => void) {
  const server = createServer((req, res) => req.resume().on('end', () => onMessage(res)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${port}/`, close };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (isSo()) return;
    await pause(20);
  }
  throw new Error('never');
}
