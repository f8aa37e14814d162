import { expect, test } from '@jest/globals';

import { numberShapes } from '../../src/adapters/eid/national-numbers/national-numbers.ts';
import { makeRedact } from '../../src/adapters/system/redaction.ts';
import { headText, parseHead } from '../../src/domain/event-chain.ts';

const redact = makeRedact(numberShapes);

const MAC = 'HNBuQFJajpoKevCqkV-XyYcPoesI6X6llhsabgGMeVY';

test.each([
  [0, 0, ''],
  [1, 1, MAC],
  [1_912_121_212, 191_212_121_212, MAC],
  [2 ** 40, Number.MAX_SAFE_INTEGER / 4, MAC],
])(
  'the head of link %d at position %d can be read again, and logs do not redact it',
  (number, at, mac) => {
    const head = { number, position: Math.floor(at), mac };
    expect(parseHead(headText(head))).toEqual(head);
    expect(redact(headText(head))).toBe(headText(head));
  },
);

test.each([
  '',
  '1',
  '1.2',
  '1.2.3.4',
  '-1.2.x',
  '1.2.x y',
  '1..x',
  '1.2.é',
  `${'1'.repeat(11)}.1.x`,
])('"%s" is not a head', (text) => {
  expect(parseHead(text)).toBeUndefined();
});
