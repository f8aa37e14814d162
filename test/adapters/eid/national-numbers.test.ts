import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { belgium } from '../../../src/adapters/eid/national-numbers/belgium.ts';
import { denmark } from '../../../src/adapters/eid/national-numbers/denmark.ts';
import {
  estonia,
  lithuania,
} from '../../../src/adapters/eid/national-numbers/estonia-and-lithuania.ts';
import { finland, finnishGenderOf } from '../../../src/adapters/eid/national-numbers/finland.ts';
import { latvia } from '../../../src/adapters/eid/national-numbers/latvia.ts';
import { norway } from '../../../src/adapters/eid/national-numbers/norway.ts';
import { sweden } from '../../../src/adapters/eid/national-numbers/sweden.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
/** The weights of Estonian and Lithuanian check digits. */
const FIRST = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1];
const SECOND = [3, 4, 5, 6, 7, 8, 9, 1, 2, 3];

describe('a Swedish personal number', () => {
  test.each([
    ['twelve digits', '199006022397', '199006022397'],
    ['twelve digits with a hyphen', '19900602-2397', '199006022397'],
    ['ten digits', '9006022397', '199006022397'],
    ['ten digits with a hyphen', '900602-2397', '199006022397'],
    ['ten digits of a person born after 2000', '0001052380', '200001052380'],
    ['a plus for a person of 100 years', '121212+1212', '191212121212'],
    ['a hyphen for the same digits, a century later', '121212-1212', '201212121212'],
    ['a co-ordination number', '197001632392', '197001632392'],
    ['a short co-ordination number', '850675-2388', '198506752388'],
    ['a check digit of zero', '198001062390', '198001062390'],
  ])('is read: %s', (_what, text, digits) => {
    expect(sweden.parse(text, NOW)).toBe(digits);
  });

  test.each([
    ['nothing', ''],
    ['a wrong check digit', '199006022398'],
    ['a wrong check digit in ten digits', '9512011294'],
    ['eleven digits', '19900602239'],
    ['thirteen digits', '1990060223970'],
    ['letters', '19900602239A'],
    ['a plus in twelve digits', '19900602+2397'],
    ['a hyphen elsewhere', '1990-06022397'],
    ['two hyphens', '900602--2397'],
    ['a space before', ' 199006022397'],
    ['a line break after', '199006022397\n'],
    ['a month 13', '199013012399'],
    ['a day 0', '199006002390'],
    ['February 30', '199002302397'],
    ['a co-ordination day 92', '199006922396'],
    ['the year 1790', '179006022397'],
    ['digits that are not ASCII', '١٩٩٠٠٦٠٢٢٣٩٧'],
  ])('is not %s', (_what, text) => {
    expect(sweden.parse(text, NOW)).toBeUndefined();
  });

  test('may be of a person born today, and not tomorrow', () => {
    expect(sweden.parse(withLuhnDigit('20261121239'), NOW)).toBe(withLuhnDigit('20261121239'));
    expect(sweden.parse(withLuhnDigit('20261122239'), NOW)).toBeUndefined();
  });

  test('without a century is of the youngest possible person', () => {
    const short = (digits: string) => withLuhnDigit(`20${digits}`).slice(2);
    expect(sweden.parse(short('261121239'), NOW)).toMatch(/^20261121/);
    expect(sweden.parse(short('261122239'), NOW)).toMatch(/^19261122/);
    expect(sweden.parse(short('270101239'), NOW)).toMatch(/^19270101/);
  });

  test('has a plus from the year in which the person turns 100', () => {
    const plus = (digits: string) => {
      const whole = withLuhnDigit(`19${digits}`).slice(2);
      return `${whole.slice(0, 6)}+${whole.slice(6)}`;
    };
    expect(sweden.parse(plus('261231239'), NOW)).toMatch(/^19261231/);
    expect(sweden.parse(plus('270101239'), NOW)).toMatch(/^18270101/);
  });

  test('is read from each of its spellings as the same twelve digits', () => {
    const birth = fc.date({
      min: new Date('1927-01-01T00:00:00Z'),
      max: NOW,
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(birth, fc.integer({ min: 0, max: 999 }), fc.boolean(), (date, serial, coord) => {
        const whole = numberOf(date, serial, coord);
        const [day, rest] = [whole.slice(0, 8), whole.slice(8)];
        const spellings = [whole, `${day}-${rest}`, whole.slice(2), `${day.slice(2)}-${rest}`];
        for (const text of spellings) expect(sweden.parse(text, NOW)).toBe(whole);
      }),
    );
  });

  test('has a check digit that catches every wrong digit', () => {
    const place = fc.integer({ min: 2, max: 11 });
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 9 }), (at, shift) => {
        const right = '199006022397';
        const digit = (Number(right[at]) + shift) % 10;
        const wrong = right.slice(0, at) + digit + right.slice(at + 1);
        expect(sweden.parse(wrong, NOW)).toBeUndefined();
      }),
    );
  });

  test('is twelve digits or none for any input', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9]{6,8}[-+]?[0-9]{4}$/));
    fc.assert(
      fc.property(text, (any) => {
        expect(sweden.parse(any, NOW) ?? '000000000000').toMatch(/^\d{12}$/);
      }),
    );
  });
});

