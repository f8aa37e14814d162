/** How much is measured. */
export interface Plan {
  readonly name: 'quick' | 'full';
  /** Logins at each server before the measurements: code becomes cheaper with use. */
  readonly warmUp: number;
  /** The number of times that all other operations run before they are measured. */
  readonly warmUpRounds: number;
  /** How often each operation is measured. */
  readonly rounds: number;
  /** Parallel logins during the warm-up. */
  readonly atOnce: number;
  /** Logins that begin each second during measurements. */
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
  /** The management API with little and with much in its database. */
  readonly management: {
    readonly small: { readonly applications: number; readonly events: number };
    readonly large: { readonly applications: number; readonly events: number };
    readonly rounds: number;
    /** Requests of each kind in a round, and changes. */
    readonly requests: number;
    readonly changes: number;
  };
}

/** The limit of calls to one person: the service refuses the sixth in five minutes. */
const CALLS = 4;

/** The number of persons that keeps calls within the limit. */
export function peopleOf({ backchannel, warmUpRounds, rounds }: Plan): number {
  return Math.ceil((backchannel * (warmUpRounds + rounds)) / CALLS);
}

/** For figures: about 25 minutes. */
export const FULL: Plan = {
  name: 'full',
  warmUp: 2_500,
  warmUpRounds: 2,
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
  management: {
    small: { applications: 100, events: 100 },
    large: { applications: 10_000, events: 10_000_000 },
    rounds: 10,
    requests: 150,
    changes: 20,
  },
};

/** For development: about two minutes, with rough figures. */
export const QUICK: Plan = {
  name: 'quick',
  warmUp: 200,
  warmUpRounds: 1,
  rounds: 1,
  atOnce: 40,
  perSecond: 20,
  logins: 120,
  backchannel: 48,
  polls: 120,
  fetches: 300,
  growth: { rows: [10_000], pending: [10, 1_000], replicas: [1, 2], rounds: 1, logins: 60 },
  management: {
    small: { applications: 100, events: 100 },
    large: { applications: 1_000, events: 100_000 },
    rounds: 3,
    requests: 100,
    changes: 5,
  },
};
