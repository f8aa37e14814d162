/** An option of a command: a flag, or with a `value` (`URL`, `FILE`) one that takes a value. */
export interface Option {
  readonly value?: string;
  readonly required?: boolean;
  /** Where to get a value: part of the error when the option is missing. */
  readonly hint?: string;
  readonly short?: string;
  readonly help: string;
}

/** The options of a command, by name. */
export type Options = Readonly<Record<string, Option>>;

/** The parsed options: a text, or whether a flag is set. */
export type Values<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends { readonly value: string }
    ? O[Name] extends { readonly required: true }
      ? string
      : string | undefined
    : boolean;
};

/** A command of an operator, as `cli.ts` lists it. */
export interface Command<O extends Options = Options, Operand extends string = string> {
  readonly description: string;
  /** The one required argument that is not an option: its placeholder, or its choices with their help. */
  readonly operand?: string | Readonly<Record<Operand, string>>;
  /** The operand may be left out; it is empty then. */
  readonly isOperandOptional?: boolean;
  readonly options: O;
  /** The exit code of a run that fails; 1 if absent. */
  readonly failureCode?: number;
  /** Adds to the text of an error that `run` throws. */
  failureText?(error: unknown, text: string): string;
  /** Resolves to the exit code. */
  run(call: Call<O, Operand>): Promise<number>;
}

/** The parsed arguments of a command, and its environment. */
export interface Call<O extends Options, Operand extends string> {
  readonly options: Values<O>;
  /** Empty for a command without an operand. */
  readonly operand: Operand;
  readonly env: NodeJS.ProcessEnv;
}

/** The arguments are wrong: the message alone explains it. */
export class UsageError extends Error {}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Between two lines of progress: a shorter command writes none. */
const PROGRESS_SECONDS = 5;

/** Infers the types of a command's options and operand. */
export function defineCommand<const O extends Options, const Operand extends string = string>(
  command: Command<O, Operand>,
): Command<O, Operand> {
  return command;
}

/** Writes lines to standard output. */
export function print(lines: string | readonly string[]): void {
  process.stdout.write(`${[lines].flat().join('\n')}\n`);
}

/** Writes a line to standard error. */
export function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Ends the process with a text on standard error. */
export function fail(text: string, code = 1): void {
  process.stderr.write(`${text}\n`, () => process.exit(code));
}

/**
 * Writes the progress of a long command to standard error at intervals. Standard output has the result alone.
 */
export async function reportProgress<T>(
  describe: () => string,
  work: () => Promise<T>,
): Promise<T> {
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += PROGRESS_SECONDS;
    warn(`after ${seconds} s: ${describe()}`);
  }, PROGRESS_SECONDS * 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/**
 * Reads the value of an option that is a time in UTC.
 * @throws {UsageError}
 */
export function parseTime(option: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (TIME.test(text) && !Number.isNaN(time.getTime())) return time;
  throw new UsageError(`${option}: must be a time such as 2026-01-31T12:00:00Z`);
}

/** Two columns: names, and their texts, which may have several lines. */
export function listOf(entries: readonly (readonly [name: string, text: string])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  const indent = ' '.repeat(width + 4);
  return entries
    .map(([name, text]) => `  ${name.padEnd(width)}  ${text.replaceAll('\n', `\n${indent}`)}`)
    .join('\n');
}

/** The error text of a process that cannot go on: the bare message, or the stack when the variable DEBUG is set. */
export function faultText(error: unknown, { DEBUG }: Readonly<NodeJS.ProcessEnv>): string {
  const { message, code, stack } = error as Partial<NodeJS.ErrnoException>;
  return (DEBUG && stack) || message || code || 'unknown reason';
}
