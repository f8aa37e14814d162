import { createHash } from 'node:crypto';
import { logIn } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import { basic, postToken } from '@eid-broker/testing/token-endpoint';
import { form, send } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eidNames } from '../../src/adapters/eid/registry.ts';
import { LABELS } from '../../src/adapters/telemetry/labels.ts';
import { METRICS } from '../../src/adapters/telemetry/metrics.ts';
import { onlyOrder } from '../support/backchannel-broker.ts';
import { type Broker, startBroker } from '../support/broker.ts';
import { figure, type Sample, samplesIn } from '../support/exposition.ts';
import { exchangeCode, requestTokens } from '../support/tokens.ts';

const CALLBACK = 'http://localhost:9999/cb';
const VERIFIER = 'a-verifier-that-is-as-long-as-it-has-to-be-0123456789';
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const BACKEND = basic('demo-backend', 'demo-backend-secret');
const REQUEST = { redirect_uri: CALLBACK, response_type: 'code', scope: 'openid' };

let broker: Broker;
let scrape: () => Promise<Sample[]>;
beforeAll(async () => {
  broker = await startBroker();
  const url = `http://127.0.0.1:${broker.healthPort}/metrics`;
  scrape = async () => samplesIn(await (await fetch(url)).text());
});
afterAll(() => broker.close());

async function startBackchannel(path: string, fields: Readonly<Record<string, string>>) {
  const posted = form({ scope: 'openid', acr_values: 'urn:grn:authn:se:bankid', ...fields });
  const headers = { host: new URL(broker.issuer).host, ...posted.headers, ...BACKEND };
  return JSON.parse((await send(broker.port, { ...posted, path, headers })).text);
}

const startPhone = () =>
  startBackchannel('/ciba/bc-authorize', {
    login_hint: `sub:ssn:${TOLVAN}`,
    binding_message: 'Hello',
    callInitiator: 'RP',
  });

function poll(grant: string, id: Readonly<Record<string, string>>) {
  broker.advance(2);
  return postToken(broker, { grant_type: `urn:${grant}`, ...id }, BACKEND);
}

async function logInByEveryFlow(): Promise<void> {
  await exchangeCode(broker, await logIn(broker, { ...REQUEST, client_id: 'demo-web' }));

  const pkce = { client_id: 'demo-spa', code_challenge: CHALLENGE, code_challenge_method: 'S256' };
  const callback = await logIn(broker, { ...REQUEST, ...pkce });
  const code = callback.searchParams.get('code') ?? '';
  await requestTokens(broker, { client_id: 'demo-spa', code, code_verifier: VERIFIER });

  await logIn(broker, { ...REQUEST, client_id: 'demo-implicit', response_type: 'id_token' });

  const { auth_req_id } = await startPhone();
  const phoneOrder = await onlyOrder(broker);
  await broker.phone.open({ orderRef: phoneOrder }, TOLVAN);
  await broker.phone.decide(phoneOrder, 'confirm-call');
  await broker.phone.decide(phoneOrder, 'approve');
  await poll('openid:params:grant-type:ciba', { auth_req_id });

  const { headless_req_id, acr_data } = await startBackchannel('/headless/authorize', {
    end_user_ip: '192.0.2.7',
  });
  await poll('grn:params:grant-type:headless', { headless_req_id });
  const { orderRef } = await broker.phone.scan(acr_data.qrData, TOLVAN);
  await broker.phone.decide(orderRef, 'cancel');
  await poll('grn:params:grant-type:headless', { headless_req_id });
}

