/** How much is measured. */
export interface Plan {
  readonly name: 'quick' | 'full';
  /** Logins of each server before anything is measured: its code becomes cheaper on the way. */
  readonly warmUp: number;
  /** How often everything else is done before it is measured. */
  readonly rehearsals: number;
  /** How often each operation is measured. */
  readonly rounds: number;
  /** Logins that wait for their persons at once while servers warm up, and how many are measured in a round. */
  readonly atOnce: number;
  /** Logins that begin in a second while they are measured. */
  readonly perSecond: number;
  readonly logins: number;
  /** Requests of the other kinds in a round. */
  readonly backchannel: number;
  readonly polls: number;
  readonly fetches: number;
  readonly growth: {
    readonly rows: readonly number[];
    readonly pending: readonly number[];
    readonly replicas: readonly number[];
    readonly rounds: number;
    readonly logins: number;
  };
}

/** How often one person is called at most: a fifth time in five minutes would be the last. */
const CALLS = 4;

/** How many persons it takes, so that nobody is called too often. */
export function peopleOf({ backchannel, rehearsals, rounds }: Plan): number {
  return Math.ceil((backchannel * (rehearsals + rounds)) / CALLS);
}

/** For figures: about 25 minutes. */
export const FULL: Plan = {
  name: 'full',
  warmUp: 2_500,
  rehearsals: 2,
  rounds: 5,
  atOnce: 90,
  perSecond: 45,
  logins: 400,
  backchannel: 50,
  polls: 250,
  fetches: 1_500,
  growth: {
    rows: [10_000, 100_000, 1_000_000],
    pending: [10, 100, 1_000, 10_000],
    replicas: [1, 2, 3],
    rounds: 3,
    logins: 300,
  },
};

/** For whoever works on the code: about two minutes, and only roughly right. */
export const QUICK: Plan = {
  name: 'quick',
  warmUp: 200,
  rehearsals: 1,
  rounds: 1,
  atOnce: 40,
  perSecond: 20,
  logins: 120,
  backchannel: 48,
  polls: 120,
  fetches: 300,
  growth: { rows: [10_000], pending: [10, 1_000], replicas: [1, 2], rounds: 1, logins: 60 },
};
