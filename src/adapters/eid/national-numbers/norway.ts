import type { NationalNumber } from '../../../domain/national-number.ts';
import { dateOf, SEPARATOR } from './dates.ts';

const WRITTEN = /^(\d{2})(\d{2})(\d{2})[ -]?(\d{5})$/;

/** A D-number, of a person who is not resident in Norway, has 40 more. */
const DAY_OR_40_MORE = '(?:[04][1-9]|[1256]\\d|[37][01])';
const DAYS_ADDED = [0, 40];

/** 40 more: an auxiliary number of a hospital (H-number). 65 or 80 more: synthetic persons of the public registers. */
const MONTHS_ADDED = [0, 40, 65, 80];
const MONTH_OR_MORE = '(?:[048][1-9]|[159][0-2]|6[6-9]|7[0-7])';

const FIRST_WEIGHTS = [3, 7, 6, 1, 8, 9, 4, 5, 2, 1];
const SECOND_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1];
/** From this day on, numbers are issued whose first check digit leaves a remainder. */
const MORE_REMAINDERS_FROM = new Date('2032-01-01T00:00:00Z');

/**
 * Norwegian national identity numbers, `DDMMYYIIIKK`, also with a space or a hyphen before the last five. Eleven digits.
 * Numbers issued from 2032 on do not encode the century: a date of either century is possible.
 */
export const norway: NationalNumber = {
  type: 'fødselsnummer',
  shapes: [`${DAY_OR_40_MORE}${MONTH_OR_MORE}\\d{2}${SEPARATOR}\\d{5}`],
  parse(text, now) {
    const [, day, month, year, rest] = WRITTEN.exec(text) ?? [];
    if (day === undefined || !isPossibleDate(Number(year), Number(month), Number(day))) {
      return undefined;
    }
    const digits = `${day}${month}${year}${rest}`;
    return hasCheckDigits(digits, now) ? digits : undefined;
  },
};

function isPossibleDate(year: number, month: number, day: number): boolean {
  return [1900, 2000].some((century) =>
    MONTHS_ADDED.some((months) =>
      DAYS_ADDED.some((days) => {
        const [ofYear, ofDay] = [month - months, day - days];
        const isInside = ofYear >= 1 && ofYear <= 12 && ofDay >= 1;
        return isInside && dateOf(century + year, ofYear, ofDay) !== undefined;
      }),
    ),
  );
}

function hasCheckDigits(digits: string, now: Date): boolean {
  const highest = now < MORE_REMAINDERS_FROM ? 0 : 3;
  return remainder(digits, FIRST_WEIGHTS) <= highest && remainder(digits, SECOND_WEIGHTS) === 0;
}

/** Modulus 11 of the weighted digits, the check digit included with weight 1. */
function remainder(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0) % 11;
}
