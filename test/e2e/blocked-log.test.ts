import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { send } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Broker, startBroker, TEST_KEY } from '../support/broker.ts';

/** Their log entries exceed the capacity of a pipe. */
const REQUESTS = 800;

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

/** Starts a process of the service on the same database; its log is not read after the start. */
async function startUnread() {
  const child = spawn(process.execPath, ['dist/main.js'], {
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: broker.databaseUrl,
      KEY_ENCRYPTION_KEY: TEST_KEY,
      PORT: '0',
      HEALTH_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of child.stdout.iterator({ destroyOnReturn: false })) {
    if (String(line).includes('service.started')) {
      return { child, ...(JSON.parse(String(line)) as { port: number; healthPort: number }) };
    }
  }
  throw new Error('it did not start');
}

test('an unread log blocks neither requests nor the end of the process', async () => {
  const { child, port, healthPort } = await startUnread();
  const headers = { host: new URL(broker.issuer).host };
  const refused = { path: '/oauth2/authorize?client_id=nobody', headers };
  for (let count = 0; count < REQUESTS; count += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(port, refused)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  }
  const alive = await send(healthPort, { path: '/health/alive' });
  expect(alive.status).toBe(200);

  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});
