import { expect, test } from '@jest/globals';

import { watcherLimit } from '../../../src/adapters/admission/concurrency-limit.ts';
import { Failure } from '../../../src/domain/failure.ts';
import { HEADLESS } from '../../flows/polling/open-backchannel.ts';

const OTHER = { ...HEADLESS, clientId: 'other' };
const FULL = new Failure('too-many-requests', { values: { seconds: 5 } });

function open() {
  return watcherLimit({ perClient: 2, altogether: 3 });
}

test('a client gets no more permits than its limit, until one is released', () => {
  const limit = open();
  const first = limit.take('one', HEADLESS);
  limit.take('two', HEADLESS);
  expect(() => limit.take('three', HEADLESS)).toThrow(FULL);
  first.release();
  expect(limit.take('three', HEADLESS).isValid()).toBe(true);
  expect(() => limit.take('four', HEADLESS)).toThrow(FULL);
});

test('all clients together get no more permits than the limit of the process', () => {
  const limit = open();
  limit.take('one', HEADLESS);
  limit.take('two', HEADLESS);
  limit.take('three', OTHER);
  expect(() => limit.take('four', OTHER)).toThrow(FULL);
});

test('the same client id of another issuer is another client', () => {
  const limit = open();
  limit.take('one', HEADLESS);
  limit.take('two', HEADLESS);
  const elsewhere = { ...HEADLESS, issuer: 'https://other.example' };
  expect(limit.take('three', elsewhere).isValid()).toBe(true);
});

test('the newest watcher of an attempt gets its permit, also when all are taken', () => {
  const limit = open();
  const first = limit.take('one', HEADLESS);
  limit.take('two', HEADLESS);
  const again = limit.take('one', HEADLESS);
  expect([first.isValid(), again.isValid()]).toEqual([false, true]);
  first.release();
  expect(again.isValid()).toBe(true);
  expect(() => limit.take('three', HEADLESS)).toThrow(FULL);
});

test('a refusal names the seconds until the next poll', () => {
  const limit = watcherLimit({ perClient: 0, altogether: 1 });
  const refused = (() => {
    try {
      limit.take('one', HEADLESS);
    } catch (error) {
      return error;
    }
    return undefined;
  })();
  expect(refused).toMatchObject({ code: 'too-many-requests', values: { seconds: 5 } });
});
