import { expect, test } from '@jest/globals';

import { Failure } from '../../../src/domain/failure.ts';
import { watchPlaces } from '../../../src/flows/polling/watch-request.ts';
import { HEADLESS } from './open-polled.ts';

const OTHER = { ...HEADLESS, clientId: 'other' };
const FULL = new Failure('too-many-requests', { names: { seconds: 5 } });

function open() {
  return watchPlaces({ ofClient: 2, altogether: 3 });
}

test('a client has so many places and no more, until one is left', () => {
  const places = open();
  const first = places.take('one', HEADLESS);
  places.take('two', HEADLESS);
  expect(() => places.take('three', HEADLESS)).toThrow(FULL);
  first.leave();
  expect(places.take('three', HEADLESS).isOurs()).toBe(true);
  expect(() => places.take('four', HEADLESS)).toThrow(FULL);
});

test('all clients together have so many and no more', () => {
  const places = open();
  places.take('one', HEADLESS);
  places.take('two', HEADLESS);
  places.take('three', OTHER);
  expect(() => places.take('four', OTHER)).toThrow(FULL);
});

test('the same client id of another issuer is another client', () => {
  const places = open();
  places.take('one', HEADLESS);
  places.take('two', HEADLESS);
  const elsewhere = { ...HEADLESS, issuer: 'https://other.example' };
  expect(places.take('three', elsewhere).isOurs()).toBe(true);
});

test('an attempt has one place, which goes to who comes last, also when all are taken', () => {
  const places = open();
  const first = places.take('one', HEADLESS);
  places.take('two', HEADLESS);
  const again = places.take('one', HEADLESS);
  expect([first.isOurs(), again.isOurs()]).toEqual([false, true]);
  first.leave();
  expect(again.isOurs()).toBe(true);
  expect(() => places.take('three', HEADLESS)).toThrow(FULL);
});

test('a refusal says in how many seconds to poll instead', () => {
  const places = watchPlaces({ ofClient: 0, altogether: 1 });
  const refused = (() => {
    try {
      places.take('one', HEADLESS);
    } catch (error) {
      return error;
    }
    return undefined;
  })();
  expect(refused).toMatchObject({ code: 'too-many-requests', names: { seconds: 5 } });
});
