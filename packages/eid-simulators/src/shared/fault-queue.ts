/** Pending faults of an eID, in the order in which they were added. */
export interface FaultQueue<Fault extends Counted> {
  add(fault: Fault): void;
  /** The first fault that concerns a call, counted down. */
  take(concerns: (fault: Fault) => boolean): Fault | undefined;
  list(): readonly Fault[];
  /** Removes these faults; by default all. */
  clear(isMeant?: (fault: Fault) => boolean): void;
}

/** Anything that applies to a number of calls. */
export interface Counted {
  /** How many more calls it spoils. */
  readonly times: number;
}

/** No faults yet. */
export function makeFaultQueue<Fault extends Counted>(): FaultQueue<Fault> {
  let waiting: readonly Fault[] = [];
  return {
    add(fault) {
      waiting = [...waiting, fault];
    },
    take(concerns) {
      const fault = waiting.find(concerns);
      if (fault === undefined) return undefined;
      waiting = waiting
        .map((each) => (each === fault ? { ...each, times: each.times - 1 } : each))
        .filter((each) => each.times > 0);
      return fault;
    },
    list: () => waiting,
    clear(isMeant = () => true) {
      waiting = waiting.filter((each) => !isMeant(each));
    },
  };
}
