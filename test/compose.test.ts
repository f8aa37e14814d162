import { expect, test } from '@jest/globals';

import { composeService } from '../src/compose.ts';
import { readEnvironment } from '../src/config/environment/environment.ts';
import { TEST_KEY } from './support/broker.ts';
import { createTestDatabase } from './support/database.ts';
import { at, START } from './support/sample-authentication.ts';
import { openStatements } from './support/statements.ts';

test('one purge forgets everything that expired long ago, however much it is', async () => {
  const database = await createTestDatabase();
  const { sql, close } = openStatements(database.url);
  const environment = readEnvironment({ DATABASE_URL: database.url, KEY_ENCRYPTION_KEY: TEST_KEY });
  const ignore = () => undefined;
  const service = await composeService({
    environment,
    clock: () => START,
    newId: () => 'unused',
    log: { info: ignore, warn: ignore, error: ignore },
  });
  const add = `insert into artifact (kind, id_hash, payload, expires_at)
    select $1, int8send(n), '', $2 from generate_series(1, $3::int8) as n`;
  await sql(add, ['old', at(-3600), 12_000]);
  await sql(add, ['fresh', at(3600), 3]);

  await service.purge();

  expect(await sql('select kind, count(*)::int from artifact group by kind')).toEqual([
    { kind: 'fresh', count: 3 },
  ]);
  await service.close();
  await close();
  await database.drop();
});
