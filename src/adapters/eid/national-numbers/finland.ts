import type { NationalNumber } from '../../../domain/national-number.ts';
import { DAY, dateOf, isPast, MONTH } from './dates.ts';

const WRITTEN = /^(\d{2})(\d{2})(\d{2})([-+A-FU-Y])(\d{3})([\dA-FHJ-NPR-Y])$/;
const CHECK_CHARACTERS = '0123456789ABCDEFHJKLMNPRSTUVWXY';

/**
 * Finnish personal identity codes, `DDMMYYCZZZQ`: `C` encodes the century, `Q` checks. Letters may be lower case; the
 * result has upper case.
 */
export const finland: NationalNumber = {
  type: 'hetu',
  shapes: [`${DAY}${MONTH}\\d{2}(?:[-+A-FU-Ya-fu-y]|%2[BbDd])\\d{3}[\\dA-Ya-y](?![A-Za-z])`],
  parse(text, now) {
    const code = text.toUpperCase();
    const [, day, month, year, sign, serial = '', check] = WRITTEN.exec(code) ?? [];
    if (day === undefined || Number(serial) < 2) return undefined;
    const birth = dateOf(centuryOf(sign) + Number(year), Number(month), Number(day));
    if (!isPast(birth, now)) return undefined;
    const expected = CHECK_CHARACTERS[Number(`${day}${month}${year}${serial}`) % 31];
    return check === expected ? code : undefined;
  },
};

/** The sex in a code: an odd serial number is a man's. */
export function finnishGenderOf(code: string): 'Male' | 'Female' | undefined {
  const [, , , , , serial] = WRITTEN.exec(code.toUpperCase()) ?? [];
  if (serial === undefined) return undefined;
  return Number(serial) % 2 === 1 ? 'Male' : 'Female';
}

/** Several signs stand for one century. */
function centuryOf(sign = ''): number {
  if (sign === '+') return 1800;
  return /[A-F]/.test(sign) ? 2000 : 1900;
}
