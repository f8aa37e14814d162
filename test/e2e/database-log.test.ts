import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@eid-broker/demo/embedded-postgres/start-embedded-postgres';
import { logIn } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import { basic, codeFields, postToken, userinfo } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { migrate } from '../../src/adapters/postgres/migrations.ts';
import { type Broker, startBroker } from '../support/broker.ts';

const REDIRECT_URI = 'http://localhost:9999/cb';
const REQUEST = {
  client_id: 'demo-web',
  redirect_uri: REDIRECT_URI,
  response_type: 'code',
  scope: 'openid',
  nonce: 'a-nonce-that-nobody-logs',
  login_hint: `sub:ssn:${TOLVAN} message:SGVqIGFsbGlob3BhIQ==`,
};
/** Settings of an operator that log the parameters of every statement. */
const LOG_PARAMETERS = {
  log_min_duration_statement: '0',
  log_parameter_max_length: '-1',
  log_parameter_max_length_on_error: '-1',
};

const lines: string[] = [];
let folder: string;
let server: EmbeddedPostgres;
let broker: Broker;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'database-log-'));
  const log = (line: string) => void lines.push(line);
  const directory = join(folder, 'postgres');
  server = await startEmbeddedPostgres({
    directory,
    durable: false,
    settings: LOG_PARAMETERS,
    log,
  });
  await migrate(server.url);
  broker = await startBroker(undefined, { database: { url: server.url, drop: server.stop } });
});
afterAll(() => rm(folder, { recursive: true }));

test('a database log with all parameters contains no person, code, token or secret', async () => {
  // Closing the service ends the database, so the log is complete.
  await useEverything().finally(broker.close);
  const logText = lines.join('\n');
  expect(logText).toMatch(/parameters: \$1 = '/i);
  expect(logText).toContain("$1 = 'so it is'");
  broker.canaries.assertAbsent(logText, "the database server's log");
});

async function useEverything(): Promise<void> {
  const callback = await logIn(broker, REQUEST);
  const fields = codeFields(callback.searchParams.get('code') ?? '', REDIRECT_URI);
  const web = basic('demo-web', 'demo-web-secret');
  const { body } = await postToken(broker, fields, web);
  expect((await userinfo(broker, String(body.access_token))).status).toBe(200);
  expect((await postToken(broker, fields, web)).status).toBe(400);
  const failing = broker.sql('select 1 / (length($1::text) - 8)', ['so it is']);
  await expect(failing).rejects.toThrow('division by zero');
}
