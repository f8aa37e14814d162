import { expect, test } from '@jest/globals';
import type { Context } from 'koa';

import { makeLogFaults } from '../../../src/adapters/http/log-faults.ts';

const ctx = { response: { get: () => 'ref' } } as unknown as Context;

function logged(cause: unknown, at?: Context) {
  const lines: unknown[] = [];
  const note = (level: string) => (event: string, facts?: object) =>
    void lines.push({ level, event, ...facts });
  makeLogFaults({ info: note('info'), warn: note('warn'), error: note('error') })(cause, at);
  return lines;
}

test.each([new Error('x'), 'no error', null])('%s is a fault in our log', (cause) => {
  expect(logged(cause, ctx)).toEqual([
    { level: 'error', event: 'request.failed', reference: 'ref', cause },
  ]);
});

test('is told without a request, too', () => {
  const cause = new Error('x');
  expect(logged(cause)).toEqual([
    { level: 'error', event: 'request.failed', reference: undefined, cause },
  ]);
});

test.each(['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE'])(
  'a browser that went away (%s) is no fault',
  (code) => {
    expect(logged(Object.assign(new Error('x'), { code }), ctx)).toEqual([
      { level: 'info', event: 'request.aborted', reference: 'ref', code },
    ]);
  },
);
