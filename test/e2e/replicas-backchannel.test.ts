import { request } from 'node:http';

import { TOLVAN } from '@eid-broker/testing/phone';
import type { JsonAnswer } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import {
  as,
  type Fields,
  HEADLESS,
  HEADLESS_REQUEST,
  post,
} from '../support/backchannel-broker.ts';
import { type Replicas, startReplicas } from '../support/replicas.ts';
import { makeClientKeys, SECRETS } from '../support/security-broker.ts';

let replicas: Replicas;

beforeAll(async () => {
  const keys = await makeClientKeys();
  replicas = await startReplicas({
    file: 'test/fixtures/backchannel.yaml',
    variables: (port) => ({
      WEB_SECRET: SECRETS.web,
      CLIENT_JWKS: keys.jwks,
      CLIENT_KEYS_URL: 'http://localhost:1/jwks',
      SECOND_ISSUER: `http://second.localhost:${port}`,
    }),
    environment: { DATABASE_POOL_SIZE: '5' },
  });
});

afterAll(() => replicas.close());

function poll(id: string, index: number): Promise<JsonAnswer> {
  return post(replicas.at(index), '/oauth2/token', { grant_type: HEADLESS, headless_req_id: id });
}

function cancel(id: string, index: number): Promise<JsonAnswer> {
  return post(replicas.at(index), '/headless/cancel', { headless_req_id: id });
}

async function start(index: number) {
  const { body } = await post(replicas.at(index), '/headless/authorize', HEADLESS_REQUEST);
  const { autoStartToken = '' } = body.acr_data as Fields;
  return { id: String(body.headless_req_id), autoStartToken };
}

async function approve(autoStartToken: string): Promise<void> {
  const { phone } = replicas;
  const { orderRef } = await phone.open({ autoStartToken }, TOLVAN);
  await phone.decide(orderRef, 'approve');
}

function atOnce<T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(index)));
}

async function seconds(count: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, count * 1_000));
}

function errorsOf(answers: readonly JsonAnswer[]): string[] {
  return answers.map(({ status, body }) => (status === 200 ? 'tokens' : String(body.error))).sort();
}

describe('a headless request at three replicas', () => {
  test('has one rate: one of parallel polls gets the state', async () => {
    const { id } = await start(0);
    const answers = await atOnce(12, (index) => poll(id, index));
    expect(errorsOf(answers)).toEqual(['authorization_pending', ...Array(11).fill('slow_down')]);
    await cancel(id, 1);
  });

  test('yields one pair of tokens to a hundred polls', async () => {
    const { id, autoStartToken } = await start(1);
    await approve(autoStartToken);
    await seconds(2.1);
    const answers = await atOnce(100, (index) => poll(id, index));
    const errors = errorsOf(answers);
    const busy = 'temporarily_unavailable';
    // The first two come while another poll collects; the last on a machine that is too slow for all of them.
    const possible = ['tokens', 'invalid_grant', 'slow_down', 'authorization_pending', busy];
    expect(possible).toEqual(expect.arrayContaining(errors));
    while (errors.at(-1) !== 'invalid_grant' && errors.length < 110) {
      await seconds(1);
      errors.push(...errorsOf([await poll(id, 2)]));
    }
    expect(errors.filter((one) => one === 'tokens')).toHaveLength(1);
    expect(errors.at(-1)).toBe('invalid_grant');
  });

  test('is collected every two seconds at most, by polls and streams together', async () => {
    const { id } = await start(2);
    const before = replicas.simulator.statistics();
    const startedAt = Date.now();
    const streams = await atOnce(3, (index) => open(id, index));
    while (Date.now() - startedAt < 4_500) {
      await atOnce(3, (index) => poll(id, index));
      await seconds(0.2);
    }
    const after = replicas.simulator.statistics();
    const passed = (Date.now() - startedAt) / 1_000;
    const collects = after.calls.collect - before.calls.collect;
    expect(collects).toBeGreaterThan(0);
    expect(collects).toBeLessThanOrEqual(passed / 2);
    expect(after.fastCollects).toBe(before.fastCollects);
    await cancel(id, 0);
    for (const text of await Promise.all(streams.map((stream) => stream.text()))) {
      expect(text).toMatch(/event: outcome\ndata: .*user declined.*\n\n$/);
    }
  });

  test('ends once: a cancellation among polls leaves tokens or none, and one event', async () => {
    const { id, autoStartToken } = await start(0);
    await approve(autoStartToken);
    await seconds(2.1);
    const calls = await atOnce(30, (index) => (index % 10 === 4 ? cancel : poll)(id, index));
    expect(calls.filter(({ body }) => body.id_token !== undefined).length).toBeLessThanOrEqual(1);
    const [row] = await replicas.sql(
      `select count(*)::int as events, count(distinct authentication_id)::int as attempts
       from authentication_event`,
    );
    expect(row?.events).toBe(row?.attempts);
  });

  test('continues at another replica when its replica is killed', async () => {
    const { id, autoStartToken } = await start(0);
    const stream = await open(id, 0);
    replicas.list[0]!.signal('SIGKILL');
    await replicas.list[0]!.ended;
    await expect(stream.text()).rejects.toThrow();
    replicas.list[0] = replicas.list[1]!;
    await approve(autoStartToken);
    // The lease of the killed replica expires.
    await seconds(2.1);
    expect((await poll(id, 1)).status).toBe(200);
  });

  test('leaves no secret in a log', () => {
    const text = replicas.list.flatMap(({ lines }) => lines).join('\n');
    expect(text).toContain('service.started');
    for (const secret of [TOLVAN, 'Tolvan', SECRETS.web, HEADLESS_REQUEST.end_user_ip]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toContain('"level":50');
  });
});

/** Opens a stream at one replica. The Host header is the issuer's, because a replica has a port of its own. */
function open(id: string, index: number): Promise<{ text(): Promise<string> }> {
  return streamFrom(replicas.at(index).port, { headless_req_id: id });
}

function streamFrom(port: number, fields: Fields): Promise<{ text(): Promise<string> }> {
  const body = new URLSearchParams(fields).toString();
  const headers = {
    ...as(),
    host: replicas.host,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
  };
  const options = { host: '127.0.0.1', port, method: 'POST', path: '/headless/events', headers };
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      const whole = new Promise<string>((end, fail) => {
        const chunks: string[] = [];
        response.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
        response.on('end', () => end(chunks.join(''))).on('error', fail);
      });
      // The caller sees the failure through `text`.
      whole.catch(() => undefined);
      resolve({ text: () => whole });
    });
    sent.on('error', reject).end(body);
  });
}
