/** The problem of a text that PostgreSQL cannot store. */
export const UNSTORABLE = 'must not contain U+0000 or half of a surrogate pair';

/** Matches one line of text that shows as it is stored: without controls, line breaks and marks that change the direction. */
export const ONE_LINE =
  '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff\\ufeff]+$';

/** True for a text that PostgreSQL can store, in a column or in JSON. */
export function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}
