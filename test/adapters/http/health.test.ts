import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';

import { healthEndpoints } from '../../../src/adapters/http/health.ts';

function ask(obstacle: () => Promise<string | undefined> = async () => undefined) {
  return supertest(healthEndpoints({ obstacle }));
}

describe('/health/alive', () => {
  test('says that the process runs, whatever is missing', async () => {
    await ask(async () => 'draining')
      .get('/health/alive')
      .expect(200, { status: 'alive' })
      .expect('Content-Type', 'application/json')
      .expect('Cache-Control', 'no-store');
  });
});

describe('/health/ready', () => {
  test.each(['/health/ready', '/health/ready?from=probe'])(
    '%s is 200 when all is well',
    async (path) => {
      await ask().get(path).expect(200, { status: 'ready' });
    },
  );

  test.each(['draining', 'migrations: 1.js'])('names what is in the way: %s', async (missing) => {
    await ask(async () => missing)
      .get('/health/ready')
      .expect(503, { status: 'not ready', missing });
  });

  test('names the database when it does not answer, and nothing of its words', async () => {
    const { text } = await ask(async () => Promise.reject(new Error('postgres://me:pw@db/x')))
      .get('/health/ready')
      .expect(503, { status: 'not ready', missing: 'database' });

    expect(text).not.toContain('pw');
  });
});

test.each(['/', '/health', '/metrics'])('%s is not found', async (path) => {
  await ask().get(path).expect(404, { status: 'not found' });
});
