import { describe, expect, test } from '@jest/globals';

import { ageOf, type Person, persons, personsOf } from '../../src/world/persons.ts';

describe('the persons', () => {
  test('have their own ids, UUIDs and numbers', () => {
    for (const key of ['id', 'uuid', 'nationalNumber'] as const) {
      expect(new Set(persons.map((person) => person[key])).size).toBe(persons.length);
    }
  });

  test.each(personsOf('DK'))('$id has a Danish number of the birthdate', (person) => {
    const { nationalNumber, birthdate } = person;
    const [, day, month, year, century] =
      /^(\d\d)(\d\d)(\d\d)(\d)\d{3}$/.exec(nationalNumber) ?? [];
    expect(`${centuryOf(Number(century), Number(year))}${year}-${month}-${day}`).toBe(birthdate);
  });

  test.each(personsOf('NO'))('$id has a synthetic Norwegian number', (person) => {
    const digits = [...person.nationalNumber].map(Number);
    const sum = (weights: readonly number[]) =>
      weights.reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0) % 11;
    expect(sum([3, 7, 6, 1, 8, 9, 4, 5, 2, 1])).toBe(0);
    expect(sum([5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1])).toBe(0);
    expect(Number(person.nationalNumber.slice(2, 4)) - 80).toBe(
      Number(person.birthdate.slice(5, 7)),
    );
  });

  test.each(personsOf('FI'))('$id has a Finnish number that is never issued', (person) => {
    const [, date, serial, check] = /^(\d{6})-(9\d\d)(.)$/.exec(person.nationalNumber) ?? [];
    expect(check).toBe('0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(`${date}${serial}`) % 31]);
  });

  test('are as old as their birthdays say', () => {
    const carla = persons.find(({ id }) => id === 'carla') as Person;
    expect(ageOf(carla, new Date('2026-06-13T23:59:59Z'))).toBe(43);
    expect(ageOf(carla, new Date('2026-06-14T00:00:00Z'))).toBe(44);
  });
});

/** The century by the seventh digit and the year: 19 or 20. */
function centuryOf(digit: number, year: number): number {
  if (digit <= 3) return 19;
  return year <= (digit === 4 || digit === 9 ? 36 : 57) ? 20 : 19;
}
