import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import type { Simulator } from '@eid-broker/eid-simulators/bankid/simulator';
import {
  approveLogin,
  authorizeUrl,
  finish,
  logIn,
  newUserAgent,
  QR_ACR,
} from '@eid-broker/testing/log-in';
import { phoneOf } from '@eid-broker/testing/phone';
import { basic, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import { send } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SignJWT } from 'jose';
import { applyFile, demoVariables, startTestSimulator, TEST_KEY } from '../support/broker.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Replica, startReplica } from '../support/replica.ts';
import {
  type ClientKeys,
  makeClientKeys,
  SECRETS,
  securityVariables,
} from '../support/security-broker.ts';
import { openStatements, type Statements } from '../support/statements.ts';

const REQUEST = {
  client_id: 'web',
  redirect_uri: 'https://app.example.com/cb',
  response_type: 'code',
  scope: 'openid',
};
const WEB = basic('web', SECRETS.web);
const LOST = { error: 'invalid_grant', error_description: 'grant request is invalid' };

let database: TestDatabase;
let simulator: Simulator;
let keys: ClientKeys;
let statements: Statements;
let issuer = '';
let replicas: Replica[] = [];

beforeAll(async () => {
  const [port, ...parts] = await Promise.all([
    findFreePort(),
    createTestDatabase(),
    startTestSimulator(),
    makeClientKeys(),
  ]);
  [database, simulator, keys] = parts;
  issuer = `http://localhost:${port}`;
  const variables = { ...demoVariables({ issuer, simulator }), ...securityVariables(port, keys) };
  await applyFile('test/fixtures/security.yaml', { databaseUrl: database.url, variables });
  statements = openStatements(database.url);
  replicas = await Promise.all([newReplica(), newReplica(), newReplica()]);
});

afterAll(async () => {
  for (const replica of replicas) replica.signal('SIGKILL');
  await Promise.all(replicas.map(({ ended }) => ended));
  await Promise.all([simulator.close(), statements.close()]);
  await database.drop();
});

