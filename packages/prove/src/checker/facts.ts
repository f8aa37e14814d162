/** What is read when everything has come to rest: the database's rows, and the logs of the replicas. */
export interface Facts {
  readonly attempts: readonly StoredAttempt[];
  readonly events: readonly StoredEvent[];
  /** Where the chain of events is broken. */
  readonly chainFaults: readonly string[];
  /** Known secrets and personal numbers that stand in a log. */
  readonly leaks: readonly { readonly where: string; readonly what: string }[];
  /** Replicas that ended though nobody ended them. */
  readonly deaths: readonly string[];
  /** Rows that ought to have been purged, by table. */
  readonly overdueRows: Readonly<Record<string, number>>;
}

/** An attempt, of which only its ending is told. */
export interface StoredAttempt {
  readonly id: string;
  readonly state: 'pending' | 'identified' | 'ended';
  readonly why: string | undefined;
}

/** An event of the log of outcomes. */
export interface StoredEvent {
  readonly authenticationId: string;
  /** The claim of that name in a token of this authentication. */
  readonly sessionindex: string;
  readonly clientId: string;
  readonly outcome: string;
}

/** When nothing could be read: a history alone is checked. */
export const NO_FACTS: Facts = {
  attempts: [],
  events: [],
  chainFaults: [],
  leaks: [],
  deaths: [],
  overdueRows: {},
};
