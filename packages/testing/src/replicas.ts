/** A new, empty store as several replicas of the service see it, each over connections of its own. */
export interface Replicas<Port> {
  readonly replicas: readonly [Port, ...Port[]];
  close(): Promise<void>;
}

/** Makes one; the clock is the test's. */
export type OpenReplicas<Port> = (clock: () => Date) => Promise<Replicas<Port>>;
