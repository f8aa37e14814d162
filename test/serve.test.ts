import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { testSigningKey } from '@eid-broker/testing/signing-keys';
import { afterEach, expect, test } from '@jest/globals';
import { randomId } from '../src/adapters/system/random.ts';
import { readEnvironment } from '../src/config/environment/environment.ts';
import { type RunningService, startService } from '../src/serve.ts';
import { TEST_KEY } from './support/broker.ts';

const AT_ONCE = { drainMs: 0, graceMs: 0 };

let database: TestDatabase;
let service: RunningService;
afterEach(async () => {
  await service.stop(AT_ONCE);
  await database.drop();
});

/** Starts a replica whose clock is this many seconds ahead of the database's. */
async function startAhead(seconds: number) {
  database = await createTestDatabase();
  const logged: string[] = [];
  const note = (level: string) => (event: string) => void logged.push(`${level} ${event}`);
  service = await startService({
    environment: readEnvironment({
      DATABASE_URL: database.url,
      KEY_ENCRYPTION_KEY: TEST_KEY,
      PORT: '0',
      HEALTH_PORT: '0',
      BIND_ADDRESS: '127.0.0.1',
    }),
    clock: () => new Date(Date.now() + seconds * 1000),
    newId: randomId,
    newSigningKey: testSigningKey,
    log: { info: note('info'), warn: note('warn'), error: note('error') },
  });
  const ready = await fetch(`http://127.0.0.1:${service.healthPort}/health/ready`);
  return { logged, status: ready.status, body: await ready.json() };
}

test('a replica with a clock that is 30 seconds off serves and logs a warning', async () => {
  expect(await startAhead(-30)).toEqual({
    logged: ['warn clock.off'],
    status: 200,
    body: { status: 'ready' },
  });
});

test('a replica with a clock that is minutes off is not ready, since its tokens would have wrong times', async () => {
  expect(await startAhead(300)).toEqual({
    logged: ['error clock.far_off'],
    status: 503,
    body: { status: 'not ready', missing: 'clock' },
  });
});
