const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_BIRTH = Date.UTC(1921, 0, 1);
/** Up to a day before the births of the persons with a script. */
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
  return `${date}${serial}${checkDigit(`${date.slice(2)}${serial}`)}`;
}

/** Luhn over nine digits. */
function checkDigit(digits: string): number {
  const weighed = [...digits].map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1));
  const sum = weighed.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return (10 - (sum % 10)) % 10;
}
