import { describe, expect, test } from '@jest/globals';

import { isPersonalNumber } from '../../src/bankid/orders/personal-number.ts';
import { ageOf, type Person, persons, personsOf } from '../../src/world/persons.ts';

describe('the persons', () => {
  test('have their own ids, UUIDs and numbers', () => {
    for (const key of ['id', 'uuid'] as const) {
      expect(new Set(persons.map((person) => person[key])).size).toBe(persons.length);
    }
    const numbers = persons.map(({ country, nationalNumber }) => `${country} ${nationalNumber}`);
    expect(new Set(numbers).size).toBe(persons.length);
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

  test.each(personsOf('AT'))('$id has a bPK: 20 bytes in base64', ({ nationalNumber }) => {
    expect(nationalNumber).toMatch(/^[A-Za-z0-9+/]{27}=$/);
    expect(Buffer.from(nationalNumber, 'base64')).toHaveLength(20);
  });

  test.each(personsOf('FI'))('$id has a Finnish number that is never issued', (person) => {
    const [, date, serial, check] = /^(\d{6})-(9\d\d)(.)$/.exec(person.nationalNumber) ?? [];
    expect(check).toBe('0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(`${date}${serial}`) % 31]);
  });

  test.each(personsOf('SE'))('$id has a Swedish number of the birthdate', (person) => {
    const { nationalNumber, birthdate } = person;
    expect(isPersonalNumber(nationalNumber)).toBe(true);
    const day = Number(nationalNumber.slice(6, 8));
    expect(`${nationalNumber.slice(0, 4)}-${nationalNumber.slice(4, 6)}`).toBe(
      birthdate.slice(0, 7),
    );
    expect(day > 60 ? day - 60 : day).toBe(Number(birthdate.slice(8)));
  });

  test.each([...personsOf('EE'), ...personsOf('LT')])('$id has a valid number', (person) => {
    const digits = [...person.nationalNumber].map(Number);
    const sum = (weights: readonly number[]) =>
      weights.reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0) % 11;
    const first = sum([1, 2, 3, 4, 5, 6, 7, 8, 9, 1]);
    const check = first < 10 ? first : sum([3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 10;
    expect(digits[10]).toBe(check);
    const century = 18 + Math.floor(((digits[0] ?? 0) - 1) / 2);
    const [, year, month, day] = /^.(..)(..)(..)/.exec(person.nationalNumber) ?? [];
    expect(`${century}${year}-${month}-${day}`).toBe(person.birthdate);
  });

  test.each(personsOf('LV'))('$id has a Latvian number of the birthdate', (person) => {
    const digits = [...person.nationalNumber.replace('-', '')].map(Number);
    const sum = [1, 6, 3, 7, 9, 10, 5, 8, 4, 2].reduce(
      (total, weight, at) => total + weight * (digits[at] ?? 0),
      0,
    );
    expect(digits[10]).toBe((1101 - sum) % 11);
    const [, day, month, year, century] = /^(..)(..)(..)-(.)/.exec(person.nationalNumber) ?? [];
    expect(`${18 + Number(century)}${year}-${month}-${day}`).toBe(person.birthdate);
  });

  test.each(personsOf('BE'))('$id has a Belgian number of the birthdate', (person) => {
    const { nationalNumber, birthdate } = person;
    const [year = '', ...rest] = birthdate.split('-');
    expect(nationalNumber.slice(0, 6)).toBe(`${year.slice(2)}${rest.join('')}`);
    const number = Number(nationalNumber.slice(0, 9)) + (Number(year) < 2000 ? 0 : 2_000_000_000);
    expect(Number(nationalNumber.slice(9))).toBe(97 - (number % 97));
  });

  test.each(personsOf('NL'))('$id has a Dutch number of the test range', ({ nationalNumber }) => {
    const digits = [...nationalNumber].map(Number);
    const weights = [9, 8, 7, 6, 5, 4, 3, 2, -1];
    const sum = weights.reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0);
    expect([nationalNumber.slice(0, 4), sum % 11]).toEqual(['9999', 0]);
  });

  test('of Germany and Britain have numbers of specimens, which nobody gets', () => {
    expect(personsOf('DE').map((person) => person.nationalNumber)).toEqual([
      'T22000129',
      'L01X00T47',
    ]);
    for (const { nationalNumber } of personsOf('GB')) {
      expect(nationalNumber).toMatch(/^QQ\d{6}[A-D]$/);
    }
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
