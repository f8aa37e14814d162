import { at } from '@eid-broker/testing/sample-authentication';
import { afterEach, describe, expect, test } from '@jest/globals';

import { makeHealthDetail } from '../../../src/adapters/telemetry/health-detail.ts';
import { openTelemetry, type Telemetry } from '../../../src/adapters/telemetry/telemetry.ts';
import type { Gauges } from '../../../src/ports/metrics.ts';
import { figure, samplesIn } from '../../support/exposition.ts';

const clock = () => at(0);
const SETTING = { tenantId: 'acme', eid: 'xx-some-eid', environment: 'both' } as const;
const DAY = 86_400;

const READINGS: Gauges = {
  pendingAuthentications: async () => [{ eid: 'xx-some-eid', count: 3 }],
  certificates: async () => [
    { ...SETTING, use: 'client', name: 'CN=late', expiresAt: at(20 * DAY) },
    { ...SETTING, use: 'client', name: 'CN=soon', expiresAt: at(2.5 * DAY) },
    { ...SETTING, use: 'authority', name: 'CN=past', expiresAt: at(-0.5 * DAY) },
  ],
  unsealedEvents: async () => 7,
  webhookBacklog: async () => [{ tenantId: 'acme', id: 'hook', events: 2 }],
  expiry: async () =>
    [3, 5].map((days) => ({
      tenantId: 'acme',
      kind: 'client-secret' as const,
      id: 'web',
      what: 'secret 1',
      expiresAt: at(days * 86_400),
      daysLeft: days,
      alarm: 7 as const,
    })),
  pool: () => ({ total: 5, idle: 2, waiting: 1 }),
  isDraining: () => true,
  droppedLogLines: () => 4,
};

const opened: Telemetry[] = [];
afterEach(() => Promise.all(opened.splice(0).map((telemetry) => telemetry.close())));

function open(gauges: Partial<Gauges> = {}) {
  const telemetry = openTelemetry({ clock, tracing: undefined });
  opened.push(telemetry);
  telemetry.show({ ...READINGS, ...gauges });
  const scrape = async () => samplesIn((await telemetry.exposition()).text);
  return { telemetry, scrape };
}

describe('a scrape', () => {
  test('shows the current state', async () => {
    const samples = await open().scrape();
    const of = (name: string) => figure(samples, `eid_broker_${name}`);
    expect(of('pending_authentications')).toEqual({ 'xx-some-eid': 3 });
    expect(of('certificate_days_left')).toEqual({
      'acme xx-some-eid both client': 2,
      'acme xx-some-eid both authority': -1,
    });
    expect(of('expiry_days_left')).toEqual({ 'acme client-secret': 3 });
    expect(of('unsealed_events')).toEqual({ '': 7 });
    expect(of('webhook_backlog')).toEqual({ 'acme hook': 2 });
    expect(of('database_connections')).toEqual({ idle: 2, busy: 3 });
    expect(of('database_waiting')).toEqual({ '': 1 });
    expect(of('draining')).toEqual({ '': 1 });
    expect(of('log_lines_dropped_total')).toEqual({ '': 4 });
  });

  test('omits unavailable figures, and shows the others', async () => {
    const fail = async () => {
      throw new Error('the database does not answer');
    };
    const samples = await open({ pendingAuthentications: fail, unsealedEvents: fail }).scrape();
    const names = samples.map(({ name }) => name);
    expect(names).not.toContain('eid_broker_pending_authentications');
    expect(names).not.toContain('eid_broker_unsealed_events');
    expect(figure(samples, 'eid_broker_webhook_backlog')).toEqual({ 'acme hook': 2 });
  });

  test('shows the same figures as another one at the same time', async () => {
    const { telemetry, scrape } = open();
    telemetry.metrics.shed('requests');
    telemetry.metrics.shed('connections');
    for (const samples of await Promise.all([scrape(), scrape()])) {
      expect(figure(samples, 'eid_broker_shed_total')).toEqual({ connections: 1, requests: 1 });
      expect(figure(samples, 'eid_broker_unsealed_events')).toEqual({ '': 7 });
    }
  });

  test('shows 0 for an event that has not happened', async () => {
    const samples = await open().scrape();
    const shed = samples.filter(({ name }) => name === 'eid_broker_shed_total');
    expect(shed.map(({ labels, value }) => [labels.reason, value])).toEqual([
      ['connections', 0],
      ['requests', 0],
    ]);
  });

  test('shows the current state of a circuit only', async () => {
    const { telemetry, scrape } = open();
    telemetry.metrics.circuitChanged({ ...SETTING, state: 'closed' });
    telemetry.metrics.circuitChanged({ ...SETTING, state: 'open' });
    expect(figure(await scrape(), 'eid_broker_circuit_state')).toEqual({
      'acme xx-some-eid both open': 1,
    });
  });
});

test('two services in one process count separately', async () => {
  const [one, other] = [open(), open()];
  one.telemetry.metrics.limitHit('tenant');
  expect(figure(await one.scrape(), 'eid_broker_limit_hits_total')).toEqual({ tenant: 1 });
  expect(figure(await other.scrape(), 'eid_broker_limit_hits_total')).toEqual({});
});

describe('the health report', () => {
  const report = (telemetry: Telemetry, unreadyReason: () => Promise<string | undefined>) =>
    makeHealthDetail({ gauges: READINGS, statuses: telemetry.eids, unreadyReason, clock })();

  test('contains the circuit, the last answer and the certificates of each eID', async () => {
    const { telemetry } = open();
    telemetry.metrics.circuitChanged({ ...SETTING, state: 'closed' });
    const call = { ...SETTING, operation: 'start', seconds: 1 } as const;
    telemetry.metrics.eidCalled({ ...call, outcome: 'answered' });
    telemetry.metrics.circuitChanged({ ...SETTING, state: 'open' });
    telemetry.metrics.eidCalled({ ...call, outcome: 'circuit-open' });

    expect(await report(telemetry, async () => 'overloaded')).toEqual({
      missing: 'overloaded',
      draining: true,
      pool: { total: 5, idle: 2, waiting: 1 },
      eids: [
        {
          ...SETTING,
          circuit: 'open',
          lastAnswer: at(0),
          certificates: [
            { use: 'client', name: 'CN=late', expiresAt: at(20 * DAY), daysLeft: 20, urgent: true },
            { use: 'client', name: 'CN=soon', expiresAt: at(2.5 * DAY), daysLeft: 2, urgent: true },
            {
              use: 'authority',
              name: 'CN=past',
              expiresAt: at(-0.5 * DAY),
              daysLeft: -1,
              urgent: true,
            },
          ],
        },
      ],
    });
  });

  test('is available without the database', async () => {
    const { telemetry } = open();
    const silent = async () => {
      throw new Error('the database does not answer');
    };
    expect(await report(telemetry, silent)).toMatchObject({ missing: 'database', eids: [] });
  });
});
