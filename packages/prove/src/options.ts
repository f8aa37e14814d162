import { parseArgs } from 'node:util';
import type { Wanted } from './environment/previous-release.ts';
import type { FaultScenario } from './faults/fault.ts';
import { SCENARIOS } from './faults/faults.ts';
import { PLANTS } from './plants/plants.ts';

/** The options of the command. */
export interface Options {
  readonly minutes: number;
  readonly seed: number;
  readonly people: number;
  readonly replicas: number;
  /** The faults named in the options, if any. */
  readonly faults: string | undefined;
  readonly scenarios: readonly FaultScenario[];
  /** The previous release; by default the command finds it. */
  readonly previous: Wanted;
  /** Bugs that are planted first. */
  readonly plants: readonly string[];
  /** The compiled service. */
  readonly dist: string;
  /** The folder of the report and the history. */
  readonly out: string;
}

/** The text of `--help`. */
export const USAGE = `npm run prove -- [options]
  --minutes N     the duration (1)
  --seed N        decides everything; the report names it (a new one)
  --people N      people that log in at the same time (40)
  --replicas N    replicas of the service (3)
  --faults LIST   F1,F4 …; none; all: fails when one cannot be injected here (F1,F4,F10,F20 below five minutes,
                  else all that can be injected)
  --previous-ref REF  the commit of the previous release, which is built (the one that docs/upgrading.md names)
  --previous DIR  the previous release, compiled
  --plant LIST    plants bugs that the checker must find: ${PLANTS.map(({ name }) => name).join(', ')}
  --dist DIR      proves another build of the service (dist)
  --out DIR       the folder of report.html and history.jsonl (.data/prove)
`;

/** An invalid option; the message is one line. */
export class WrongOption extends Error {}

/** Shorter runs have no time for every fault. */
const LONG_MINUTES = 5;
const SHORT_FAULTS = ['F1', 'F4', 'F10', 'F20'];

/** Parses the arguments. `newSeed` is the default seed. */
export function readOptions(texts: readonly string[], newSeed: () => number): Options {
  const given = parsed(texts);
  const minutes = numberOf('minutes', given.minutes ?? '1', { least: 0.1, most: 24 * 60 });
  const plants = listed(given.plant ?? '');
  const unknown = plants.find((name) => !PLANTS.some((plant) => plant.name === name));
  if (unknown !== undefined) throw new WrongOption(`--plant: unknown: ${unknown}`);
  return {
    minutes,
    seed:
      given.seed === undefined
        ? newSeed()
        : wholeNumberOf('seed', given.seed, { least: 0, most: 2 ** 32 - 1 }),
    people: wholeNumberOf('people', given.people ?? '40', { least: 1, most: 500 }),
    replicas: wholeNumberOf('replicas', given.replicas ?? '3', { least: 1, most: 9 }),
    faults: given.faults,
    previous: {
      ...(given.previous !== undefined && { dist: given.previous }),
      ...(given['previous-ref'] !== undefined && { ref: given['previous-ref'] }),
    },
    scenarios: scenariosOf(given.faults ?? (minutes < LONG_MINUTES ? SHORT_FAULTS.join() : 'all')),
    plants,
    dist: given.dist ?? 'dist',
    out: given.out ?? '.data/prove',
  };
}

/** The command that repeats the run. */
export function commandOf(options: Options): string {
  const { minutes, seed, people, replicas, faults, plants, dist, previous } = options;
  return [
    'npm run prove --',
    '--minutes',
    minutes,
    '--seed',
    seed,
    '--people',
    people,
    '--replicas',
    replicas,
    ...(faults === undefined ? [] : ['--faults', faults]),
    ...(previous.ref === undefined ? [] : ['--previous-ref', previous.ref]),
    ...(previous.dist === undefined ? [] : ['--previous', previous.dist]),
    ...(plants.length === 0 ? [] : ['--plant', plants.join()]),
    ...(dist === 'dist' ? [] : ['--dist', dist]),
  ].join(' ');
}

function parsed(texts: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    const options = {
      minutes: text,
      seed: text,
      people: text,
      replicas: text,
      faults: text,
      plant: text,
      dist: text,
      out: text,
      previous: text,
      'previous-ref': text,
    };
    return parseArgs({ args: [...texts], options }).values;
  } catch (error) {
    // Without the name of the error.
    throw new WrongOption(String(error).replace(/^[^:]*: /, ''));
  }
}

function scenariosOf(text: string): readonly FaultScenario[] {
  if (text === 'all') return SCENARIOS;
  if (text === 'none') return [];
  return listed(text).flatMap((id) => {
    const found = SCENARIOS.filter((scenario) => scenario.id === id);
    if (found.length === 0) throw new WrongOption(`--faults: ${id} cannot be injected`);
    return found;
  });
}

function listed(text: string): readonly string[] {
  return text.split(',').filter((text) => text !== '');
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

function wholeNumberOf(name: string, text: string, bounds: Bounds): number {
  const value = numberOf(name, text, bounds);
  if (!Number.isInteger(value)) throw new WrongOption(`--${name}: ${text} is not a whole number`);
  return value;
}

function numberOf(name: string, text: string, { least, most }: Bounds): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= least && value <= most) return value;
  throw new WrongOption(`--${name}: a number from ${least} to ${most}, not ${text}`);
}
