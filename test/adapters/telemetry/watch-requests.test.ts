import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';

import { watchRequests } from '../../../src/adapters/telemetry/telemetry.ts';
import type { ServedRequest } from '../../../src/ports/metrics.ts';

const FRESH = 'f'.repeat(32);
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`;

function watched(isTrusted = false, status = 200) {
  const counted: (ServedRequest | 'began')[] = [];
  const served: string[] = [];
  const handle = watchRequests(
    async (_req, res, reference) => {
      served.push(reference);
      res.statusCode = status;
      res.end();
    },
    {
      metrics: {
        requestBegan: () => void counted.push('began'),
        requestServed: (request) => void counted.push(request),
      },
      stopwatch: () => () => 0.25,
      tracing: undefined,
      endpointOf: (url) => (url === '/t' ? 'token' : 'other'),
      isTrusted: () => isTrusted,
      newTraceId: () => FRESH,
    },
  );
  return { counted, served, request: () => supertest(handle) };
}

describe('a watched request', () => {
  test('has a reference, which its answer has in both headers', async () => {
    const { request, served } = watched();
    await request().get('/t').expect('X-Request-Id', FRESH).expect('Trace-Id', FRESH);
    expect(served).toEqual([FRESH]);
  });

  test('is counted after its answer was sent', async () => {
    const { request, counted } = watched(false, 418);
    await request().get('/t').expect(418);
    await request().get('/x').expect(418);
    expect(counted).toEqual([
      'began',
      { endpoint: 'token', status: 418, seconds: 0.25 },
      'began',
      { endpoint: 'other', status: 418, seconds: 0.25 },
    ]);
  });

  test.each([
    [true, TRACEPARENT, TRACE],
    [false, TRACEPARENT, FRESH],
    [true, `${TRACEPARENT}-x`, FRESH],
  ])(
    'from a trusted proxy (%s) with %s has the reference %s',
    async (isTrusted, traceparent, reference) => {
      const { request } = watched(isTrusted);
      await request().get('/t').set('traceparent', traceparent).expect('Trace-Id', reference);
    },
  );
});
