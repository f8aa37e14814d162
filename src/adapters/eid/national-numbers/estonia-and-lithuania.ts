import type { NationalNumber } from '../../../domain/national-number.ts';
import { DAY, dateOf, isoDateOf, isPast, MONTH } from './dates.ts';

const WRITTEN = /^([1-8])(\d{2})(\d{2})(\d{2})\d{4}$/;
const FIRST_WEIGHTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1];
const SECOND_WEIGHTS = [3, 4, 5, 6, 7, 8, 9, 1, 2, 3];

/** Estonian personal codes. */
export const estonia: NationalNumber = personalCodes('isikukood');

/** Lithuanian personal codes. */
export const lithuania: NationalNumber = personalCodes('asmens kodas');

/**
 * Personal codes `GYYMMDDSSSC`: both countries use one scheme. The first digit encodes sex and century. Eleven digits.
 */
function personalCodes(type: string): NationalNumber {
  return {
    type,
    shapes: [`[1-8]\\d{2}${MONTH}${DAY}\\d{4}`],
    birthdateOf: (number) => isoDateOf(birthOf(number)),
    parse(text, now) {
      const isPossible = WRITTEN.test(text) && isPast(birthOf(text), now);
      return isPossible && hasCheckDigit(text) ? text : undefined;
    },
  };
}

/** The date of birth in a personal code; undefined for an impossible one. */
function birthOf(code: string): Date | undefined {
  const [whole, first, year, month, day] = WRITTEN.exec(code) ?? [];
  if (whole === undefined) return undefined;
  const century = 1800 + 100 * Math.floor((Number(first) - 1) / 2);
  return dateOf(century + Number(year), Number(month), Number(day));
}

/** Two rounds of weights modulo 11; a remainder of 10 in both is the digit 0. */
function hasCheckDigit(code: string): boolean {
  const digits = [...code].map(Number);
  const remainderOf = (weights: readonly number[]) =>
    weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0) % 11;
  const first = remainderOf(FIRST_WEIGHTS);
  const check = first === 10 ? remainderOf(SECOND_WEIGHTS) % 10 : first;
  return check === digits[10];
}
