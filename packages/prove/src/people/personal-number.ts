import { withCheckDigit } from '@eid-broker/testing/check-digit';

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_BIRTH = Date.UTC(1921, 0, 1);
/** Ends a day before the first birth of the persons with a script. */
const BIRTHS = 26_000;

/** How many persons there are. */
export const PERSONS = 2 * BIRTHS;

/**
 * A different personal number for each person number. It has a test serial number (238 or 239) and a valid check digit.
 */
export function personalNumber(person: number): string {
  const born = new Date(FIRST_BIRTH + (person % BIRTHS) * DAY_MS);
  const date = born.toISOString().slice(0, 10).replaceAll('-', '');
  const serial = person % PERSONS < BIRTHS ? '238' : '239';
  return withCheckDigit(`${date}${serial}`);
}
