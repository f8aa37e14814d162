const MAX_PARAMETERS = 100;

/**
 * True for a query or a form that is refused unparsed. Frameworks compare every name with all others: the work grows with
 * the square of their number.
 */
export function tooManyParameters(encoded: string): boolean {
  let at = -1;
  for (let count = 1; count <= MAX_PARAMETERS; count += 1) {
    at = encoded.indexOf('&', at + 1);
    if (at === -1) return false;
  }
  return true;
}
