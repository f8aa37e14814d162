import { at } from '@eid-broker/testing/sample-authentication';
import { domain, tenant } from '@eid-broker/testing/sample-configuration';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { pgConfigurationStore } from '../../../src/adapters/postgres/configuration/configuration-store.ts';
import { pgWebhooks } from '../../../src/adapters/postgres/events/webhooks.ts';
import type { StoredWebhook } from '../../../src/domain/configuration.ts';
import { WEBHOOK_EVENTS, webhookSecretsContext } from '../../../src/domain/webhook.ts';
import { makeDeliverWebhooks } from '../../../src/management/events/deliver-webhooks.ts';
import type { WebhookOutcome } from '../../../src/ports/events.ts';
import type { WebhookDelivery } from '../../../src/ports/metrics.ts';
import { type EventLog, openEventLog } from '../../support/event-log.ts';
import { testVault } from '../../support/pg-replicas.ts';

let log: EventLog;
let seconds: number;
let sent: { readonly url: string; readonly id: string; readonly body: string }[];
let answers: Map<string, WebhookOutcome>;
let logged: string[];
let counted: WebhookDelivery[];
let leases: number;
let postponed: number[];

beforeEach(async () => {
  log = await openEventLog();
  seconds = 100;
  sent = [];
  answers = new Map();
  logged = [];
  counted = [];
  leases = 0;
  postponed = [];
});
afterEach(() => log.close());

async function declare(id: string, ...webhooks: readonly Partial<StoredWebhook>[]): Promise<void> {
  const seal = (frame: { id: string; url: string }) =>
    testVault.seal('["whsec_1"]', webhookSecretsContext(id, frame));
  const stored = webhooks.map((webhook) => {
    const webhookId = webhook.id ?? 'hook';
    const url = `https://${id}.example/${webhookId}`;
    return {
      id: webhookId,
      url,
      events: WEBHOOK_EVENTS,
      sealedSecrets: seal({ id: webhookId, url: webhook.url ?? url }),
      ...webhook,
    };
  });
  const domains = [domain({ issuer: `https://${id}.example` })];
  const replace = [{ ...tenant({ id, domains }), eids: [], applications: [], webhooks: stored }];
  await pgConfigurationStore({ pool: log.pool, vault: testVault }).change(() => ({
    replace,
    result: undefined,
  }));
}

/** Delivers as another replica each time; `during` runs while a message is being sent. */
function deliver(
  during: () => Promise<void> = async () => {},
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  const note = (level: string) => (event: string) => logged.push(`${level} ${event}`);
  const deliverWebhooks = makeDeliverWebhooks({
    webhooks: pgWebhooks({ pool: log.pool, vault: testVault }),
    async send({ id, body }, { url }) {
      sent.push({ url, id, body });
      await during();
      return answers.get(id) ?? 'accepted';
    },
    clock: () => at(seconds),
    stopwatch: () => () => 0.5,
    chance: () => 0.5,
    metrics: { webhookDelivered: (delivery) => counted.push(delivery) },
    log: { info: note('info'), warn: note('warn'), error: note('error') },
  });
  return deliverWebhooks({
    shouldContinue,
    onLease: () => {
      leases += 1;
    },
    onPostponed: (wait) => postponed.push(wait),
  });
}

const ids = () => sent.map(({ id }) => id);

describe('a webhook receives', () => {
  test('outcomes, and nothing of the person', async () => {
    await declare('a', {});
    await log.identified('a-1');
    await log.ended('a-2', 'declined');
    await log.seal(50);
    await deliver();
    expect(sent.map(({ url, id }) => [url, id])).toEqual([
      ['https://a.example/hook', 'evt_a-1'],
      ['https://a.example/hook', 'evt_a-2'],
    ]);
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
      {
        type: 'authentication.identified',
        timestamp: '2026-03-01T10:00:01.000000Z',
        data: {
          tenant: 'a',
          position: 1,
          authentication: 'a-1',
          issuer: 'https://login.example.com',
          client_id: 'shop',
          channel: 'browser',
          kind: 'authentication',
          acr: 'urn:grn:authn:xx:some-eid',
          outcome: 'identified',
        },
      },
      expect.objectContaining({
        type: 'authentication.ended',
        data: expect.objectContaining({ outcome: 'declined' }),
      }),
    ]);
    expect(counted).toEqual([
      { tenantId: 'a', outcome: 'accepted', seconds: 0.5 },
      { tenantId: 'a', outcome: 'accepted', seconds: 0.5 },
    ]);
    await deliver();
    expect(sent).toHaveLength(2);
  });

  test('events of no other tenant, and only the requested kinds', async () => {
    await declare('a', { id: 'all' }, { id: 'endings', events: ['authentication.ended'] });
    await declare('b', {});
    await log.identified('a-1', 'b-1');
    await log.ended('a-2', 'expired');
    await log.seal(50);
    await deliver();
    expect(sent.map(({ url, id }) => `${url} ${id}`).toSorted()).toEqual([
      'https://a.example/all evt_a-1',
      'https://a.example/all evt_a-2',
      'https://a.example/endings evt_a-2',
      'https://b.example/hook evt_b-1',
    ]);
  });

  test('all events, however many they are', async () => {
    await declare('a', {});
    const all = Array.from({ length: 120 }, (_, index) => `a-${index}`);
    await log.identified(...all);
    await log.seal(50);
    await deliver();
    expect(ids()).toEqual(all.map((id) => `evt_${id}`));
  });

  test('each event once, when several replicas deliver', async () => {
    await declare('a', {});
    await log.identified('a-1', 'a-2', 'a-3');
    await log.seal(50);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(ids()).toEqual(['evt_a-1', 'evt_a-2', 'evt_a-3']);
  });

  test('the remaining events after old ones were removed', async () => {
    await declare('a', {});
    await log.identified('a-1', 'a-2');
    await log.seal(50);
    await log.sql('delete from authentication_event');
    await deliver();
    await log.identified('a-3');
    await log.seal(60);
    await deliver();
    expect(ids()).toEqual(['evt_a-3']);
  });
});

