import { expect, test } from '@jest/globals';
import type { Context } from 'koa';

import { makeLogFaults } from '../../../src/adapters/http/domain-handler.ts';
import { ServiceUnavailable } from '../../../src/domain/failure.ts';

// The code reads one header.
const ctx = { response: { get: () => 'ref' } } as unknown as Context;

function logged(cause: unknown, at?: Context) {
  const lines: unknown[] = [];
  const note = (level: string) => (event: string, facts?: object) =>
    void lines.push({ level, event, ...facts });
  makeLogFaults({ info: note('info'), warn: note('warn'), error: note('error') })(cause, at);
  return lines;
}

test.each([new Error('x'), 'no error', null])('%s is logged as a fault', (cause) => {
  expect(logged(cause, ctx)).toEqual([
    { level: 'error', event: 'request.failed', reference: 'ref', cause },
  ]);
});

test('a fault without a request is logged, too', () => {
  const cause = new Error('x');
  expect(logged(cause)).toEqual([
    { level: 'error', event: 'request.failed', reference: undefined, cause },
  ]);
});

test.each(['ECONNRESET', 'EPIPE', 'ERR_HTTP_REQUEST_TIMEOUT', 'HPE_INVALID_EOF_STATE'])(
  'a browser that disconnected or was too slow (%s) is not a fault',
  (code) => {
    expect(logged(Object.assign(new Error('x'), { code }), ctx)).toEqual([
      { level: 'info', event: 'request.aborted', reference: 'ref', code },
    ]);
  },
);

test('an unavailable database is not a fault', () => {
  const cause = new Error('read', {
    cause: new ServiceUnavailable('the database does not answer'),
  });
  const facts = { reference: 'ref', cause: 'the database does not answer' };
  expect(logged(cause, ctx)).toEqual([{ level: 'warn', event: 'request.unavailable', ...facts }]);
});
