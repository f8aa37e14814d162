/** Appends Luhn's check digit to the eleven digits of a Swedish personal number: a date and a serial number. */
export function withCheckDigit(digits: string): string {
  const weighted = [...digits.slice(2)].map((digit, at) => Number(digit) * (at % 2 === 0 ? 2 : 1));
  const sum = weighted.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
