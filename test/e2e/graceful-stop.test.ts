import { TOLVAN } from '@eid-broker/testing/phone';
import { basic, jsonOf } from '@eid-broker/testing/token-endpoint';
import { form, send, type WireAnswer } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HEADLESS, HEADLESS_REQUEST } from '../support/backchannel-broker.ts';
import type { Replica } from '../support/replica.ts';
import { type Replicas, startReplicas } from '../support/replicas.ts';

const BACKEND = basic('demo-backend', 'demo-backend-secret');

let replicas: Replicas;

beforeAll(async () => {
  replicas = await startReplicas({ count: 0 });
});

afterAll(() => replicas.close());

describe('a replica that gets SIGTERM', () => {
  test('finishes its requests, ends its streams for another replica, and loses nothing', async () => {
    const [one, two] = [await replicas.start(), await replicas.start()];
    const { headless_req_id: id, acr_data } = await begun(one);
    const stream = posted(one, '/headless/events', { headless_req_id: id });

    one.signal('SIGTERM');
    await untilNotReady(one);
    const late = await send(one.port, {
      path: '/.well-known/jwks',
      headers: { host: replicas.host },
    });
    expect([late.status, late.headers.connection]).toEqual([200, 'close']);

    const { status, text } = await stream;
    expect(status).toBe(200);
    expect(text).toMatch(/^event: update\n/);
    expect(text).not.toContain('event: outcome');
    expect(await one.ended).toBe(0);
    expect(events(one)).toEqual(['service.started', 'service.stopping', 'service.stopped']);

    const { phone } = replicas;
    const { orderRef } = await phone.scan(acr_data.qrData, TOLVAN);
    await phone.decide(orderRef, 'approve', {});
    await untilDone(two, id);
  }, 40_000);

  test('exits immediately after a second SIGTERM', async () => {
    const one = await replicas.start();
    one.signal('SIGTERM');
    await untilNotReady(one);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    one.signal('SIGTERM');
    expect(await one.ended).toBe(1);
    expect(events(one)).toEqual(['service.started', 'service.stopping', 'service.forced_exit']);
  }, 30_000);

  test('exits although a client keeps sending requests', async () => {
    const one = await replicas.start();
    const { headless_req_id: id } = await begun(one);
    one.signal('SIGINT');
    const polling = (async () => {
      for (let time = 0; time < 10_000; time += 1) {
        const answer = await posted(one, '/oauth2/token', {
          grant_type: HEADLESS,
          headless_req_id: id,
        }).catch(() => undefined);
        if (answer === undefined) return time;
      }
      return undefined;
    })();
    expect(await one.ended).toBe(0);
    expect(await polling).toBeDefined();
  }, 30_000);
});

describe('an uncaught exception', () => {
  test.each([
    ['that is thrown', 'throw new Error("a fault")'],
    ['in a promise', 'Promise.reject(new Error("a fault"))'],
    ['that is not an Error', 'Promise.reject("a fault")'],
  ])(
    '%s ends the process in order and is logged',
    async (_, fault) => {
      const planted = `process.on("SIGUSR2", () => { ${fault} })`;
      const one = await replicas.start({
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(planted)}`,
      });
      one.signal('SIGUSR2');
      expect(await one.ended).toBe(1);
      expect(events(one)).toEqual(['service.started', 'service.failed', 'service.stopped']);
      expect(one.lines.find((line) => line.includes('service.failed'))).toContain('a fault');
    },
    30_000,
  );
});

function events({ lines }: Replica): string[] {
  return lines
    .map((line) => String(JSON.parse(line).event))
    .filter((event) => event.startsWith('service.'));
}

interface Begun {
  readonly headless_req_id: string;
  readonly acr_data: { readonly qrData: string };
}

async function begun(replica: Replica): Promise<Begun> {
  const answer = await posted(replica, '/headless/authorize', HEADLESS_REQUEST);
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text) as Begun;
}

function posted(
  { port }: Replica,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<WireAnswer> {
  const sent = form(fields);
  return send(port, {
    ...sent,
    path,
    headers: { host: replicas.host, ...sent.headers, ...BACKEND },
  });
}

async function untilNotReady({ healthPort }: Replica): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await send(healthPort, { path: '/health/ready' });
    if (answer.status === 503) return expect(answer.text).toContain('draining');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the replica stayed ready');
}

async function untilDone(replica: Replica, id: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const poll = await posted(replica, '/oauth2/token', {
      grant_type: HEADLESS,
      headless_req_id: id,
    });
    const { status, body } = jsonOf(poll);
    if (status === 200) return expect(body.id_token).toMatch(/^eyJ/);
    expect(body.error).toMatch(/^(?:authorization_pending|slow_down)$/);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
  }
  throw new Error('the request stayed pending');
}
