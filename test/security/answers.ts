/** How one attack of the list is answered. */
export interface Answer {
  readonly number: number;
  readonly attack: string;
  /** Where that is tested; empty when nothing of ours is. */
  readonly tests: readonly Place[];
  /** Why there is nothing to test, what the tests leave open, or what is answered elsewhere. */
  readonly note: string | undefined;
}

/** A test, or a group of tests: its file, and its title, or that with the titles around it. */
export interface Place {
  readonly file: string;
  readonly name: string;
}

/** Tested, in places such as `e2e/discovery: says exactly what is offered`. */
export function tested(number: number, attack: string, ...places: readonly string[]): Answer {
  return { number, attack, tests: places.map(placeOf), note: undefined };
}

/** What the tests leave open, or where else it is shown. */
export function withNote(answer: Answer, note: string): Answer {
  return { ...answer, note };
}

/** Nothing to test, because of that. */
export function apart(number: number, attack: string, note: string): Answer {
  return { number, attack, tests: [], note };
}

/** A test in a text such as `e2e/discovery: says exactly what is offered`. */
export function placeOf(text: string): Place {
  const [file = '', ...rest] = text.split(': ');
  const folder = file.startsWith('packages/') ? '' : 'test/';
  return { file: `${folder}${file}.test.ts`, name: rest.join(': ') };
}
