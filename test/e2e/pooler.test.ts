import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import type { Simulator } from '@eid-broker/eid-simulators/bankid/simulator';
import { createEmptyDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { logIn } from '@eid-broker/testing/log-in';
import { phoneOf, TOLVAN } from '@eid-broker/testing/phone';
import { basic, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import { send } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CIBA, onlyOrder, PHONE_REQUEST, post } from '../support/backchannel-broker.ts';
import { demoVariables, startTestSimulator, TEST_KEY } from '../support/broker.ts';
import { type Pooler, startPooler } from '../support/pooler.ts';
import { type Replica, startReplica } from '../support/replica.ts';
import { runCommand } from '../support/run-command.ts';
import { findPooler } from '../support/servers.ts';
import { openStatements, type Statements } from '../support/statements.ts';

const REDIRECT_URI = 'http://localhost:9999/cb';
const REQUEST = {
  client_id: 'demo-web',
  redirect_uri: REDIRECT_URI,
  response_type: 'code',
  scope: 'openid',
};
const WEB = basic('demo-web', 'demo-web-secret');
const BACKEND = basic('demo-backend', 'demo-backend-secret');
const CONTENT = 'test/fixtures/bankid.yaml';

const place = findPooler();
const describeWithPooler = place === undefined ? describe.skip : describe;

/** All connections pass through the pool, except where a test uses the direct URL. */
describeWithPooler('behind PgBouncer, which pools transactions', () => {
  let database: TestDatabase;
  let pooler: Pooler;
  let simulator: Simulator;
  let statements: Statements;
  let issuer = '';
  let env: Readonly<Record<string, string>> = {};
  let replicas: Replica[] = [];

  beforeAll(async () => {
    const [port, ...parts] = await Promise.all([
      ...([findFreePort(), createEmptyDatabase(), startTestSimulator()] as const),
    ]);
    [database, simulator] = parts;
    pooler = await startPooler(place ?? '', database.url);
    issuer = `http://localhost:${port}`;
    env = {
      ...demoVariables({ issuer, simulator }),
      DATABASE_URL: pooler.urlOf(database.url),
      KEY_ENCRYPTION_KEY: TEST_KEY,
    };
    statements = openStatements(database.url);
  });

  afterAll(async () => {
    for (const replica of replicas) replica.signal('SIGKILL');
    await Promise.all(replicas.map(({ ended }) => ended));
    await Promise.all([simulator.close(), statements.close()]);
    await pooler.stop();
    await database.drop();
  });

  test('migrations and apply succeed, also in parallel', async () => {
    const runs = await Promise.all([1, 2].map(() => runCommand('migrate', [], { env })));
    expect(runs.map(({ code, err }) => ({ code, err }))).toEqual([
      { code: 0, err: '' },
      { code: 0, err: '' },
    ]);
    expect(await runCommand('apply', [CONTENT], { env })).toMatchObject({ code: 0 });
    const direct = { ...env, DATABASE_DIRECT_URL: database.url };
    replicas = await Promise.all([newReplica(env), newReplica(direct), newReplica(direct)]);
  });

  test('a phone request that one replica started gets tokens once over all', async () => {
    const { body } = await post(stage(0), '/ciba/bc-authorize', PHONE_REQUEST, BACKEND);
    const phone = phoneOf(simulator.phoneUrl);
    const orderRef = await onlyOrder({ phone });
    await phone.open({ orderRef }, TOLVAN);
    await phone.decide(orderRef, 'confirm-call');
    await phone.decide(orderRef, 'approve');
    await statements.sql('update authentication set collect_after = created_at');
    const fields = { grant_type: CIBA, auth_req_id: String(body.auth_req_id) };
    const poll = (index: number) => post(stage(index), '/oauth2/token', fields, BACKEND);
    expect((await poll(0)).status).toBe(200);
    const late = await atOnce(12, poll);
    expect(late.map((answer) => answer.body.error)).toEqual(Array(12).fill('invalid_grant'));
  });

  test('parallel logins continue at any replica', async () => {
    const answers = await atOnce(9, async (index) => {
      const code = await newCode(index);
      return postToken(stage(index + 1), codeFields(code, REDIRECT_URI), WEB);
    });
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
  });

  test('a code yields tokens to one of 25 parallel requests', async () => {
    for (let round = 0; round < 8; round += 1) {
      const code = await newCode(round);
      const answers = await atOnce(25, (index) =>
        postToken(stage(index), codeFields(code, REDIRECT_URI), WEB),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(24).fill(400)]);
    }
  });

  test('a key change reaches all replicas, even the one without LISTEN', async () => {
    const before = await Promise.all(replicas.map(keysOf));
    expect(new Set(before).size).toBe(1);
    const { code, err } = await runCommand('keys', ['rotate', '--now'], { env });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    await until(async () => {
      const after = await Promise.all(replicas.map(keysOf));
      return new Set(after).size === 1 && after[0] !== before[0];
    });
  });

  test('only the replica without LISTEN logs that, and it does so once', async () => {
    const [withoutListen, ...others] = replicas;
    await until(async () => countOf(withoutListen, 'notifications.lost') > 0);
    expect(countOf(withoutListen, 'notifications.lost')).toBe(1);
    for (const replica of others) expect(countOf(replica, 'notifications.lost')).toBe(0);
    const faults = replicas.flatMap(({ lines }) => lines.filter((line) => /"level":50/.test(line)));
    expect(faults).toEqual([]);
  });

  function newReplica(variables: Readonly<Record<string, string>>): Promise<Replica> {
    return startReplica({ ...variables, DATABASE_POOL_SIZE: '10' });
  }

  /** The replica with this index, modulo their number. */
  function stage(index: number) {
    const { port } = replicas[index % replicas.length]!;
    return { issuer, port, phone: phoneOf(simulator.phoneUrl), sql: statements.sql };
  }

  async function newCode(index: number): Promise<string> {
    const location = await logIn(stage(index), REQUEST);
    return location.searchParams.get('code') ?? '';
  }

  async function keysOf({ port }: Replica): Promise<string> {
    const headers = { host: new URL(issuer).host };
    return (await send(port, { path: '/.well-known/jwks', headers })).text;
  }
});

function countOf(replica: Replica | undefined, event: string): number {
  return (replica?.lines ?? []).filter((line) => line.includes(`"${event}"`)).length;
}

function atOnce<T>(count: number, request: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => request(index)));
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the condition did not hold in time');
}
