/** A new, empty store of several replicas, each with its own connections. */
export interface Replicas<Port> {
  readonly replicas: readonly [Port, ...Port[]];
  close(): Promise<void>;
}

/** Opens one with the test's clock. */
export type OpenReplicas<Port> = (clock: () => Date) => Promise<Replicas<Port>>;