describe('a Danish personal number', () => {
  test.each([
    ['ten digits', '2101270087', '2101270087'],
    ['a hyphen', '210127-0087', '2101270087'],
    ['no modulus-11 digit', '2512489996', '2512489996'],
    ['February 29 of 2000', '290200-4000', '2902004000'],
    ['a year of the 19th century', '010158-5000', '0101585000'],
    ['the first year that a 4 leaves in the 20th century', '010137-4000', '0101374000'],
  ])('is read: %s', (_what, text, digits) => {
    expect(denmark.parse(text, NOW)).toBe(digits);
  });

  test.each([
    ['nothing', ''],
    ['nine digits', '210127008'],
    ['twelve digits', '199006022397'],
    ['February 29 of 1900', '290200-0000'],
    ['February 29 of 1958', '290258-0000'],
    ['February 29 of 1858', '290258-5000'],
    ['a month 13', '011370-0000'],
    ['a day 0', '000170-0000'],
    ['a plus', '210127+0087'],
    ['a letter', '210127-008A'],
  ])('is not %s', (_what, text) => {
    expect(denmark.parse(text, NOW)).toBeUndefined();
  });
});

describe('a Norwegian personal number', () => {
  const IN_2032 = new Date('2032-01-01T00:00:00Z');
  /** The number that begins with these nine digits, with the first check digit at this remainder. */
  const withCheckDigits = (nine: string, first: number): string | undefined => {
    const sumOf = (digits: string, weights: string) =>
      [...weights].reduce((sum, weight, at) => sum + Number(weight) * Number(digits[at] ?? 0), 0);
    const k1 = '0123456789'
      .split('')
      .find((digit) => sumOf(nine + digit, '3761894521') % 11 === first);
    const k2 = '0123456789'
      .split('')
      .find((digit) => sumOf(`${nine}${k1}${digit}`, '54327654321') % 11 === 0);
    return k1 === undefined || k2 === undefined ? undefined : `${nine}${k1}${k2}`;
  };

  test.each([
    ['synthetic, with 80 more in the month', '15889010069', '15889010069'],
    ['synthetic, of January', '01819012365', '01819012365'],
    ['synthetic, of February 29', '29820012346', '29820012346'],
    ['a synthetic D-number, with 40 more in the day', '55819012376', '55819012376'],
    ['a space', '158890 10069', '15889010069'],
    ['a hyphen', '158890-10069', '15889010069'],
  ])('is read: %s', (_what, text, digits) => {
    expect(norway.parse(text, NOW)).toBe(digits);
  });

  test.each([
    ['a person', '150890'],
    ['a D-number', '550890'],
    ['an auxiliary number of a hospital, with 40 more in the month', '154890'],
    ['a synthetic person, with 65 more in the month', '157390'],
    ['a synthetic person, with 80 more in the month', '158890'],
  ])('has the date of %s', (_what, date) => {
    const number = ['100', '101', '102'].flatMap(
      (serial) => withCheckDigits(date + serial, 0) ?? [],
    );
    expect(number).not.toEqual([]);
    for (const digits of number) expect(norway.parse(digits, NOW)).toBe(digits);
  });

  test.each([
    ['nothing', ''],
    ['ten digits', '1588901006'],
    ['twelve digits', '158890100690'],
    ['a wrong first check digit', '15889010079'],
    ['a wrong second check digit', '15889010068'],
    ['a number of a documentation with wrong check digits', '10098235846'],
    ['another one', '17029012345'],
    ['two spaces', '158890  10069'],
    ['a plus', '158890+10069'],
    ['a letter', '1588901006A'],
    ['a line break after', '15889010069\n'],
  ])('is not %s', (_what, text) => {
    expect(norway.parse(text, NOW)).toBeUndefined();
  });

  test.each([
    ['a month 13', '011390'],
    ['a month 0', '010090'],
    ['a month 40', '014090'],
    ['a month 93', '019390'],
    ['a day 0', '000190'],
    ['a day 32', '320190'],
    ['a day 40', '400190'],
    ['a day 72', '720190'],
    ['February 30', '300290'],
    ['February 29 of a common year', '290290'],
  ])('has no date such as %s', (_what, date) => {
    const numbers = ['100', '101', '102'].flatMap(
      (serial) => withCheckDigits(date + serial, 0) ?? [],
    );
    expect(numbers).not.toEqual([]);
    for (const digits of numbers) expect(norway.parse(digits, NOW)).toBeUndefined();
  });

  test.each([1, 2, 3])('has a first check digit with remainder %i from 2032 on', (first) => {
    const serials = Array.from({ length: 20 }, (_, index) => String(100 + index));
    const numbers = serials.flatMap((serial) => withCheckDigits(`158832${serial}`, first) ?? []);
    expect(numbers.length).toBeGreaterThan(5);
    for (const digits of numbers) {
      expect(norway.parse(digits, new Date(IN_2032.getTime() - 1))).toBeUndefined();
      expect(norway.parse(digits, IN_2032)).toBe(digits);
    }
  });

  test('never has a first check digit with a higher remainder', () => {
    for (const first of [4, 5, 6, 7, 8, 9, 10]) {
      const number =
        withCheckDigits('158832101', first) ?? withCheckDigits('158832102', first) ?? '';
      expect([first, number.length, norway.parse(number, IN_2032)]).toEqual([first, 11, undefined]);
    }
  });

  test('has check digits that catch every wrong digit', () => {
    const place = fc.integer({ min: 0, max: 10 });
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 9 }), (at, shift) => {
        const right = '15889010069';
        const digit = (Number(right[at]) + shift) % 10;
        expect(norway.parse(right.slice(0, at) + digit + right.slice(at + 1), NOW)).toBeUndefined();
      }),
    );
  });
});

