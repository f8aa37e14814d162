import { parseArgs } from 'node:util';

import { SchemaMismatch } from '../adapters/postgres/schema-version.ts';
import { suggestion } from '../domain/closest-name.ts';
import { type CallText, ownCallText } from './call-text.ts';

/** An option of a command: a flag, or with a `value` (`URL`, `FILE`) one that takes a value. */
export interface Option {
  readonly value?: string;
  readonly required?: boolean;
  /** Where to get a value: part of the error when the option is missing. */
  readonly hint?: string;
  readonly short?: string;
  readonly help: string;
}

type Options = Readonly<Record<string, Option>>;

type Values<O extends Options> = {
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

const UNDEFINED_TABLE = '42P01';
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const HELP: Option = { short: 'h', help: 'this text' };
/** Between two lines of progress: a shorter command writes none. */
const PROGRESS_SECONDS = 5;

/** Infers the types of a command's options and operand. */
export function defineCommand<const O extends Options, const Operand extends string = string>(
  command: Command<O, Operand>,
): Command<O, Operand> {
  return command;
}

/** Parses the arguments, runs the command or prints its help, and sets the exit code. Never rejects. */
export async function runCommand(
  name: string,
  command: Command,
  args: readonly string[],
): Promise<void> {
  const { env } = process;
  try {
    const call = parse(name, command, args);
    if (call === 'help') print(helpOf(name, command));
    else process.exitCode = await command.run({ ...call, env });
  } catch (error) {
    fail(errorText(name, command, error), command.failureCode);
  }
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

function parse(name: string, command: Command, args: readonly string[]) {
  const options: Options = { ...command.options, help: HELP };
  const { tokens, values, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([key, { value, short }]) => [
        key,
        {
          type: value === undefined ? ('boolean' as const) : ('string' as const),
          ...(short === undefined ? {} : { short }),
        },
      ]),
    ),
    // The faults are worded here: Node's own words quote values, which may be personal numbers.
    strict: false,
    tokens: true,
  });
  const faults = tokens.flatMap((token) =>
    token.kind === 'option' ? (optionFault(token, options) ?? []) : [],
  );
  if (faults.length === 0 && values.help) return 'help';
  if (faults.length === 0) {
    faults.push(...operandFaults(command, positionals), ...missingOptions(command, values));
  }
  if (faults.length > 0) throw new UsageError([...faults, usageOf(name, command)].join('\n'));
  const flags = Object.entries(options).filter(([, { value }]) => value === undefined);
  const unset = Object.fromEntries(flags.map(([key]) => [key, false]));
  return {
    options: { ...unset, ...values } as Values<Options>,
    operand: positionals[0] ?? '',
  };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function optionFault(token: OptionToken, options: Options): string | undefined {
  const { name, rawName, value, inlineValue = false } = token;
  if (!Object.hasOwn(options, name)) {
    const names = Object.keys(options).map((key) => `--${key}`);
    return `unknown option ${rawName}${suggestion(rawName, names)}`;
  }
  const placeholder = options[name]?.value;
  if (placeholder === undefined) {
    return value === undefined ? undefined : `${rawName} takes no value`;
  }
  const isMissing = value === undefined || (!inlineValue && value.startsWith('--'));
  return isMissing ? `${rawName} needs a value: ${rawName} ${placeholder}` : undefined;
}

function operandFaults(
  { operand, isOperandOptional = false }: Command,
  [first, ...others]: readonly string[],
): string[] {
  if (operand === undefined) return first === undefined ? [] : ['unexpected argument'];
  const names = operandNames(operand);
  if (first === undefined) return isOperandOptional ? [] : [`${names.join('|')} is missing`];
  if (others.length > 0) return [`only one ${names.join('|')} is expected`];
  if (typeof operand === 'string' || names.includes(first)) return [];
  return [`unknown command ${first}${suggestion(first, names)}`];
}

function missingOptions({ options }: Command, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(options)
    .filter(([key, { required }]) => required && values[key] === undefined)
    .map(([key, { hint }]) => `--${key} is required${hint === undefined ? '' : `. ${hint}`}`);
}

function usageOf(name: string, command: Command): string {
  const options = Object.entries(command.options).map(([key, option]) =>
    option.required ? spelled(key, option) : `[${spelled(key, option)}]`,
  );
  const operand = command.operand === undefined ? [] : operandNames(command.operand).join('|');
  const shown = command.isOperandOptional ? `[${operand}]` : operand;
  const texts = [shown, options].flat();
  return `usage: ${ownCallText(name)(name, texts)}`;
}

function helpOf(name: string, command: Command): string {
  const { operand = '', options, description } = command;
  const choices = typeof operand === 'string' ? [] : Object.entries<string>(operand);
  const flags = Object.entries({ ...options, help: HELP }).map(
    ([key, option]) => [spelled(key, option), option.help] as const,
  );
  const blocks = [choices, flags].filter(({ length }) => length > 0).map(listOf);
  return [usageOf(name, command), description, ...blocks].join('\n\n');
}

/** Two columns: names, and their texts, which may have several lines. */
export function listOf(entries: readonly (readonly [name: string, text: string])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  const indent = ' '.repeat(width + 4);
  return entries
    .map(([name, text]) => `  ${name.padEnd(width)}  ${text.replaceAll('\n', `\n${indent}`)}`)
    .join('\n');
}

function operandNames(operand: string | Readonly<Record<string, string>>): readonly string[] {
  return typeof operand === 'string' ? [operand] : Object.keys(operand);
}

function spelled(name: string, { value }: Option): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function errorText(name: string, command: Command, error: unknown): string {
  if (error instanceof UsageError) return error.message;
  const callText = ownCallText(name);
  const { code } = error as { readonly code?: unknown };
  if (code === UNDEFINED_TABLE) {
    return `the database misses a migration: ${remedyOf('behind', callText)}`;
  }
  const text = faultText(error, process.env);
  const ownText = command.failureText?.(error, text) ?? text;
  if (!(error instanceof SchemaMismatch)) return ownText;
  return `${ownText}: ${remedyOf(error.kind, callText)}`;
}

function remedyOf(kind: SchemaMismatch['kind'], callText: CallText): string {
  if (kind === 'behind') return `run ${callText('migrate')} first`;
  return `create an empty database, then run ${callText('migrate')} and ${callText('apply', ['FILE'])}`;
}

/** The error text of a process that cannot go on: the bare message, or the stack when the variable DEBUG is set. */
export function faultText(error: unknown, { DEBUG }: Readonly<NodeJS.ProcessEnv>): string {
  const { message, code, stack } = error as Partial<NodeJS.ErrnoException>;
  return (DEBUG && stack) || message || code || 'unknown reason';
}
