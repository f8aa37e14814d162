import { expect, test } from '@jest/globals';

import { isPersonalNumber } from '../../../src/bankid/orders/personal-number.ts';
import { testPersons } from '../../../src/bankid/phone/persons.ts';

test('every test person has a different valid number', () => {
  const numbers = testPersons.map(({ personalNumber }) => personalNumber);
  expect(numbers.filter(isPersonalNumber)).toEqual(numbers);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test.each([
  ['a wrong check digit', '191212121213'],
  ['ten digits', '1212121212'],
  ['a hyphen', '19121212-1212'],
  ['a month 13', '191213121210'],
  ['a day 0', '191212001212'],
  ['the 31st of June', '199006312394'],
  ['a coordination day 60', '197001602393'],
  ['spaces', ' 191212121212'],
  ['a number', 191212121212],
  ['nothing', undefined],
])('%s is refused', (_, value) => {
  expect(isPersonalNumber(value)).toBe(false);
});
