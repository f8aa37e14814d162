import type { NationalNumber } from '../../../domain/national-number.ts';
import { dateOf, MONTH, SEPARATOR } from './dates.ts';

const WRITTEN = /^(\d{2})(\d{2})(\d{2})-?((\d)\d{3})$/;
/** A replacement number has 60 more. */
const DAY_OR_60_MORE = '(?:[06][1-9]|[1278]\\d|[39][01])';

/**
 * Danish CPR numbers, `DDMMYYSSSS` or `DDMMYY-SSSS`. Ten digits. The modulus-11 digit is not checked: numbers without
 * one are issued since 2007.
 */
export const denmark: NationalNumber = {
  type: 'cpr',
  shapes: [`${DAY_OR_60_MORE}${MONTH}\\d{2}${SEPARATOR}\\d{4}`],
  parse(text) {
    const [, day, month, year, serial, seventh] = WRITTEN.exec(text) ?? [];
    if (day === undefined) return undefined;
    const century = centuryOf(Number(seventh), Number(year));
    const birth = dateOf(century + Number(year), Number(month), Number(day));
    return birth === undefined ? undefined : `${day}${month}${year}${serial}`;
  },
};

/** The century follows from the first digit of the serial number. */
function centuryOf(seventh: number, year: number): number {
  if (seventh <= 3) return 1900;
  if (seventh === 4 || seventh === 9) return year <= 36 ? 2000 : 1900;
  return year <= 57 ? 2000 : 1800;
}