describe('a webhook that does not accept events', () => {
  beforeEach(async () => {
    await declare('a', {});
    await log.identified('a-1', 'a-2');
    await log.seal(50);
    answers.set('evt_a-2', 'refused');
  });

  test('receives the same event again at growing intervals, up to an hour, and no earlier one', async () => {
    const waits: number[] = [];
    for (let tries = 0; tries < 13; tries += 1) {
      await deliver();
      const wait = `select extract(epoch from next_at - $1)::float8 as seconds from webhook`;
      const [row] = await log.sql(wait, [at(seconds)]);
      waits.push(Number(row?.seconds));
      seconds += waits.at(-1) ?? 0;
    }
    expect(waits).toEqual([3.75, 7.5, 15, 30, 60, 120, 240, 480, 960, 1920, 2700, 2700, 2700]);
    expect(postponed).toEqual(waits);
    expect(leases).toBe(13);
    expect(ids()).toEqual(['evt_a-1', ...Array(13).fill('evt_a-2')]);
    expect(logged).toEqual(['warn webhook.delivery_failed']);
  });

  test('receives all events when it accepts again', async () => {
    await deliver();
    await log.identified('a-3');
    await log.seal(60);
    await deliver();
    expect(ids()).toEqual(['evt_a-1', 'evt_a-2']);
    answers.clear();
    seconds += 10;
    await deliver();
    expect(ids().slice(2)).toEqual(['evt_a-2', 'evt_a-3']);
    expect(logged).toEqual(['warn webhook.delivery_failed', 'info webhook.delivery_resumed']);
  });

  test('is retried soon again after it accepted one event', async () => {
    await deliver();
    seconds += 10;
    await deliver();
    answers.clear();
    answers.set('evt_a-3', 'unreachable');
    await log.identified('a-3');
    await log.seal(60);
    seconds += 10;
    await deliver();
    const wait =
      'select extract(epoch from next_at - $1)::float8 as seconds, failures from webhook';
    expect(await log.sql(wait, [at(seconds)])).toEqual([{ seconds: 3.75, failures: 1 }]);
    expect(logged.slice(1)).toEqual([
      'info webhook.delivery_resumed',
      'warn webhook.delivery_failed',
    ]);
  });

  test('does not delay the others', async () => {
    await declare('b', {});
    await log.identified('b-1');
    await log.seal(60);
    await deliver();
    expect(ids()).toContain('evt_b-1');
  });
});

test('a replica with an expired lease stops, since another one goes on', async () => {
  await declare('a', {});
  await log.identified('a-1', 'a-2');
  await log.seal(50);
  let isFirst = true;
  await deliver(async () => {
    if (!isFirst) return;
    isFirst = false;
    seconds += 31;
    await deliver();
  });
  expect(ids()).toEqual(['evt_a-1', 'evt_a-1', 'evt_a-2']);
});

test('events of a replica that dies are delivered again, ten at most, and none is omitted', async () => {
  await declare('a', {});
  const all = Array.from({ length: 30 }, (_, index) => `evt_a-${index}`);
  await log.identified(...all.map((id) => id.replace('evt_', '')));
  await log.seal(50);
  const dies = deliver(async () => {
    if (sent.length === 17) throw new Error('killed');
  });
  await expect(dies).rejects.toThrow('killed');
  seconds += 29;
  await deliver();
  expect(sent).toHaveLength(17);
  seconds += 1;
  await deliver();
  expect(ids()).toEqual([...all.slice(0, 17), ...all.slice(10)]);
});

test('a draining replica releases its lease after the current message', async () => {
  await declare('a', {});
  await log.identified('a-1', 'a-2', 'a-3');
  await log.seal(50);
  await deliver(undefined, () => sent.length < 2);
  expect(ids()).toEqual(['evt_a-1', 'evt_a-2']);
  await deliver();
  expect(ids()).toEqual(['evt_a-1', 'evt_a-2', 'evt_a-3']);
});

test('a message is not sent when it could outlast the lease', async () => {
  await declare('a', {});
  await log.identified('a-1', 'a-2');
  await log.seal(50);
  let slow = true;
  await deliver(async () => {
    if (slow) seconds += 21;
    slow = false;
  });
  expect(ids()).toEqual(['evt_a-1', 'evt_a-2']);
  const [row] = await log.sql('select lease, delivered_position from webhook');
  expect(row).toEqual({ lease: '2', delivered_position: '2' });
});

test('unreadable secrets are logged as an error of ours, and the events stay', async () => {
  await declare('a', { sealedSecrets: Buffer.from('x') });
  await log.identified('a-1');
  await log.seal(50);
  await deliver();
  expect(sent).toEqual([]);
  expect(logged).toEqual([
    'error webhook.secret_decryption_failed',
    'warn webhook.delivery_failed',
  ]);
});
