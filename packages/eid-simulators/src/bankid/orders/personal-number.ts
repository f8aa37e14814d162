/**
 * Whether a value is a Swedish personal number in the RP API's form: twelve digits, a real date (a coordination number
 * adds 60 to its day) and a valid check digit.
 */
export function isPersonalNumber(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^\d{12}$/.test(value) &&
    hasRealDate(value) &&
    hasCheckDigit(value)
  );
}

function hasRealDate(number: string): boolean {
  const year = Number(number.slice(0, 4));
  const month = Number(number.slice(4, 6));
  const written = Number(number.slice(6, 8));
  const day = written > 60 ? written - 60 : written;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && day > 0;
}

/** Luhn over the last ten digits: every second one doubled, from the first. */
function hasCheckDigit(number: string): boolean {
  const sum = [...number.slice(2)]
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
    .reduce((total, part) => total + (part > 9 ? part - 9 : part), 0);
  return sum % 10 === 0;
}
