import { scrubNumbers } from './scrub-numbers.ts';
import { scrubSecrets } from './scrub-secrets.ts';

/**
 * The last net under the log: what has the shape of a Nordic personal number or of a secret does not leave the process.
 * Nobody is meant to log one; the error text of a library might hold it. A line of JSON stays one. Takes time in
 * proportion to the line, whatever it holds.
 */
export function scrub(line: string): string {
  return scrubNumbers(scrubSecrets(line));
}
