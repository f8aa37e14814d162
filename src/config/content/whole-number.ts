import { number } from 'yup';

/** A whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number) {
  return number()
    .integer('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`);
}
