/** State read at the end of a run: the database's rows and the logs of the replicas. */
export interface Facts {
  readonly attempts: readonly StoredAuthentication[];
  readonly events: readonly StoredEvent[];
  /** The faults of the event chain. */
  readonly chainFaults: readonly string[];
  /** Known secrets and personal numbers found in a log. */
  readonly leaks: readonly { readonly where: string; readonly what: string }[];
  /** Exits of replicas that no fault caused. */
  readonly unexpectedExits: readonly string[];
  /** Rows beyond their retention, by table. */
  readonly overdueRows: Readonly<Record<string, number>>;
}

/** An attempt, reduced to its ending. */
export interface StoredAuthentication {
  readonly id: string;
  readonly state: 'pending' | 'identified' | 'ended';
  readonly why: string | undefined;
}

/** A row of the event log. */
export interface StoredEvent {
  readonly authenticationId: string;
  /** The claim of that name in a token of this authentication. */
  readonly sessionindex: string;
  readonly clientId: string;
  readonly outcome: string;
}

/** For checks of a history alone. */
export const NO_FACTS: Facts = {
  attempts: [],
  events: [],
  chainFaults: [],
  leaks: [],
  unexpectedExits: [],
  overdueRows: {},
};