describe('the metrics after a login by every flow', () => {
  let samples: Sample[];
  beforeAll(async () => {
    await logInByEveryFlow();
    samples = await scrape();
  });

  test('count every request by its endpoint', () => {
    expect(figure(samples, 'eid_broker_requests_total')).toEqual({
      'authorize 302': 3,
      'login-page 200': 3,
      'login-page 302': 3,
      'resume 302': 3,
      'token 200': 3,
      'ciba 200': 1,
      'headless 200': 1,
      'token 400': 2,
    });
    expect(figure(samples, 'eid_broker_request_seconds_count')).toEqual({
      authorize: 3,
      'login-page': 6,
      resume: 3,
      token: 5,
      ciba: 1,
      headless: 1,
    });
    expect(figure(samples, 'eid_broker_requests_in_flight')).toEqual({});
  });

  test('count every attempt by its eID, kind, channel and outcome', () => {
    expect(figure(samples, 'eid_broker_authentications_begun_total')).toEqual({
      'se-bankid authentication browser': 3,
      'se-bankid authentication ciba': 1,
      'se-bankid authentication headless': 1,
    });
    expect(figure(samples, 'eid_broker_authentications_settled_total')).toEqual({
      'se-bankid authentication browser identified': 3,
      'se-bankid authentication ciba identified': 1,
      'se-bankid authentication headless declined': 1,
    });
    expect(figure(samples, 'eid_broker_results_consumed_total')).toEqual({
      'se-bankid authentication browser': 3,
      'se-bankid authentication ciba': 1,
    });
  });

  test('count every call of the eID and show its circuit', () => {
    expect(figure(samples, 'eid_broker_eid_calls_total')).toEqual({
      'se-bankid start answered': 5,
      'se-bankid collect answered': 6,
    });
    expect(figure(samples, 'eid_broker_eid_call_seconds_count')).toEqual({
      'se-bankid start': 5,
      'se-bankid collect': 6,
    });
    expect(figure(samples, 'eid_broker_circuit_state')).toEqual({
      'demo se-bankid test closed': 1,
    });
  });

  test('count every statement of the database', () => {
    const ends = figure(samples, 'eid_broker_database_statements_total');
    expect(Object.keys(ends)).toEqual(['done']);
    const count = figure(samples, 'eid_broker_database_statement_seconds_count');
    expect(Object.values(count)).toEqual(Object.values(ends));
  });

  test('have only the listed labels and values', () => {
    const kept = new Map(Object.values(METRICS).map((metric) => [metric.name as string, metric]));
    for (const { name, labels } of samples) {
      const metric = kept.get(name) ?? kept.get(name.replace(/_(?:bucket|sum|count)$/, ''));
      expect([name, metric?.name]).toEqual([name, expect.any(String)]);
      const { le: _le, ...own } = labels;
      expect([name, Object.keys(own)]).toEqual([name, [...(metric?.labels ?? [])]]);
      for (const [label, value] of Object.entries(own)) expect(allows(label, value)).toBe(true);
    }
  });
});

describe('the present state', () => {
  test('appears in the metrics, with pending authentications and expiry dates', async () => {
    await startPhone();
    broker.advance(5);
    const samples = await scrape();
    expect(figure(samples, 'eid_broker_pending_authentications')).toMatchObject({ 'se-bankid': 1 });
    const days = figure(samples, 'eid_broker_certificate_days_left');
    expect(Object.keys(days).sort()).toEqual([
      'demo se-bankid test authority',
      'demo se-bankid test client',
      'demo se-bankid test server',
    ]);
    for (const left of Object.values(days)) expect(left).toBeGreaterThan(0);
    expect(figure(samples, 'eid_broker_unsealed_events')).toEqual({ '': 5 });
    const pool = figure(samples, 'eid_broker_database_connections');
    expect(Object.values(pool).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(10);
  });

  test('is shown as a report', async () => {
    const answer = await fetch(`http://127.0.0.1:${broker.healthPort}/health/detail`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      missing: null,
      draining: false,
      pool: { waiting: 0 },
      eids: [
        {
          tenantId: 'demo',
          eid: 'se-bankid',
          environment: 'test',
          circuit: 'closed',
          lastAnswer: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          certificates: expect.arrayContaining([
            expect.objectContaining({ use: 'client', daysLeft: expect.any(Number) }),
          ]),
        },
      ],
    });
  });
});

test('a client that disconnects before the response is counted as aborted', async () => {
  const before = figure(await scrape(), 'eid_broker_requests_total');
  const gone = new AbortController();
  const sending = fetch(`${broker.issuer}/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '100' },
    body: new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('grant_')) }),
    duplex: 'half',
    signal: gone.signal,
  } as RequestInit).catch(() => undefined);
  await until(async () => figure(await scrape(), 'eid_broker_requests_in_flight')[''] === 1);
  gone.abort();
  await sending;
  await until(async () => {
    const after = figure(await scrape(), 'eid_broker_requests_total');
    return (after['token aborted'] ?? 0) === (before['token aborted'] ?? 0) + 1;
  });
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}

function allows(label: string, value: string): boolean {
  if (label === 'status') return /^[1-5]\d\d$|^aborted$/.test(value);
  if (label === 'eid') return eidNames.includes(value);
  if (label === 'tenant') return value === 'demo';
  const { values } = LABELS[label as keyof typeof LABELS];
  return Array.isArray(values) && values.includes(value);
}
