import { approveLogin, finish, logIn, newUserAgent } from '@eid-broker/testing/log-in';
import { testSigningKey } from '@eid-broker/testing/signing-keys';
import { basic, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import { send } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import type pg from 'pg';

import { pgSigningKeys } from '../../src/adapters/postgres/signing-keys.ts';
import { systemVault } from '../../src/adapters/system/vault.ts';
import { lifetimes } from '../../src/domain/lifetimes.ts';
import { keyRotation } from '../../src/management/rotate-keys.ts';
import { TEST_KEY } from '../support/broker.ts';
import { openTestPool } from '../support/pg-replicas.ts';
import type { Replica } from '../support/replica.ts';
import { type Replicas, startReplicas } from '../support/replicas.ts';
import { runCommand } from '../support/run-command.ts';

const REDIRECT_URI = 'http://localhost:9999/cb';
const REQUEST = {
  client_id: 'demo-web',
  redirect_uri: REDIRECT_URI,
  response_type: 'code',
  scope: 'openid',
};
const WEB = basic('demo-web', 'demo-web-secret');
const CONTENT = 'test/fixtures/bankid.yaml';
const NEW_KEY = Buffer.alloc(32, 8).toString('base64url');
const REPLICAS = 3;

let pool: pg.Pool;
let replicas: Replicas;

beforeAll(async () => {
  replicas = await startReplicas({ file: CONTENT, count: REPLICAS });
  pool = openTestPool({ url: replicas.databaseUrl });
});

afterAll(async () => {
  await pool.end();
  await replicas.close();
});

describe('three replicas under load', () => {
  test('rotate the signing keys: no login fails, and each token stays verifiable', async () => {
    let ahead = 0;
    const clock = () => new Date(Date.now() + ahead * 1000);
    const vault = systemVault([Buffer.from(TEST_KEY, 'base64url')]);
    const signingKeys = pgSigningKeys({ pool, vault, clock, newKey: testSigningKey });
    const rotation = keyRotation({ signingKeys, clock });
    const before = await keySets();
    const load = startLoad();
    const early = await load.next(REPLICAS);

    await rotation.rotate({ issuer: replicas.issuer });
    await everywhere(async (keys) => keys.length === 4);
    const published = await keySets();

    ahead += lifetimes.keyPropagation;
    await rotation.rotate({ issuer: replicas.issuer });
    const old = new Set(before.flatMap(({ keys }) => keys.map(({ kid }) => kid)));
    const late: string[] = [];
    while (!late.some((token) => !old.has(decodeProtectedHeader(token).kid))) {
      late.push(...(await load.next(REPLICAS)));
    }
    await load.stop();
    const promoted = await keySets();

    for (const token of early) await verifies(token, [...before, ...published, ...promoted]);
    for (const token of [...late, ...load.tokens])
      await verifies(token, [...published, ...promoted]);

    ahead += lifetimes.keyRetirement + 1;
    await rotation.retire({ issuer: replicas.issuer });
    await everywhere(async (keys) => keys.length === 2 && keys.every(({ kid }) => !old.has(kid)));
    await verifies(await tokenFrom(0), await keySets());
    expect(load.failures).toEqual([]);
  });

  test('return a cache lifetime for the keys', async () => {
    const { headers, text } = await askForKeys(replicas.list[0]!);
    expect(headers['cache-control']).toBe('public, max-age=300');
    for (const key of (JSON.parse(text) as JSONWebKeySet).keys) {
      const shape = key.kty === 'RSA' ? ['e', 'n'] : ['crv', 'x', 'y'];
      expect(Object.keys(key).sort()).toEqual(['alg', 'kid', 'kty', 'use', ...shape].sort());
    }
  });

  test('rotate the key-encryption key: no login fails, and the old key can be removed', async () => {
    await restartAll(`${TEST_KEY},${NEW_KEY}`);
    await restartAll(`${NEW_KEY},${TEST_KEY}`);
    const env = {
      ...replicas.variables,
      DATABASE_URL: replicas.databaseUrl,
      KEY_ENCRYPTION_KEY: `${NEW_KEY},${TEST_KEY}`,
    };
    const first = await runCommand('keys', ['reseal'], { env });
    expect(first.out).toContain('still under an older key: a client secret of demo-web');
    expect(await runCommand('apply', [CONTENT], { env })).toMatchObject({ code: 0 });
    const second = await runCommand('keys', ['reseal'], { env });
    expect(second.out).toContain('\nan older key may go after ');

    const kept = await tokenFrom(0);
    await restartAll(NEW_KEY, { between: false });
    await verifies(kept, await keySets());
    await verifies(await tokenFrom(1), await keySets());
  });
});

/** Restarts one replica after another, each with a pending login that another replica finishes. */
async function restartAll(keys: string, { between = true } = {}): Promise<void> {
  for (const [index, replica] of replicas.list.entries()) {
    const begun = between ? await approveLogin(replicas.at(index), REQUEST) : undefined;
    replica.signal('SIGINT');
    expect(await replica.ended).toBe(0);
    replicas.list[index] = await replicas.start({ KEY_ENCRYPTION_KEY: keys });
    if (begun === undefined) continue;
    const { port } = replicas.list[index]!;
    const { location } = await finish(newUserAgent(port, {}, begun.userAgent.jar), begun.page);
    expect((await exchangeCode(location!, index + 1)).status).toBe(200);
  }
}

/** Logs in repeatedly on all replicas until it is stopped. */
function startLoad() {
  let isStopped = false;
  const tokens: string[] = [];
  const failures: unknown[] = [];
  const running = replicas.list.map(async (_, index) => {
    while (!isStopped) {
      await tokenFrom(index).then(
        (token) => tokens.push(token),
        (failure) => failures.push(failure),
      );
    }
  });
  return {
    tokens,
    failures,
    /** Resolves with this many more tokens. */
    async next(count: number): Promise<string[]> {
      const from = tokens.length;
      while (tokens.length < from + count && failures.length === 0) await pause();
      return tokens.slice(from);
    },
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

async function tokenFrom(index: number): Promise<string> {
  const answer = await exchangeCode(await logIn(replicas.at(index), REQUEST), index + 1);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return String(answer.body.id_token);
}

function exchangeCode(location: URL, index: number) {
  const code = location.searchParams.get('code') ?? '';
  return postToken(replicas.at(index), codeFields(code, REDIRECT_URI), WEB);
}

function keySets(): Promise<JSONWebKeySet[]> {
  return Promise.all(
    replicas.list.map(
      async (replica) => JSON.parse((await askForKeys(replica)).text) as JSONWebKeySet,
    ),
  );
}

function askForKeys({ port }: Replica) {
  return send(port, { path: '/.well-known/jwks', headers: { host: replicas.host } });
}

async function everywhere(holds: (keys: JSONWebKeySet['keys']) => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const answers = await Promise.all((await keySets()).map(({ keys }) => holds(keys)));
    if (answers.every(Boolean)) return;
    await pause();
  }
  throw new Error('a replica has other keys');
}

async function verifies(token: string, sets: readonly JSONWebKeySet[]): Promise<void> {
  for (const set of sets)
    await jwtVerify(token, createLocalJWKSet(set), { issuer: replicas.issuer });
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
