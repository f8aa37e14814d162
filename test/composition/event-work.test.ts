import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { pgContentStore } from '../../src/adapters/postgres/content-store.ts';
import { pgRateLimits } from '../../src/adapters/postgres/rate-limits.ts';
import { randomId } from '../../src/adapters/system/ids.ts';
import { type EventWork, eventWork } from '../../src/composition/event-work.ts';
import { readEnvironment } from '../../src/config/environment/environment.ts';
import { WEBHOOK_EVENTS, webhookSecretsContext } from '../../src/domain/webhook.ts';
import { domain, tenant } from '../management/sample-content.ts';
import { type EventLog, openEventLog } from '../support/event-log.ts';
import { testVault } from '../support/pg-replicas.ts';

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

async function declare(url: string): Promise<void> {
  const sealedSecrets = testVault.seal(
    JSON.stringify([SECRET]),
    webhookSecretsContext('a', 'hook'),
  );
  const domains = [domain({ environment: 'test' })];
  const webhooks = [{ id: 'hook', url, events: WEBHOOK_EVENTS, sealedSecrets }];
  const replace = [{ ...tenant({ id: 'a', domains }), eids: [], applications: [], webhooks }];
  await pgContentStore(log.pool).change(() => ({ replace, result: undefined }));
}

function work(variables: Readonly<Record<string, string>> = {}): EventWork {
  const note = (event: string, facts?: object) => logged.push({ event, facts });
  const key = Buffer.alloc(32, 3).toString('base64url');
  return eventWork(
    { pool: log.pool, vault: testVault, rateLimits: pgRateLimits(log.pool) },
    {
      environment: readEnvironment({
        ...{ DATABASE_URL: log.url, KEY_ENCRYPTION_KEY: key },
        ...variables,
      }),
      clock: () => new Date(Date.now() + ahead * 1000),
      newId: randomId,
      log: { info: note, warn: note, error: note },
    },
    { mayGoOn: () => true, meter: { eventsSealed() {}, webhookDelivered() {} } },
  );
}

async function follow(events: EventWork): Promise<void> {
  events.follow();
  await events.settled();
}

test('what happened reaches the receiver of the documentation, which verifies it', async () => {
  const [, port] = /^listening on (\d+)$/.exec((await lines.next()).value) ?? [];
  await declare(`http://127.0.0.1:${port}/`);
  const events = work();
  await log.identified('a-1');
  await log.ended('a-2', 'declined');
  await follow(events);
  await follow(events);
  expect((await lines.next()).value).toBe('authentication.identified shop identified');
  expect((await lines.next()).value).toBe('authentication.ended shop declined');
  expect(logged).toEqual([]);
});

test('the documentation shows the receiver that is run here', () => {
  const [document, example] = ['webhooks.md', 'examples/webhook-receiver.mjs'].map((name) =>
    readFileSync(`docs/${name}`, 'utf8'),
  );
  expect(document).toContain(`\`\`\`js\n${example}\`\`\``);
});

test('a receiver that is down is told later, and hurts nothing else', async () => {
  await declare('http://127.0.0.1:1/');
  const events = work();
  await log.identified('a-1');
  await follow(events);
  await follow(events);
  await log.identified('a-2');
  await follow(events);
  expect(logged).toEqual([
    {
      event: 'webhook.not_told',
      facts: { tenantId: 'a', webhook: 'hook', outcome: 'unreachable' },
    },
  ]);
  expect(await log.sql('select last_position::int from event_seal order by number')).toEqual([
    { last_position: 1 },
    { last_position: 2 },
  ]);
});

test('the heads are logged once an hour, by one of the replicas', async () => {
  const [one, other] = [work(), work()];
  await log.identified('a-1');
  await follow(one);
  await one.tidy();
  await other.tidy();
  expect(logged).toEqual([
    {
      event: 'event_chain.head',
      facts: { tenantId: 'a', head: expect.stringMatching(/^1\.1\.[\w-]{43}$/) },
    },
  ]);
  ahead = 60 * 60 + 1;
  await other.tidy();
  expect(logged).toHaveLength(2);
});

test('old events are removed when the operator wants it', async () => {
  await log.identified('a-1');
  await follow(work());
  ahead = 40 * 24 * 60 * 60;
  await work().tidy();
  const count = 'select count(*)::int as count from authentication_event';
  expect(await log.sql(count)).toEqual([{ count: 1 }]);
  await work({ EVENT_RETENTION_DAYS: '30' }).tidy();
  expect(await log.sql(count)).toEqual([{ count: 0 }]);
});

test('of failures in a row the first is told, and the end of them', async () => {
  const events = work();
  await log.identified('a-1');
  await log.sql('alter table event_seal rename to elsewhere');
  await follow(events);
  await follow(events);
  await log.sql('alter table elsewhere rename to event_seal');
  await follow(events);
  expect(logged.map(({ event }) => event).filter((event) => event.startsWith('event_'))).toEqual([
    'event_chain.failed',
    'event_chain.goes_on',
  ]);
});
