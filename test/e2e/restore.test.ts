import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import type { Simulator } from '@eid-broker/eid-simulators/bankid/simulator';
import { logIn } from '@eid-broker/testing/log-in';
import { phoneOf } from '@eid-broker/testing/phone';
import { basic, claimsIn, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import { send } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { demoVariables, startTestSimulator, TEST_KEY } from '../support/broker.ts';
import { type Replica, startReplica } from '../support/replica.ts';
import { type Ended, runCommand } from '../support/run-command.ts';
import { findSystemPostgres } from '../support/servers.ts';
import { openStatements, type Statements } from '../support/statements.ts';
import { type SystemPostgres, startSystemPostgres } from '../support/system-postgres.ts';

const REDIRECT_URI = 'http://localhost:9999/cb';
const REQUEST = {
  client_id: 'demo-web',
  redirect_uri: REDIRECT_URI,
  response_type: 'code',
  scope: 'openid',
};
const WEB = basic('demo-web', 'demo-web-secret');
const DUMP = join(tmpdir(), `restore-drill-${process.pid}.dump`);

const bin = findSystemPostgres();
const describeWithTools = bin === undefined ? describe.skip : describe;

/** Runs the commands of docs/backup.md on a PostgreSQL with its tools. */
describeWithTools('a database that was lost and taken from a backup', () => {
  let server: SystemPostgres;
  let simulator: Simulator;
  let statements: Statements;
  let issuer = '';
  let replica: Replica;
  let before: { readonly token: string; readonly keys: string; readonly unused: string };

  beforeAll(async () => {
    const [port, ...parts] = await Promise.all([
      ...([findFreePort(), startTestSimulator(), startSystemPostgres(bin ?? '')] as const),
    ]);
    [simulator, server] = parts;
    issuer = `http://localhost:${port}`;
    server.run('createdb', '--maintenance-db', server.urlOf('postgres'), 'lost');
    await succeeds('migrate', 'lost');
    expect(await run('apply', 'lost', ['test/fixtures/bankid.yaml'])).toMatchObject({
      code: 0,
    });
    await serve('lost');
  });

  afterAll(async () => {
    await stopServing();
    await Promise.all([simulator.close(), server.stop(), rm(DUMP, { force: true })]);
  });

  test('works again with its keys, its configuration and its pseudonyms', async () => {
    const [token, unused] = [await newToken(), await newCode()];
    before = { token, unused, keys: await keys() };
    server.run('pg_dump', '--format=custom', `--file=${DUMP}`, server.urlOf('lost'));
    // This code is exchanged after the backup, so the restored database lists it as unconsumed.
    expect((await exchangeCode(unused)).status).toBe(200);
    await stopServing();

    server.run('createdb', '--maintenance-db', server.urlOf('postgres'), 'restored');
    server.run(
      'pg_restore',
      '--no-owner',
      '--exit-on-error',
      `--dbname=${server.urlOf('restored')}`,
      DUMP,
    );
    await succeeds('migrate', 'restored', '--status');
    await succeeds('after-restore', 'restored');
    await succeeds('verify-events', 'restored');
    await serve('restored');

    expect(await keys()).toBe(before.keys);
    const again = await newToken();
    expect(claimsIn(again).sub).toBe(claimsIn(before.token).sub);
    const keySet = createLocalJWKSet(JSON.parse(await keys()) as JSONWebKeySet);
    for (const one of [before.token, again]) await jwtVerify(one, keySet, { issuer });
  });

  test('refuses a code that was exchanged after the backup', async () => {
    expect((await exchangeCode(before.unused)).body.error).toBe('invalid_grant');
  });

  test('cannot be used without the key-encryption key', async () => {
    const wrong = Buffer.alloc(32, 9).toString('base64url');
    const ended = await run('serve', 'restored', [], { KEY_ENCRYPTION_KEY: wrong });
    expect(ended.code).toBe(1);
    expect(ended.err).toContain('nothing of it opens with KEY_ENCRYPTION_KEY');
  });

  async function serve(database: string): Promise<void> {
    statements = openStatements(server.urlOf(database));
    replica = await startReplica({
      DATABASE_URL: server.urlOf(database),
      KEY_ENCRYPTION_KEY: TEST_KEY,
    });
  }

  async function stopServing(): Promise<void> {
    replica.signal('SIGKILL');
    await replica.ended;
    await statements.close();
  }

  function run(
    entry: string,
    database: string,
    args: readonly string[],
    more: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    const own = { DATABASE_URL: server.urlOf(database), KEY_ENCRYPTION_KEY: TEST_KEY };
    return runCommand(entry, args, {
      env: { ...demoVariables({ issuer, simulator }), ...own, ...more },
    });
  }

  async function succeeds(entry: string, database: string, ...args: string[]): Promise<void> {
    expect(await run(entry, database, args)).toMatchObject({ code: 0, err: '' });
  }

  function stage() {
    const phone = phoneOf(simulator.phoneUrl);
    return { issuer, port: replica.port, phone, sql: statements.sql };
  }

  async function newCode(): Promise<string> {
    return (await logIn(stage(), REQUEST)).searchParams.get('code') ?? '';
  }

  async function newToken(): Promise<string> {
    return String((await exchangeCode(await newCode())).body.id_token);
  }

  function exchangeCode(code: string) {
    return postToken(stage(), codeFields(code, REDIRECT_URI), WEB);
  }

  async function keys(): Promise<string> {
    const headers = { host: new URL(issuer).host };
    return (await send(replica.port, { path: '/.well-known/jwks', headers })).text;
  }
});