describe('an Estonian or Lithuanian personal code', () => {
  test.each(['60001019906', '30303039914', '40504040001', '51307149560', '49912318881'])(
    'is read: %s',
    (code) => {
      expect(estonia.parse(code, NOW)).toBe(code);
      expect(lithuania.parse(code, NOW)).toBe(code);
    },
  );

  test('has its check digit from the second weights when the first give 10', () => {
    const tens = codesOf((digits) => remainder(digits, FIRST) === 10);
    expect(tens.length).toBeGreaterThan(0);
    for (const digits of tens) {
      const code = `${digits}${remainder(digits, SECOND) % 10}`;
      expect(estonia.parse(code, NOW)).toBe(code);
    }
  });

  test.each([
    ['nothing', ''],
    ['a wrong check digit', '48010010101'],
    ['ten digits', '6000101990'],
    ['twelve digits', '600010199060'],
    ['a hyphen', '600010-19906'],
    ['a first digit 0', '00001019906'],
    ['a first digit 9', '90001019906'],
    ['a month 13', withBalticDigit('6001301990')],
    ['February 30', withBalticDigit('6000230990')],
    ['a date to come', withBalticDigit('6270101990')],
  ])('is not %s', (_what, text) => {
    expect(estonia.parse(text, NOW)).toBeUndefined();
  });

  test('has a date of birth in the century of its first digit', () => {
    const iso = (code: string) => estonia.birthdateOf?.(code);
    expect(['30303039914', '60001019906', '10303039910'].map(iso)).toEqual([
      '1903-03-03',
      '2000-01-01',
      '1803-03-03',
    ]);
  });
});

describe('a Latvian personal code', () => {
  test.each([
    ['with a hyphen', '050405-10009', '050405-10009'],
    ['without one', '05040510009', '050405-10009'],
    ['of the 21st century', '020100-29990', '020100-29990'],
    ['of the newer form', '320000-10003', '320000-10003'],
    ['of the newer form without a hyphen', '32999999709', '329999-99709'],
    ['of the newer form with another last digit', '320000-10004', '320000-10004'],
  ])('is read: %s', (_what, text, code) => {
    expect(latvia.parse(text, NOW)).toBe(code);
  });

  test.each([
    ['nothing', ''],
    ['a wrong check digit', '050405-10008'],
    ['a wrong last digit in public samples', '010111-22341'],
    ['ten digits', '050405-1000'],
    ['a space', '050405 10009'],
    ['a day 31 of February', '310205-10009'],
    ['a century that is to come', '050405-30009'],
    ['a date to come', '050427-20003'],
  ])('is not %s', (_what, text) => {
    expect(latvia.parse(text, NOW)).toBeUndefined();
  });

  test('has a date of birth in the older form alone', () => {
    expect(latvia.birthdateOf?.('050405-10009')).toBe('1905-04-05');
    expect(latvia.birthdateOf?.('320000-10003')).toBeUndefined();
  });
});

