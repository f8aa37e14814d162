/** The answer to one attack of the list. */
export interface Answer {
  readonly number: number;
  readonly attack: string;
  /** The tests of this attack; empty when a note gives the reason. */
  readonly tests: readonly Place[];
  /** The reason for the missing tests, a gap of the tests, or a reference. */
  readonly note: string | undefined;
}

/** A test or a group of tests: its file and its title, optionally after the titles of its groups. */
export interface Place {
  readonly file: string;
  readonly name: string;
}

/** An answer with tests, such as `e2e/discovery: lists exactly the offered features`. */
export function tested(number: number, attack: string, ...places: readonly string[]): Answer {
  return { number, attack, tests: places.map(placeOf), note: undefined };
}

/** Adds a note about a gap of the tests or about other evidence. */
export function withNote(answer: Answer, note: string): Answer {
  return { ...answer, note };
}

/** An answer without tests, for the given reason. */
export function withoutTest(number: number, attack: string, note: string): Answer {
  return { number, attack, tests: [], note };
}

/** The test that a text such as `e2e/discovery: lists exactly the offered features` names. */
export function placeOf(text: string): Place {
  const [file = '', ...rest] = text.split(': ');
  const folder = file.startsWith('packages/') ? '' : 'test/';
  return { file: `${folder}${file}.test.ts`, name: rest.join(': ') };
}
