import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';

import { healthEndpoints } from '../../../src/adapters/http/health.ts';

const REPORTS = new Map([
  ['/metrics', async () => ({ contentType: 'text/plain', text: 'up 1\n' })],
  ['/broken', () => Promise.reject(new Error('hunter2'))],
]);

function request(unreadyReason: () => Promise<string | undefined> = async () => undefined) {
  return supertest(healthEndpoints({ unreadyReason, reports: REPORTS }));
}

describe('/health/alive', () => {
  test('returns 200 as long as the process runs', async () => {
    await request(async () => 'draining')
      .get('/health/alive')
      .expect(200, { status: 'alive' })
      .expect('Content-Type', 'application/json')
      .expect('Cache-Control', 'no-store');
  });
});

describe('/health/ready', () => {
  test.each(['/health/ready', '/health/ready?from=probe'])(
    '%s returns 200 when the service is ready',
    async (path) => {
      await request().get(path).expect(200, { status: 'ready' });
    },
  );

  test.each(['draining', 'migrations: 1.js'])(
    'names the reason when the service is not ready: %s',
    async (missing) => {
      await request(async () => missing)
        .get('/health/ready')
        .expect(503, { status: 'not ready', missing });
    },
  );

  test('names the database when it does not answer, without the text of its error', async () => {
    const { text } = await request(async () => Promise.reject(new Error('postgres://me:pw@db/x')))
      .get('/health/ready')
      .expect(503, { status: 'not ready', missing: 'database' });

    expect(text).not.toContain('pw');
  });
});

test.each(['/', '/health', '/metrics/x'])('%s returns 404', async (path) => {
  await request().get(path).expect(404, { status: 'not found' });
});

describe('a report', () => {
  test('is returned unchanged', async () => {
    await request()
      .get('/metrics?x')
      .expect(200, 'up 1\n')
      .expect('Content-Type', 'text/plain')
      .expect('Cache-Control', 'no-store');
  });

  test('returns 503 without the reason when it fails', async () => {
    await request().get('/broken').expect(503, { status: 'not available' });
  });
});
