import type { JsonObject } from './json.ts';

/** The person that an eID identified, in the terms of the issued tokens. */
export interface Identity {
  /** Value of `identityscheme`: the eID in one short word. */
  readonly scheme: string;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  /** The eID's number of the person. Applications never get it: the pseudonymous `sub` is derived from it. */
  readonly nationalId: string;
  /** The authentication method as a SAML authentication context (`authenticationmethod`). */
  readonly method: string;
  /** The authentication methods as values of RFC 8176 (`amr`). */
  readonly amr: readonly string[];
  /** Claims released with every login. */
  readonly claims: JsonObject;
  /** Claims released only when the scope of that name is granted. */
  readonly scopedClaims: Readonly<Record<string, JsonObject>>;
}

const LONG_FORM = /^((?:18|19|20)\d{6})-?(\d{4})$/;
const SHORT_FORM = /^(\d{6})([-+]?)(\d{4})$/;
const DANISH = /^(\d{2})(\d{2})(\d{2})-?((\d)\d{3})$/;

/** Added to the day in a co-ordination number, the number of people who are not registered in Sweden. */
const CO_ORDINATION = 60;

/**
 * Reads a Swedish personal or co-ordination number: `YYYYMMDDNNNN`, `YYMMDDNNNN`, either with a hyphen before the
 * last four, the short form also with `+` (from the year in which the person turns 100). Returns twelve digits;
 * undefined for any other text, an impossible or future date, or a wrong check digit.
 */
export function swedishPersonalNumber(text: string, now: Date): string | undefined {
  const digits = twelveDigits(text, now);
  if (digits === undefined || !isPast(swedishBirth(digits), now)) return undefined;
  return hasLuhnDigit(digits.slice(2)) ? digits : undefined;
}

/**
 * Reads a Danish CPR number, `DDMMYYSSSS` or `DDMMYY-SSSS`. Returns ten digits; undefined for any other text or an
 * impossible date. The modulus-11 digit is not checked: numbers without one are issued since 2007.
 */
export function danishPersonalNumber(text: string): string | undefined {
  const [, day, month, year, serial, seventh] = DANISH.exec(text) ?? [];
  if (day === undefined) return undefined;
  const century = danishCentury(Number(seventh), Number(year));
  const birth = dateOf(century + Number(year), Number(month), Number(day));
  return birth === undefined ? undefined : `${day}${month}${year}${serial}`;
}

function twelveDigits(text: string, now: Date): string | undefined {
  const long = LONG_FORM.exec(text);
  if (long !== null) return `${long[1]}${long[2]}`;
  const [, date, mark, rest] = SHORT_FORM.exec(text) ?? [];
  if (date === undefined) return undefined;
  const latest = mark === '+' ? endOfYear(now.getUTCFullYear() - 100) : now;
  const births = ['20', '19', '18'].map((century) => `${century}${date}`);
  const birth = births.find((digits) => isPast(swedishBirth(digits), latest));
  return birth === undefined ? undefined : `${birth}${rest}`;
}

function swedishBirth(digits: string): Date | undefined {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].map(
    Number,
  );
  if (year === undefined || month === undefined || day === undefined) return undefined;
  return dateOf(year, month, day > CO_ORDINATION ? day - CO_ORDINATION : day);
}

/** The century follows from the first digit of the serial number. */
function danishCentury(seventh: number, year: number): number {
  if (seventh <= 3) return 1900;
  if (seventh === 4 || seventh === 9) return year <= 36 ? 2000 : 1900;
  return year <= 57 ? 2000 : 1800;
}

/** Undefined for an impossible date. */
function dateOf(year: number, month: number, day: number): Date | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : undefined;
}

function isPast(date: Date | undefined, latest: Date): boolean {
  return date !== undefined && date.getTime() <= latest.getTime();
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
