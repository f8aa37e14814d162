/** The problem of a text that PostgreSQL cannot store. */
export const UNSTORABLE = 'must not contain U+0000 or half of a surrogate pair';

/** True for a text that PostgreSQL can store, in a column or in JSON. */
export function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}
