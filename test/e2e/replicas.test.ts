import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  approveLogin,
  authorizeUrl,
  finish,
  logIn,
  newUserAgent,
  QR_ACR,
} from '@eid-broker/testing/log-in';
import { basic, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import { send } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SignJWT } from 'jose';
import { TEST_KEY } from '../support/broker.ts';
import type { Replica } from '../support/replica.ts';
import { type Replicas, startReplicas } from '../support/replicas.ts';
import {
  type ClientKeys,
  makeClientKeys,
  SECRETS,
  securityVariables,
} from '../support/security-broker.ts';

const REQUEST = {
  client_id: 'web',
  redirect_uri: 'https://app.example.com/cb',
  response_type: 'code',
  scope: 'openid',
};
const WEB = basic('web', SECRETS.web);
const LOST = { error: 'invalid_grant', error_description: 'grant request is invalid' };

let keys: ClientKeys;
let replicas: Replicas;

beforeAll(async () => {
  keys = await makeClientKeys();
  replicas = await startReplicas({
    file: 'test/fixtures/security.yaml',
    variables: (port) => securityVariables(port, keys),
    environment: { DATABASE_POOL_SIZE: '5' },
  });
});

afterAll(() => replicas.close());

describe('three replicas on one database', () => {
  test('publish the same keys after parallel first requests', async () => {
    const answers = await Promise.all(
      [...replicas.list, ...replicas.list].map(({ port }) =>
        send(port, { path: '/.well-known/jwks', headers: { host: replicas.host } }),
      ),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(JSON.parse(answers[0]!.text).keys).toHaveLength(2);
    const [row] = await replicas.sql(
      'select count(*)::int as count from signing_key where issuer = $1',
      [replicas.issuer],
    );
    expect(row).toEqual({ count: 2 });
  });

  test('serve the steps of one login', async () => {
    const { userAgent, page } = await approveLogin(replicas.at(0), REQUEST);
    const second = newUserAgent(replicas.list[1]!.port, {}, userAgent.jar);
    const third = newUserAgent(replicas.list[2]!.port, {}, userAgent.jar);
    const resume = await second.get(page);
    const answer = await third.get(resume.location!);
    const code = answer.location!.searchParams.get('code')!;
    expect((await postToken(replicas.at(0), codeFields(code), WEB)).status).toBe(200);
  });

  test('exchange each of 20 codes once among 25 parallel requests', async () => {
    const codes = await Promise.all(Array.from({ length: 20 }, (_, index) => newCode(index)));
    for (const code of codes) {
      const answers = await atOnce(25, (index) =>
        postToken(replicas.at(index), codeFields(code), WEB),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual(
        Array.from({ length: 24 }, () => LOST),
      );
    }
  });

  test('accept each of 10 client assertions once among 25 parallel requests', async () => {
    for (let round = 0; round < 10; round += 1) {
      const jwt = await assertion();
      const answers = await atOnce(25, (index) => present(jwt, index));
      expect(answers.filter((error) => error === 'invalid_grant')).toHaveLength(1);
      expect(answers.filter((error) => error === 'invalid_client')).toHaveLength(24);
    }
  });

  test('yield one code for parallel requests of one resume URL', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { userAgent, page } = await approveLogin(replicas.at(round), REQUEST);
      const answers = await atOnce(9, (index) =>
        finish(newUserAgent(replicas.at(index).port, {}, userAgent.jar), page).catch(
          () => undefined,
        ),
      );
      const codes = answers.flatMap((one) => one?.location?.searchParams.getAll('code') ?? []);
      expect(codes).toHaveLength(1);
      expect((await postToken(replicas.at(round), codeFields(codes[0]!), WEB)).status).toBe(200);
    }
  });

  test('share the polls of one order and collect every two seconds at most', async () => {
    const userAgent = newUserAgent(replicas.list[0]!.port);
    const { location } = await userAgent.get(
      authorizeUrl(replicas.issuer, { ...REQUEST, acr_values: QR_ACR }),
    );
    const before = replicas.simulator.statistics();
    const startedAt = Date.now();
    await userAgent.get(location!);
    const watchers = replicas.list.map(({ port }) => newUserAgent(port, {}, userAgent.jar));
    while (Date.now() - startedAt < 4_500) {
      const answers = await atOnce(6, (index) => watchers[index % 3]!.get(`${location}/status`));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
      // The pause keeps below the limit of status requests for one login.
      await pause(600);
    }
    const seconds = (Date.now() - startedAt) / 1000;
    const after = replicas.simulator.statistics();
    const collects = after.calls.collect - before.calls.collect;
    expect(after.calls.auth - before.calls.auth).toBe(1);
    expect(collects).toBeGreaterThan(0);
    expect(collects).toBeLessThanOrEqual(seconds / 2);
    expect(after.fastCollects).toBe(before.fastCollects);
  });

  test('recover after the database ends all their connections', async () => {
    await replicas.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await until(async () => {
      const answers = await atOnce(6, (index) =>
        postToken(replicas.at(index), codeFields('x'), WEB),
      );
      return answers.every(({ status }) => status === 400);
    });
    expect(await Promise.all(replicas.list.map(ready))).toEqual([200, 200, 200]);
  });

  test('stop cleanly on SIGTERM, and new replicas refuse used codes and assertions', async () => {
    const [code, jwt] = [await newCode(0), await assertion()];
    expect((await postToken(replicas.at(0), codeFields(code), WEB)).status).toBe(200);
    expect(await present(jwt, 0)).toBe('invalid_grant');
    const kept = await newCode(0);

    const leaving = replicas.list[0]!;
    leaving.signal('SIGTERM');
    await until(async () => (await ready(leaving)) === 503);
    expect((await postToken(replicas.at(0), codeFields('x'), WEB)).body).toEqual(LOST);
    expect(await leaving.ended).toBe(0);
    expect(leaving.lines.at(-1)).toContain('service.stopped');

    replicas.list[0] = await replicas.start();
    expect(await ready(replicas.list[0])).toBe(200);
    expect((await postToken(replicas.at(0), codeFields(kept), WEB)).status).toBe(200);
    expect((await postToken(replicas.at(0), codeFields(code), WEB)).body).toEqual(LOST);
    expect(await present(jwt, 0)).toBe('invalid_client');
  });

  test('log no personal number, code or secret', () => {
    const text = replicas.list.flatMap(({ lines }) => lines).join('\n');
    expect(text).toContain('service.started');
    for (const secret of ['191212121212', 'Tolvan', SECRETS.web]) {
      expect(text).not.toContain(secret);
    }
    // Errors of connections that the database ended are expected.
    const faults = text.split('\n').filter((line) => line.includes('"level":50'));
    expect(faults.filter((line) => !line.includes('terminating connection'))).toEqual([]);
  });

  // Last: the others do not know the new key, and report the event that is written with it.
  test('continue a login during a change of the key-encryption key', async () => {
    const newKey = Buffer.alloc(32, 8).toString('base64url');
    const { userAgent, page } = await approveLogin(replicas.at(1), REQUEST);
    const changed = await replicas.start({ KEY_ENCRYPTION_KEY: `${newKey},${TEST_KEY}` });
    const answer = await finish(newUserAgent(changed.port, {}, userAgent.jar), page);
    changed.signal('SIGKILL');
    await changed.ended;

    expect(answer.location?.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });
});

async function newCode(index: number): Promise<string> {
  const location = await logIn(replicas.at(index), REQUEST);
  return location.searchParams.get('code')!;
}

function assertion(): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: 'a', sub: 'a', aud: replicas.issuer, jti: randomUUID(), exp: now + 120 };
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(keys.rsa);
}

/** The error of a request with this assertion; `invalid_grant` means that the client is authenticated. */
async function present(jwt: string, index: number): Promise<unknown> {
  const { body } = await postToken(replicas.at(index), {
    ...codeFields('x'),
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: jwt,
  });
  return body.error;
}

function atOnce<T>(count: number, request: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => request(index)));
}

async function ready({ healthPort }: Replica): Promise<number> {
  return (await send(healthPort, { path: '/health/ready' })).status;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await condition()) return;
    await pause(20);
  }
  throw new Error('the condition did not hold in time');
}
