import { Unavailable } from '../../domain/failure.ts';

/** The rights to something scarce, and the line of those who wait for one. */
export interface FairLine {
  /**
   * Waits for a right; answers how to give it up, once.
   * @throws {Unavailable} when too many of this party wait already, or it is not its turn in time
   */
  enter(party: string): Promise<() => void>;
  waiting(): number;
  /** Whether somebody waits because all rights are held. Who waits because its own party has its share does not count. */
  isFull(): boolean;
}

/** How much there is of everything. */
export interface FairLineSettings {
  /** What is scarce: `a connection to the database`. */
  readonly what: string;
  /** So many have the right at the same time. */
  readonly atOnce: number;
  /** So many of one party may wait. */
  readonly mostWaiting: number;
  readonly longestWaitMs: number;
}

/**
 * Whoever waits is called party by party, one of each: who sends many delays itself. No party has the last right while
 * there are several, so that the others are served even while what it does takes long.
 */
export function fairLine(settings: FairLineSettings): FairLine {
  const { what, atOnce, mostWaiting, longestWaitMs } = settings;
  const mostOfOne = Math.max(1, atOnce - 1);
  const held = new Map<string, number>();
  /** The party that is called next is the first. */
  const lines = new Map<string, Set<() => void>>();
  let heldByAll = 0;

  return {
    async enter(party) {
      if (mayHold(party)) take(party);
      else await called(party);
      return () => giveUp(party);
    },

    waiting: () => [...lines.values()].reduce((sum, { size }) => sum + size, 0),
    isFull: () => [...lines.keys()].some((party) => !hasItsShare(party)),
  };

  function mayHold(party: string): boolean {
    return heldByAll < atOnce && heldBy(party) < mostOfOne;
  }

  /** Of a single right nobody has a share: it is there for all. */
  function hasItsShare(party: string): boolean {
    return mostOfOne < atOnce && heldBy(party) === mostOfOne;
  }

  function heldBy(party: string): number {
    return held.get(party) ?? 0;
  }

  function take(party: string): void {
    heldByAll += 1;
    held.set(party, heldBy(party) + 1);
  }

  function giveUp(party: string): void {
    heldByAll -= 1;
    const left = (held.get(party) ?? 1) - 1;
    if (left > 0) held.set(party, left);
    else held.delete(party);
    callNext();
  }

  /** One right was given up: it is enough to call one. */
  function callNext(): void {
    for (const [party, line] of lines) {
      if (!mayHold(party)) continue;
      const [first] = line;
      lines.delete(party);
      if (first === undefined) continue;
      line.delete(first);
      if (line.size > 0) lines.set(party, line);
      take(party);
      first();
      return;
    }
  }

  function called(party: string): Promise<void> {
    const line = lines.get(party) ?? new Set();
    if (line.size >= mostWaiting) {
      throw new Unavailable(`too many wait for ${what}`);
    }
    lines.set(party, line);
    return new Promise((resolve, reject) => {
      const call = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        leave(party, call);
        reject(new Unavailable(`waited too long for ${what}`));
      }, longestWaitMs);
      line.add(call);
    });
  }

  function leave(party: string, call: () => void): void {
    const line = lines.get(party);
    line?.delete(call);
    if (line?.size === 0) lines.delete(party);
  }
}
