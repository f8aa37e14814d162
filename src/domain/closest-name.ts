/** The edits that a wrong word may have. */
const EDITS = 2;

/** The name that a wrong word means, case aside; undefined when none is close. */
export function closestName(word: string, names: readonly string[]): string | undefined {
  const wrong = word.toLowerCase();
  for (let edits = 0; edits <= Math.min(EDITS, wrong.length - 1); edits += 1) {
    const found = names.find((name) => isClose(wrong, name.toLowerCase(), edits));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The closest name, worded as a question to append; empty when no name is close. */
export function suggestion(word: string, names: readonly string[]): string {
  const name = closestName(word, names);
  return name === undefined ? '' : `; did you mean ${name}?`;
}

/**
 * True when at most that many insertions, deletions, replacements and swaps of neighbours turn one word into the other.
 */
function isClose(a: string, b: string, edits: number): boolean {
  if (edits < 0 || Math.abs(a.length - b.length) > edits) return false;
  if (a === b) return true;
  const [x, y] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return isClose(x, y, edits);
  const areSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0];
  return (
    isClose(x, b, edits - 1) ||
    isClose(a, y, edits - 1) ||
    isClose(x, y, edits - 1) ||
    (areSwapped && isClose(a.slice(2), b.slice(2), edits - 1))
  );
}
