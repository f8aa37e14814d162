import { ConfigurationProblems, type Problem } from '../configuration-problems.ts';
import type { ParsedYaml } from './parse-yaml.ts';
import { memberAt } from './yaml-values.ts';

/** The parts of the file that have a name of their own: the word for one, and the member that names it. */
const NAMED: Readonly<Record<string, readonly [word: string, member: string]>> = {
  tenants: ['tenant', 'id'],
  domains: ['domain', 'issuer'],
  eids: ['eid', 'eid'],
  applications: ['application', 'clientId'],
  webhooks: ['webhook', 'id'],
};
const NAME = /^[\x21-\x7e]{1,100}$/;

/** The same problems, each with its place in words: `tenant demo, application web, flows[0] (line 31, column 7)`. */
export function located(error: ConfigurationProblems, file: ParsedYaml): ConfigurationProblems {
  return new ConfigurationProblems(
    error.problems.map((problem) => ({ ...problem, place: placeOf(problem, file) })),
  );
}

function placeOf({ path }: Problem, { tree, positionOf }: ParsedYaml): string {
  const steps = stepsOf(path);
  const words: string[] = [];
  let rest = '';
  let value = tree;
  for (const [index, step] of steps.entries()) {
    value = stepInto(value, step);
    const name = nameOf(steps[index - 1], value);
    if (typeof step === 'number' && name !== undefined && isListOfTenant(steps, index)) {
      words.push(name);
      rest = '';
    } else {
      rest += typeof step === 'number' ? `[${step}]` : `${rest === '' ? '' : '.'}${step}`;
    }
  }
  const position = positionOf(steps);
  const place = [...words, ...(rest === '' ? [] : [rest])].join(', ');
  if (position === undefined) return place;
  const where = `line ${position.line}, column ${position.column}`;
  return place === '' ? where : `${place} (${where})`;
}

/** `tenants[0]`, or `tenants[0].applications[0]`: deeper lists of the same names are settings. */
function isListOfTenant(steps: readonly (string | number)[], index: number): boolean {
  return steps[0] === 'tenants' && (index === 1 || index === 3);
}

function nameOf(list: string | number | undefined, item: unknown): string | undefined {
  const [word, member] = (typeof list === 'string' ? NAMED[list] : undefined) ?? [];
  const name = member === undefined ? undefined : memberAt(item, member);
  return typeof name === 'string' && NAME.test(name) ? `${word} ${name}` : undefined;
}

function stepInto(value: unknown, step: string | number): unknown {
  if (typeof step === 'string') return memberAt(value, step);
  return Array.isArray(value) ? value[step] : undefined;
}

/** `a.b[0]` as `a`, `b`, 0. */
function stepsOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[]+/g)].map(([text, index]) =>
    index === undefined ? text : Number(index),
  );
}
