/** How one attack of the list is answered. */
export interface Answer {
  readonly number: number;
  readonly attack: string;
  /** Where that is tested; empty when nothing of ours is. */
  readonly tests: readonly Place[];
  /** Why there is nothing to test, or what is answered elsewhere. */
  readonly note: string | undefined;
}

/** A test: its file below `test/`, and words of its title or of its table that are found there. */
export interface Place {
  readonly file: string;
  readonly words: string;
}

/** Tested, in places such as `e2e/discovery: says exactly what is offered`. */
export function tested(number: number, attack: string, ...places: readonly string[]): Answer {
  return { number, attack, tests: places.map(placeOf), note: undefined };
}

/** Nothing to test, because of that. */
export function apart(number: number, attack: string, note: string): Answer {
  return { number, attack, tests: [], note };
}

function placeOf(text: string): Place {
  const [name = '', ...words] = text.split(': ');
  return { file: `${name}.test.ts`, words: words.join(': ') };
}
