/**
 * Personal numbers in the pattern of Skatteverket's test numbers: the serial numbers 238 and 239. There are few,
 * because the simulator makes a certificate for each.
 */
export function peopleNumbers(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(1950, 0, 1 + Math.floor(index / 2)));
    const date = day.toISOString().slice(0, 10).replaceAll('-', '');
    const digits = `${date}${238 + (index % 2)}`;
    return `${digits}${checkDigit(digits.slice(2))}`;
  });
}

/** Luhn's, over the nine digits before it. */
function checkDigit(nine: string): number {
  const sum = [...nine].reduce((total, digit, index) => {
    const weighted = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + Math.floor(weighted / 10) + (weighted % 10);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
