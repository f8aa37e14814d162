import type { NationalNumber } from '../../../domain/national-number.ts';
import { DAY, dateOf, isPast, SEPARATOR } from './dates.ts';

const WRITTEN = /^(\d{2})[.]?(\d{2})[.]?(\d{2})-?(\d{3})[.]?(\d{2})$/;
/** 20 or 40 more for a person who is not registered: 40 when the sex is known. */
const MONTH_OR_MORE = '(?:[024][1-9]|[135][0-2])';
const OPTIONAL_DOT = '[.]?';

/**
 * Belgian national numbers, `YYMMDDSSSCC` or `YY.MM.DD-SSS.CC`, also those of persons who are not registered. Eleven
 * digits. The check digits show the century.
 */
export const belgium: NationalNumber = {
  type: 'rijksregisternummer',
  shapes: [
    `\\d{2}${OPTIONAL_DOT}${MONTH_OR_MORE}${OPTIONAL_DOT}${DAY}${SEPARATOR}\\d{3}(?:[-. ]|%20)?\\d{2}`,
  ],
  parse(text, now) {
    const [, year, month, day, serial, check] = WRITTEN.exec(text) ?? [];
    if (year === undefined) return undefined;
    const digits = `${year}${month}${day}${serial}`;
    const century = [1900, 2000].find((one) => checkOf(digits, one) === Number(check));
    if (century === undefined) return undefined;
    const birth = dateOf(century + Number(year), Number(month) % 20, Number(day));
    return isPast(birth, now) ? `${digits}${check}` : undefined;
  },
};

function checkOf(digits: string, century: number): number {
  return 97 - (Number(century === 2000 ? `2${digits}` : digits) % 97);
}
