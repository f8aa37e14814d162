/** A month in a regular expression. */
export const MONTH = '(?:0[1-9]|1[0-2])';
/** A day in a regular expression. */
export const DAY = '(?:0[1-9]|[12]\\d|3[01])';
/** Separators between the date and the rest, also in the form of a URL. */
export const SEPARATOR = '(?:[-+ \\u2010-\\u2013]|%2[BbDd]|%20)?';

/** Undefined for an impossible date. */
export function dateOf(year: number, month: number, day: number): Date | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : undefined;
}

/** The text `YYYY-MM-DD`. */
export function isoDateOf(date: Date | undefined): string | undefined {
  return date?.toISOString().slice(0, 10);
}

/** True for a date up to the latest one. */
export function isPast(date: Date | undefined, latest: Date): boolean {
  return date !== undefined && date.getTime() <= latest.getTime();
}
