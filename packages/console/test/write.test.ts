import { expect, test } from '@jest/globals';

import { ApiProblem } from '../src/api/api-problem.ts';
import { isRefusedLockOut, locksOut } from '../src/api/lock-out.ts';
import { ifMatch, reasonHeader, writtenOf } from '../src/api/write.ts';

test('a reason is a header; other letters than ASCII are encoded (RFC 8187)', () => {
  expect(reasonHeader(' the old one ends ')).toEqual({ Reason: 'the old one ends' });
  expect(reasonHeader('påminnelse')).toEqual({ Reason: "UTF-8''p%C3%A5minnelse" });
  expect(reasonHeader('two\n lines')).toEqual({ Reason: 'two lines' });
  expect([reasonHeader(), reasonHeader('  ')]).toEqual([{}, {}]);
});

test('a write that is accepted waits for a second person', () => {
  const written = (status: number) => writtenOf({ response: new Response(null, { status }) });
  expect([200, 201, 204, 202].map(written)).toEqual(['done', 'done', 'done', 'waits']);
});

test('a write without a known version holds for any', () => {
  expect([ifMatch('"a"'), ifMatch(undefined)]).toEqual([
    { 'If-Match': '"a"' },
    { 'If-Match': '*' },
  ]);
});

test('a plan that names an application locks its users out', () => {
  const plan = { changes: [], totals: { create: 0, change: 0, remove: 0 } };
  expect(locksOut({ ...plan, locksOut: [{ application: 'web', reason: 'loses its flow' }] })).toBe(
    true,
  );
  expect([locksOut(plan), locksOut(undefined)]).toEqual([false, false]);
  const refusal = (status: number, path: string) =>
    isRefusedLockOut(new ApiProblem(status, { errors: [{ path, message: 'loses its flow' }] }));
  expect([
    refusal(409, 'application/web'),
    refusal(409, 'redirectUris'),
    refusal(422, 'application/web'),
  ]).toEqual([true, false, false]);
});

test('a problem has the words of its document, and of any other answer its status', () => {
  const problem = new ApiProblem(409, { title: 'Conflict', detail: 'It exists already.' });
  expect([problem.title, problem.message, problem.faults]).toEqual([
    'Conflict',
    'It exists already.',
    [],
  ]);
  expect(new ApiProblem(502, undefined).title).toBe('The service answered 502');
});
