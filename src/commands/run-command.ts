import { parseArgs } from 'node:util';

import { SchemaMismatch } from '../adapters/postgres/schema-version.ts';
import { suggestion } from '../domain/closest-name.ts';
import { type CallText, ownCallText } from './call-text.ts';
import {
  type Command,
  fail,
  faultText,
  listOf,
  type Option,
  type Options,
  print,
  UsageError,
  type Values,
} from './command.ts';

const UNDEFINED_TABLE = '42P01';
const HELP: Option = { short: 'h', help: 'this text' };

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
