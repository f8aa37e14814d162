import type { NationalNumber } from '../../../domain/national-number.ts';
import { dateOf, isoDateOf, isPast, MONTH, SEPARATOR } from './dates.ts';

const LONG_FORM = /^((?:18|19|20)\d{6})-?(\d{4})$/;
const SHORT_FORM = /^(\d{6})([-+]?)(\d{4})$/;

/** Added to the day in a co-ordination number, the number of people who are not registered in Sweden. */
const CO_ORDINATION = 60;
const DAY_OR_60_MORE = '(?:[06][1-9]|[1278]\\d|[39][01])';

/**
 * Swedish personal and co-ordination numbers: `YYYYMMDDNNNN` or `YYMMDDNNNN`. Either may have a hyphen before the last
 * four. The short form has `+` there from the year in which the person turns 100. Twelve digits.
 */
export const sweden: NationalNumber = {
  type: 'personnummer',
  shapes: [`(?:18|19|20)?\\d{2}${MONTH}${DAY_OR_60_MORE}${SEPARATOR}\\d{4}`],
  birthdateOf: (number) => isoDateOf(birthOf(number)),
  parse(text, now) {
    const digits = twelveDigits(text, now);
    if (digits === undefined || !isPast(birthOf(digits), now)) return undefined;
    return hasLuhnDigit(digits.slice(2)) ? digits : undefined;
  },
  faultOf(text, now) {
    if (!LONG_FORM.test(text) && !SHORT_FORM.test(text)) {
      return /^\d{12}$/.test(text) ? 'date' : 'length';
    }
    const digits = twelveDigits(text, now);
    return digits !== undefined && isPast(birthOf(digits), now) ? 'check-digit' : 'date';
  },
};

function twelveDigits(text: string, now: Date): string | undefined {
  const long = LONG_FORM.exec(text);
  if (long !== null) return `${long[1]}${long[2]}`;
  const [, date, mark, rest] = SHORT_FORM.exec(text) ?? [];
  if (date === undefined) return undefined;
  const latest = mark === '+' ? endOfYear(now.getUTCFullYear() - 100) : now;
  const births = ['20', '19', '18'].map((century) => `${century}${date}`);
  const birth = births.find((digits) => isPast(birthOf(digits), latest));
  return birth === undefined ? undefined : `${birth}${rest}`;
}

function birthOf(digits: string): Date | undefined {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].map(
    Number,
  );
  if (year === undefined || month === undefined || day === undefined) return undefined;
  return dateOf(year, month, day > CO_ORDINATION ? day - CO_ORDINATION : day);
}

function endOfYear(year: number): Date {
  return new Date(Date.UTC(year, 11, 31));
}

/** Luhn over ten digits: every other digit, from the first, counts twice. */
function hasLuhnDigit(digits: string): boolean {
  const weighed = [...digits].map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1));
  const sum = weighed.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}
