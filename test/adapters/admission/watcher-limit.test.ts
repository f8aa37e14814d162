import { expect, test } from '@jest/globals';
import { watcherLimit } from '../../../src/adapters/admission/concurrency-limit.ts';
import { Failure } from '../../../src/domain/failure.ts';
import { HEADLESS } from '../../flows/polling/open-polled.ts';

const OTHER = { ...HEADLESS, clientId: 'other' };
const FULL = new Failure('too-many-requests', { names: { seconds: 5 } });

function open() {
  return watcherLimit({ ofClient: 2, altogether: 3 });
}

test('a client has so many places and no more, until one is left', () => {
  const limit = open();
  const first = limit.take('one', HEADLESS);
  limit.take('two', HEADLESS);
  expect(() => limit.take('three', HEADLESS)).toThrow(FULL);
  first.release();
  expect(limit.take('three', HEADLESS).isValid()).toBe(true);
  expect(() => limit.take('four', HEADLESS)).toThrow(FULL);
});

test('all clients together have so many and no more', () => {
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

test('an attempt has one place, which goes to who comes last, also when all are taken', () => {
  const limit = open();
  const first = limit.take('one', HEADLESS);
  limit.take('two', HEADLESS);
  const again = limit.take('one', HEADLESS);
  expect([first.isValid(), again.isValid()]).toEqual([false, true]);
  first.release();
  expect(again.isValid()).toBe(true);
  expect(() => limit.take('three', HEADLESS)).toThrow(FULL);
});

test('a refusal says in how many seconds to poll instead', () => {
  const limit = watcherLimit({ ofClient: 0, altogether: 1 });
  const refused = (() => {
    try {
      limit.take('one', HEADLESS);
    } catch (error) {
      return error;
    }
    return undefined;
  })();
  expect(refused).toMatchObject({ code: 'too-many-requests', names: { seconds: 5 } });
});
