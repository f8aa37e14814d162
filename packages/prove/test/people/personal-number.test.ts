import { testPersons } from '@eid-broker/eid-simulators/bankid/phone/persons';
import { expect, test } from '@jest/globals';
import { sweden } from 'eid-broker/adapters/eid/national-numbers/sweden';

import { PERSONS, personalNumber } from '../../src/people/personal-number.ts';

test('every person has a different valid number that has no script at the simulator', () => {
  const numbers = Array.from({ length: PERSONS }, (_, person) => personalNumber(person));
  const some = numbers.filter((_, at) => at % 50 === 0);
  expect(some.filter((one) => sweden.parse(one, new Date()) !== one)).toEqual([]);
  expect(new Set(numbers).size).toBe(PERSONS);
  const scripted = testPersons.filter(({ behaviour }) => behaviour !== 'waits');
  expect(scripted.filter((one) => numbers.includes(one.personalNumber))).toEqual([]);
});
