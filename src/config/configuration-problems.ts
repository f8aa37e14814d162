import { ValidationError } from 'yup';

/** One problem and its place: a variable's name, or a path into the file. Never a secret. */
export interface Problem {
  readonly path: string;
  readonly message: string;
  /** The place in words, for people: replaces the path. */
  readonly place?: string;
}

/** All problems of a configuration. */
export class ConfigurationProblems extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(
      problems
        .map(({ path, place = path, message }) => (place ? `${place}: ${message}` : message))
        .join('\n'),
    );
    this.name = 'ConfigurationProblems';
    this.problems = problems;
  }
}

/**
 * Returns the results of both functions.
 * @throws {ConfigurationProblems} with the problems of both
 */
export function both<A, B>(one: () => A, other: () => B): readonly [A, B] {
  const problems: Problem[] = [];
  const [a, b] = [tryRead(one, problems), tryRead(other, problems)];
  if (a === undefined || b === undefined) throw new ConfigurationProblems(problems);
  return [a.value, b.value];
}

function tryRead<T>(read: () => T, problems: Problem[]): { readonly value: T } | undefined {
  try {
    return { value: read() };
  } catch (error) {
    if (!(error instanceof ConfigurationProblems)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
};

/** The problem of a file that cannot be read, with the system's error code. */
export function unreadable(error: unknown): string {
  return `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`;
}

/**
 * The problems that yup found, worded without values, which may be secrets.
 * @throws the error itself when it is not yup's
 */
export function problemsOf(error: unknown): Problem[] {
  if (!ValidationError.isError(error)) throw error;
  const single = error.inner.length > 0 ? error.inner : [error];
  // Unknown keys are found one by one elsewhere.
  const known = single.filter(({ type }) => type !== 'noUnknown');
  return known.map((one) => ({ path: one.path ?? '', message: textsOf(one) }));
}

function textsOf({ type, params, message, path }: ValidationError): string {
  switch (type) {
    case 'typeError':
      // The standard message quotes the value.
      if (!message.includes('the final value was')) return withoutPath(message, path);
      return `must be ${KINDS[String(params?.type)] ?? 'something else'}`;
    case 'optionality':
    case 'required':
      return 'is required';
    case 'nullable':
      return 'must not be empty';
    default:
      return withoutPath(message, path);
  }
}

function withoutPath(message: string, path: string | undefined): string {
  return path !== undefined && message.startsWith(`${path} `)
    ? message.slice(path.length + 1)
    : message;
}
