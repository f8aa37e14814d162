import { withCheckDigit } from '@eid-broker/testing/check-digit';

/**
 * Personal numbers in the pattern of Skatteverket's test numbers: the serial numbers 238 and 239. There are few,
 * because the simulator makes a certificate for each.
 */
export function peopleNumbers(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(1950, 0, 1 + Math.floor(index / 2)));
    const date = day.toISOString().slice(0, 10).replaceAll('-', '');
    return withCheckDigit(`${date}${238 + (index % 2)}`);
  });
}
