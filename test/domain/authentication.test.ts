import { at, PERSON, pendingAuthentication } from '@eid-broker/testing/sample-authentication';
import { describe, expect, test } from '@jest/globals';
import { isPending, mayBeConsumed } from '../../src/domain/authentication.ts';

const IDENTIFIED = { state: 'identified', at: at(5), identity: PERSON } as const;
const ENDED = { state: 'ended', at: at(5), why: 'declined', hintCode: '' } as const;
const OTHER_DEVICE = pendingAuthentication();
const SAME_DEVICE = pendingAuthentication({ device: 'same', returnNonce: 'nonce-1' });

test('an attempt is pending until it has an answer', () => {
  expect(isPending(OTHER_DEVICE)).toBe(true);
  expect(isPending({ ...OTHER_DEVICE, progress: IDENTIFIED })).toBe(false);
  expect(isPending({ ...OTHER_DEVICE, progress: ENDED })).toBe(false);
});

describe('a result may be consumed', () => {
  test.each([
    ['identified on another device', { ...OTHER_DEVICE, progress: IDENTIFIED }, true],
    ['pending on another device', OTHER_DEVICE, false],
    ['ended on another device', { ...OTHER_DEVICE, progress: ENDED }, false],
    [
      'identified on this device, and back here',
      { ...SAME_DEVICE, progress: IDENTIFIED, returned: 'here' as const },
      true,
    ],
    ['identified on this device, not back yet', { ...SAME_DEVICE, progress: IDENTIFIED }, false],
    [
      'identified on this device, back in another browser',
      { ...SAME_DEVICE, progress: IDENTIFIED, returned: 'elsewhere' as const },
      false,
    ],
    ['back here, still pending', { ...SAME_DEVICE, returned: 'here' as const }, false],
    [
      'back here after an end',
      { ...SAME_DEVICE, progress: ENDED, returned: 'here' as const },
      false,
    ],
  ])('%s: %#', (_when, authentication, expected) => {
    expect(mayBeConsumed(authentication)).toBe(expected);
  });
});
