import { expect, test } from '@jest/globals';

import { Failure } from '../../../src/domain/failure.ts';
import { watcherSlots } from '../../../src/flows/polling/watch-request.ts';
import { HEADLESS } from './open-polled.ts';

const OTHER = { ...HEADLESS, clientId: 'other' };
const FULL = new Failure('too-many-requests', { names: { seconds: 5 } });

function open() {
  return watcherSlots({ ofClient: 2, altogether: 3 });
}

test('a client has so many places and no more, until one is left', () => {
  const concurrencyLimit = open();
  const first = concurrencyLimit.take('one', HEADLESS);
  concurrencyLimit.take('two', HEADLESS);
  expect(() => concurrencyLimit.take('three', HEADLESS)).toThrow(FULL);
  first.leave();
  expect(concurrencyLimit.take('three', HEADLESS).isOurs()).toBe(true);
  expect(() => concurrencyLimit.take('four', HEADLESS)).toThrow(FULL);
});

test('all clients together have so many and no more', () => {
  const concurrencyLimit = open();
  concurrencyLimit.take('one', HEADLESS);
  concurrencyLimit.take('two', HEADLESS);
  concurrencyLimit.take('three', OTHER);
  expect(() => concurrencyLimit.take('four', OTHER)).toThrow(FULL);
});

test('the same client id of another issuer is another client', () => {
  const concurrencyLimit = open();
  concurrencyLimit.take('one', HEADLESS);
  concurrencyLimit.take('two', HEADLESS);
  const elsewhere = { ...HEADLESS, issuer: 'https://other.example' };
  expect(concurrencyLimit.take('three', elsewhere).isOurs()).toBe(true);
});

test('an attempt has one place, which goes to who comes last, also when all are taken', () => {
  const concurrencyLimit = open();
  const first = concurrencyLimit.take('one', HEADLESS);
  concurrencyLimit.take('two', HEADLESS);
  const again = concurrencyLimit.take('one', HEADLESS);
  expect([first.isOurs(), again.isOurs()]).toEqual([false, true]);
  first.leave();
  expect(again.isOurs()).toBe(true);
  expect(() => concurrencyLimit.take('three', HEADLESS)).toThrow(FULL);
});

test('a refusal says in how many seconds to poll instead', () => {
  const concurrencyLimit = watcherSlots({ ofClient: 0, altogether: 1 });
  const refused = (() => {
    try {
      concurrencyLimit.take('one', HEADLESS);
    } catch (error) {
      return error;
    }
    return undefined;
  })();
  expect(refused).toMatchObject({ code: 'too-many-requests', names: { seconds: 5 } });
});
