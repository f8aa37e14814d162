import type { NationalNumber } from '../../../domain/national-number.ts';
import { DAY, dateOf, isoDateOf, isPast, MONTH, SEPARATOR } from './dates.ts';

const WITH_BIRTH = /^(\d{2})(\d{2})(\d{2})-?(([012])\d{4})$/;
const WITHOUT_BIRTH = /^(3[2-9]\d{4})-?(\d{5})$/;
const WEIGHTS = [1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/**
 * Latvian personal codes: `DDMMYY-CNNNC` with the century after the hyphen, and since July 2017 `32NNNN-NNNNN` without a
 * date. Eleven digits with the hyphen, as in certificates. No public rule requires a check digit in the newer form.
 */
export const latvia: NationalNumber = {
  type: 'personas kods',
  shapes: [`(?:${DAY}${MONTH}\\d{2}|3[2-9]\\d{4})${SEPARATOR}\\d{5}`],
  birthdateOf: (number) => isoDateOf(birthOf(number)),
  parse(text, now) {
    const [, start, end] = WITHOUT_BIRTH.exec(text) ?? [];
    if (start !== undefined) return `${start}-${end}`;
    const [, day, month, year, rest] = WITH_BIRTH.exec(text) ?? [];
    const code = `${day}${month}${year}-${rest}`;
    return isPast(birthOf(code), now) && hasCheckDigit(code) ? code : undefined;
  },
};

/** The date of birth in a personal code; undefined for an impossible one, and for a code without. */
function birthOf(code: string): Date | undefined {
  const [, day, month, year, , century] = WITH_BIRTH.exec(code) ?? [];
  if (day === undefined || WITHOUT_BIRTH.test(code)) return undefined;
  return dateOf(1800 + 100 * Number(century) + Number(year), Number(month), Number(day));
}

function hasCheckDigit(code: string): boolean {
  const digits = [...code.replace('-', '')].map(Number);
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0);
  return ((1101 - sum) % 11) % 10 === digits[10];
}
