import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import { logIn } from '@eid-broker/testing/log-in';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Broker, type BrokerOptions, startBroker } from '../support/broker.ts';
import { type Collector, type SentSpan, startCollector } from '../support/collector.ts';
import { figure, samplesIn } from '../support/exposition.ts';
import { exchangeCode } from '../support/tokens.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const TRACEPARENT = `00-${TRACE}-${SPAN}-01`;
const REQUEST = {
  client_id: 'demo-web',
  redirect_uri: 'http://localhost:9999/cb',
  response_type: 'code',
  scope: 'openid',
};

// Shortens the timeout of the exporter, which reads it once.
process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '500';

let collector: Collector | undefined;
afterEach(async () => {
  await collector?.close();
  collector = undefined;
});

/** The service with a collector; closing the service sends the remaining spans. */
async function startTraced(options: BrokerOptions = {}) {
  const own = await startCollector();
  collector = own;
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: own.url };
  return { broker: await startBroker(undefined, { ...options, environment }), collector: own };
}

function discovery({ issuer }: Broker, headers: Readonly<Record<string, string>> = {}) {
  return fetch(`${issuer}/.well-known/openid-configuration`, { headers });
}

/** Without the look for a newer configuration, which any request makes that comes two seconds after the last. */
function childrenOf(spans: readonly SentSpan[], { spanId }: SentSpan): string[] {
  return spans
    .filter((span) => span.parentSpanId === spanId && span.name !== 'configuration_revision')
    .map(({ name }) => name);
}

function one(spans: readonly SentSpan[], name: string): SentSpan {
  const [span, ...others] = spans.filter((each) => each.name === name);
  if (span === undefined || others.length > 0) throw new Error(`${others.length} more of ${name}`);
  return span;
}

describe('with a collector', () => {
  test('a login leaves a trace of each request with named statements and eID calls, and no secret', async () => {
    const { broker, collector } = await startTraced();
    const { headers } = await exchangeCode(broker, await logIn(broker, REQUEST));
    await broker.close();

    const spans = collector.spans();
    const token = one(spans, 'POST token');
    expect(token.traceId).toBe(headers.get('trace-id'));
    expect(token).toMatchObject({
      parentSpanId: undefined,
      links: [],
      status: undefined,
      attributes: {
        'http.request.method': 'POST',
        'eid_broker.endpoint': 'token',
        'http.response.status_code': 200,
      },
    });
    expect(childrenOf(spans, token)).toEqual(['issuance_find_with_grant', 'issuance_exchange']);
    expect(childrenOf(spans, one(spans, 'se-bankid start'))).toEqual([]);
    expect(one(spans, 'se-bankid start').attributes).toEqual({
      'eid_broker.eid': 'se-bankid',
      'eid_broker.operation': 'start',
      'eid_broker.outcome': 'answered',
    });
    const page = spans.find(({ spanId }) => spanId === one(spans, 'se-bankid start').parentSpanId);
    expect(page?.name).toBe('GET login-page');
    expect(one(spans, 'authentication_begin').attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.operation.name': 'authentication_begin',
    });
    expect(collector.resource()).toMatchObject({ 'service.name': 'eid-broker' });
    broker.canaries.assertAbsent(collector.text(), 'the traces');
  });

  test('a trace of a trusted proxy is continued', async () => {
    const { broker, collector } = await startTraced({ trustedProxies: '127.0.0.1' });
    const { headers } = await discovery(broker, { traceparent: TRACEPARENT });
    await broker.close();

    expect(headers.get('trace-id')).toBe(TRACE);
    expect(headers.get('x-request-id')).toBe(TRACE);
    const span = one(collector.spans(), 'GET discovery');
    expect(span).toMatchObject({ traceId: TRACE, parentSpanId: SPAN, links: [] });
  });

  test('a trace of an untrusted caller is linked and not continued', async () => {
    const { broker, collector } = await startTraced();
    const { headers } = await discovery(broker, { traceparent: TRACEPARENT });
    const malformed = await discovery(broker, { traceparent: `${TRACEPARENT}-x` });
    await broker.close();

    expect(headers.get('trace-id')).toMatch(/^[\da-f]{32}$/);
    expect(headers.get('trace-id')).not.toBe(TRACE);
    const spans = collector.spans().filter(({ name }) => name === 'GET discovery');
    expect(spans.map(({ traceId, links }) => [traceId, links])).toEqual([
      [headers.get('trace-id'), [{ traceId: TRACE, spanId: SPAN }]],
      [malformed.headers.get('trace-id'), []],
    ]);
  });

  test('an unsampled trace of a proxy is not recorded', async () => {
    const { broker, collector } = await startTraced({ trustedProxies: '127.0.0.1' });
    const { headers } = await discovery(broker, { traceparent: `00-${TRACE}-${SPAN}-00` });
    await broker.close();

    expect(headers.get('trace-id')).toBe(TRACE);
    expect(collector.spans()).toEqual([]);
  });
});

test('a missing collector has no effect but one log entry', async () => {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: url };
  const broker = await startBroker(undefined, { environment });
  const { status } = await exchangeCode(broker, await logIn(broker, REQUEST));
  expect(status).toBe(200);
  const scraped = await (await fetch(`http://127.0.0.1:${broker.healthPort}/metrics`)).text();
  const of = (name: string) => figure(samplesIn(scraped), `eid_broker_spans_${name}_total`)[''];
  expect([Number(of('made')) > 0, of('sent') ?? 0]).toEqual([true, 0]);
  await broker.close();
  const entries = broker.logged.filter(({ event }) => event.startsWith('traces.'));
  expect(entries.map(({ event, level }) => [event, level])).toEqual([['traces.not_sent', 'warn']]);
});

test('each response has a reference without a collector', async () => {
  const broker = await startBroker();
  const { headers } = await discovery(broker, { traceparent: TRACEPARENT });
  expect(headers.get('trace-id')).toMatch(/^[\da-f]{32}$/);
  expect(headers.get('trace-id')).toBe(headers.get('x-request-id'));
  expect(headers.get('trace-id')).not.toBe(TRACE);
  await broker.close();
});