function remainder(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11;
}

/** Ten digits of one day that satisfy a condition. */
function codesOf(condition: (digits: string) => boolean): string[] {
  return Array.from({ length: 100 }, (_, n) => `6000101${String(n).padStart(3, '0')}`).filter(
    condition,
  );
}

function withBalticDigit(digits: string): string {
  const first = remainder(digits, FIRST);
  return `${digits}${first === 10 ? remainder(digits, SECOND) % 10 : first}`;
}

function numberOf(date: Date, serial: number, coordination: boolean): string {
  const [year = '', month = '', day = ''] = date.toISOString().slice(0, 10).split('-');
  const shown = String(Number(day) + (coordination ? 60 : 0)).padStart(2, '0');
  return withLuhnDigit(year + month + shown + String(serial).padStart(3, '0'));
}

/** Eleven digits and the check digit, which is found by trying, not by computing. */
function withLuhnDigit(eleven: string): string {
  const sumOf = (digits: string) =>
    [...digits]
      .reverse()
      .map((digit, index) => (index % 2 === 1 ? `${Number(digit) * 2}` : digit))
      .join('')
      .split('')
      .reduce((total, digit) => total + Number(digit), 0);
  const last = [...'0123456789'].find((digit) => sumOf(eleven.slice(2) + digit) % 10 === 0);
  return `${eleven}${last}`;
}

describe('a Finnish personal identity code', () => {
  test.each([
    ['of the 20th century', '010190-900P', '010190-900P'],
    ['of the 21st century', '290200A999J', '290200A999J'],
    ['with another sign for it', '010594Y9032', '010594Y9032'],
    ['in lower case', '010190-900p', '010190-900P'],
    ['of the 19th century', '010190+900P', '010190+900P'],
  ])('is read: %s', (_what, text, code) => {
    expect(finland.parse(text, NOW)).toBe(code);
  });

  test.each([
    ['nothing', ''],
    ['a wrong check character', '010190-900R'],
    ['a letter that never checks', '010190-900I'],
    ['an unknown sign', '010190G900P'],
    ['a future date', '010190A900P'],
    ['February 30', '300290-900P'],
    ['the serial number 001', '010190-001A'],
    ['a space', ' 010190-900P'],
    ['eleven digits', '01019009000'],
  ])('is not %s', (_what, text) => {
    expect(finland.parse(text, NOW)).toBeUndefined();
  });

  test('shows the sex in its serial number', () => {
    expect(finnishGenderOf('150585-987F')).toBe('Male');
    expect(finnishGenderOf('010190-900P')).toBe('Female');
    expect(finnishGenderOf('no code')).toBeUndefined();
  });
});

describe('a Belgian national number', () => {
  test.each([
    ['eleven digits', '90110299836', '90110299836'],
    ['dots and hyphens', '85.04.15-997.75', '85041599775'],
    [
      'of a person born after 2000',
      withBelgianCheck('020102998', '2'),
      withBelgianCheck('020102998', '2'),
    ],
    [
      'of a person who is not registered',
      withBelgianCheck('904102998'),
      withBelgianCheck('904102998'),
    ],
  ])('is read: %s', (_what, text, digits) => {
    expect(belgium.parse(text, NOW)).toBe(digits);
  });

  test.each([
    ['nothing', ''],
    ['wrong check digits', '90110299837'],
    ['check digits of zero', '90110299800'],
    ['a month 13', withBelgianCheck('901302998')],
    ['February 30', withBelgianCheck('900230998')],
    ['a future date', withBelgianCheck('400101998', '2')],
    ['ten digits', '9011029983'],
    ['letters', '9011029983A'],
  ])('is not %s', (_what, text) => {
    expect(belgium.parse(text, NOW)).toBeUndefined();
  });
});

function withBelgianCheck(digits: string, century = ''): string {
  return `${digits}${String(97 - (Number(`${century}${digits}`) % 97)).padStart(2, '0')}`;
}
