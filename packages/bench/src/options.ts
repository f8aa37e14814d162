import { FULL, type Plan, QUICK } from './plan.ts';

/** The options of `npm run bench`. */
export interface Options {
  readonly plan: Plan;
  /** Measure how cost grows, too. */
  readonly growth: boolean;
  /** Measure only the management API, with little and with much stored. */
  readonly management: boolean;
  /** Write the tables of docs/performance.md and its plots. */
  readonly writeDocs: boolean;
  /** Where the figures go. */
  readonly json: string;
  /** A folder for the profile of some more logins. */
  readonly profile: string | undefined;
  /** A file with an earlier result, to print instead of measuring. */
  readonly from: string | undefined;
}

export const USAGE = `usage: npm run bench -- [--quick] [--warm-up N] [--rounds N] [--no-growth] [--management] [--profile FOLDER] [--json FILE | --from FILE] [--write-docs]`;

const WITH_VALUE = ['--warm-up', '--rounds', '--profile', '--json', '--from'] as const;
const ALONE = ['--quick', '--no-growth', '--management', '--write-docs'] as const;

type WithValue = (typeof WITH_VALUE)[number];

/** Parses the arguments. @throws with the error in one line */
export function readOptions(args: readonly string[]): Options {
  const given = new Map<WithValue, string>();
  const flags = new Set<string>();
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const name = WITH_VALUE.find((known) => known === arg);
    if (name !== undefined) {
      given.set(name, wordAfter(name, args[at + 1]));
      at += 1;
    } else if (ALONE.some((known) => known === arg)) flags.add(arg);
    else throw new Error(`unknown argument "${arg}"; ${USAGE}`);
  }
  const plan = flags.has('--quick') ? QUICK : FULL;
  return {
    plan: {
      ...plan,
      warmUp: countIn(given, '--warm-up', { usual: plan.warmUp, smallest: 0 }),
      rounds: countIn(given, '--rounds', { usual: plan.rounds, smallest: 1 }),
    },
    growth: !flags.has('--no-growth'),
    management: flags.has('--management'),
    writeDocs: flags.has('--write-docs'),
    profile: given.get('--profile'),
    json: given.get('--json') ?? '.data/bench.json',
    from: given.get('--from'),
  };
}

function wordAfter(name: WithValue, value: string | undefined): string {
  if (value !== undefined && !value.startsWith('--')) return value;
  throw new Error(`${name} needs a value; ${USAGE}`);
}

function countIn(
  given: ReadonlyMap<WithValue, string>,
  name: WithValue,
  { usual, smallest }: { readonly usual: number; readonly smallest: number },
): number {
  const text = given.get(name);
  if (text === undefined) return usual;
  if (/^\d{1,5}$/.test(text) && Number(text) >= smallest) return Number(text);
  throw new Error(`${name} must be a whole number from ${smallest} to 99999, not "${text}"`);
}
