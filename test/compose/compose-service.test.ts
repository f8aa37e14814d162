import { createTestDatabase } from '@eid-broker/testing/database';
import { at, START } from '@eid-broker/testing/sample-authentication';
import { testSigningKey } from '@eid-broker/testing/signing-keys';
import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { composeService } from '../../src/compose/compose-service.ts';
import { readEnvironment } from '../../src/config/environment/environment.ts';
import { ServiceUnavailable } from '../../src/domain/failure.ts';
import { TEST_KEY } from '../support/broker.ts';
import { startStallingProxy } from '../support/stalling-proxy.ts';
import { openStatements } from '../support/statements.ts';

test('one purge deletes all rows that expired long ago, however many they are', async () => {
  const database = await createTestDatabase();
  const { sql, close } = openStatements(database.url);
  const environment = readEnvironment({ DATABASE_URL: database.url, KEY_ENCRYPTION_KEY: TEST_KEY });
  const ignore = () => undefined;
  const service = await composeService({
    environment,
    clock: () => START,
    newId: () => 'unused',
    newSigningKey: testSigningKey,
    log: { info: ignore, warn: ignore, error: ignore },
  });
  const add = `insert into artifact (kind, id_hash, payload, expires_at)
    select $1, int8send(n), '', $2 from generate_series(1, $3::int8) as n`;
  await sql(add, ['old', at(-3600), 12_000]);
  await sql(add, ['fresh', at(3600), 3]);

  await service.jobs.run('purge');

  expect(await sql('select kind, count(*)::int from artifact group by kind')).toEqual([
    { kind: 'fresh', count: 3 },
  ]);
  await service.close();
  await close();
  await database.drop();
});

test('the service is not ready while no connection is free, and is ready again after the recovery', async () => {
  const database = await createTestDatabase();
  const { hostname, port } = new URL(database.url);
  const proxy = await startStallingProxy({ host: hostname, port: Number(port) });
  const url = new URL(database.url);
  [url.hostname, url.port] = ['127.0.0.1', String(proxy.port)];
  const environment = readEnvironment({
    DATABASE_URL: url.href,
    DATABASE_POOL_SIZE: '1',
    KEY_ENCRYPTION_KEY: TEST_KEY,
  });
  const ignore = () => undefined;
  const service = await composeService({
    environment,
    clock: () => START,
    newId: () => 'unused',
    newSigningKey: testSigningKey,
    log: { info: ignore, warn: ignore, error: ignore },
  });
  const ready = async () => (await supertest(service.health).get('/health/ready')).text;

  expect(await ready()).toBe('{"status":"ready"}\n');
  proxy.stall();
  const purges = [1, 2, 3].map(() => service.jobs.run('purge').catch((error) => error));
  for (let second = 0; second < 3; second += 1) {
    service.jobs.tick();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(await ready()).toBe('{"status":"not ready","missing":"overloaded"}\n');
  expect(await Promise.all(purges)).toEqual([1, 2, 3].map(() => expect.any(ServiceUnavailable)));
  proxy.resume();
  for (let second = 0; second < 50 && (await ready()).includes('overloaded'); second += 1) {
    service.jobs.tick();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(await ready()).toBe('{"status":"ready"}\n');

  await service.close();
  await proxy.close();
  await database.drop();
}, 30_000);