describe('three replicas on one database', () => {
  test('publish the same keys after parallel first requests', async () => {
    const answers = await Promise.all(
      [...replicas, ...replicas].map(({ port }) =>
        send(port, { path: '/.well-known/jwks', headers: { host: new URL(issuer).host } }),
      ),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(JSON.parse(answers[0]!.text).keys).toHaveLength(2);
    const [row] = await statements.sql(
      'select count(*)::int as count from signing_key where issuer = $1',
      [issuer],
    );
    expect(row).toEqual({ count: 2 });
  });

  test('serve the steps of one login', async () => {
    const { userAgent, page } = await approveLogin(stage(0), REQUEST);
    const second = newUserAgent(replicas[1]!.port, {}, userAgent.jar);
    const third = newUserAgent(replicas[2]!.port, {}, userAgent.jar);
    const resume = await second.get(page);
    const answer = await third.get(resume.location!);
    const code = answer.location!.searchParams.get('code')!;
    expect((await postToken(stage(0), codeFields(code), WEB)).status).toBe(200);
  });

  test('redeem each of 20 codes once among 25 parallel requests', async () => {
    const codes = await Promise.all(Array.from({ length: 20 }, (_, index) => newCode(index)));
    for (const code of codes) {
      const answers = await atOnce(25, (index) => postToken(stage(index), codeFields(code), WEB));
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
      const { userAgent, page } = await approveLogin(stage(round), REQUEST);
      const answers = await atOnce(9, (index) =>
        finish(newUserAgent(stage(index).port, {}, userAgent.jar), page).catch(() => undefined),
      );
      const codes = answers.flatMap((one) => one?.location?.searchParams.getAll('code') ?? []);
      expect(codes).toHaveLength(1);
      expect((await postToken(stage(round), codeFields(codes[0]!), WEB)).status).toBe(200);
    }
  });

  test('share the polls of one order and collect every two seconds at most', async () => {
    const userAgent = newUserAgent(replicas[0]!.port);
    const { location } = await userAgent.get(
      authorizeUrl(issuer, { ...REQUEST, acr_values: QR_ACR }),
    );
    const before = simulator.statistics();
    const startedAt = Date.now();
    await userAgent.get(location!);
    const watchers = replicas.map(({ port }) => newUserAgent(port, {}, userAgent.jar));
    while (Date.now() - startedAt < 4_500) {
      const answers = await atOnce(6, (index) => watchers[index % 3]!.get(`${location}/status`));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
      // The pause keeps below the limit of status requests for one login.
      await pause(600);
    }
    const seconds = (Date.now() - startedAt) / 1000;
    const after = simulator.statistics();
    const collects = after.calls.collect - before.calls.collect;
    expect(after.calls.auth - before.calls.auth).toBe(1);
    expect(collects).toBeGreaterThan(0);
    expect(collects).toBeLessThanOrEqual(seconds / 2);
    expect(after.fastCollects).toBe(before.fastCollects);
  });

  test('recover after the database ends all their connections', async () => {
    await statements.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await until(async () => {
      const answers = await atOnce(6, (index) => postToken(stage(index), codeFields('x'), WEB));
      return answers.every(({ status }) => status === 400);
    });
    expect(await Promise.all(replicas.map(ready))).toEqual([200, 200, 200]);
  });

  test('stop cleanly on SIGTERM, and new replicas refuse used codes and assertions', async () => {
    const [code, jwt] = [await newCode(0), await assertion()];
    expect((await postToken(stage(0), codeFields(code), WEB)).status).toBe(200);
    expect(await present(jwt, 0)).toBe('invalid_grant');
    const kept = await newCode(0);

    const leaving = replicas[0]!;
    leaving.signal('SIGTERM');
    await until(async () => (await ready(leaving)) === 503);
    expect((await postToken(stage(0), codeFields('x'), WEB)).body).toEqual(LOST);
    expect(await leaving.ended).toBe(0);
    expect(leaving.lines.at(-1)).toContain('service.stopped');

    replicas[0] = await newReplica();
    expect(await ready(replicas[0])).toBe(200);
    expect((await postToken(stage(0), codeFields(kept), WEB)).status).toBe(200);
    expect((await postToken(stage(0), codeFields(code), WEB)).body).toEqual(LOST);
    expect(await present(jwt, 0)).toBe('invalid_client');
  });

  test('continue a login during a change of the key-encryption key', async () => {
    const newKey = Buffer.alloc(32, 8).toString('base64url');
    const { userAgent, page } = await approveLogin(stage(1), REQUEST);
    const changed = await newReplica(`${newKey},${TEST_KEY}`);
    const answer = await finish(newUserAgent(changed.port, {}, userAgent.jar), page);
    changed.signal('SIGKILL');
    await changed.ended;

    expect(answer.location?.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  test('log no personal number, code or secret', () => {
    const text = replicas.flatMap(({ lines }) => lines).join('\n');
    expect(text).toContain('service.started');
    for (const secret of ['191212121212', 'Tolvan', SECRETS.web]) {
      expect(text).not.toContain(secret);
    }
    // Errors of connections that the database ended are expected.
    const faults = text.split('\n').filter((line) => line.includes('"level":50'));
    expect(faults.filter((line) => !line.includes('terminating connection'))).toEqual([]);
  });
});

function newReplica(keys = TEST_KEY): Promise<Replica> {
  return startReplica({
    DATABASE_URL: database.url,
    KEY_ENCRYPTION_KEY: keys,
    DATABASE_POOL_SIZE: '5',
  });
}

/** The replica with this index, modulo their number. */
function stage(index: number) {
  const { port } = replicas[index % replicas.length]!;
  return { issuer, port, phone: phoneOf(simulator.phoneUrl), sql: statements.sql };
}

async function newCode(index: number): Promise<string> {
  const location = await logIn(stage(index), REQUEST);
  return location.searchParams.get('code')!;
}

function assertion(): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: 'a', sub: 'a', aud: issuer, jti: randomUUID(), exp: now + 120 };
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(keys.rsa);
}

/** The error of a request with this assertion; `invalid_grant` means that the client is authenticated. */
async function present(jwt: string, index: number): Promise<unknown> {
  const { body } = await postToken(stage(index), {
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
  throw new Error('it did not happen');
}
