import type { Log } from '../ports/log.ts';

/** Work behind the requests that comes round again and again: soon after it was called for, and now and then anyway. */
export interface Rounds {
  /** There is something to do: the next tick begins it, or the first one in so many. */
  call(ticks?: number): void;
  /** A second has passed. Never rejects. */
  tick(): void;
  /** When nothing is under way any more. */
  settled(): Promise<void>;
}

interface RoundsDeps {
  /** Of failures in a row the first is logged, as `<name>.failed`. */
  readonly name: string;
  /** The work; `another` begins one more round beside it. */
  readonly round: (another: () => void) => Promise<void>;
  /** Ticks after which it is done though nobody called: what a replica that died has left. */
  readonly every: number;
  /** Rounds at a time in this process. */
  readonly most: number;
  readonly log: Log;
}

/** The first tick begins the first round. A round that fails is called for again. */
export function makeRounds({ name, round, every, most, log }: RoundsDeps): Rounds {
  const underWay = new Set<Promise<void>>();
  let ticksLeft = 0;
  let isTroubled = false;

  return {
    call,

    tick() {
      ticksLeft -= 1;
      if (ticksLeft > 0 || underWay.size === most) return;
      ticksLeft = every;
      begin();
    },

    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };

  function call(ticks = 1): void {
    ticksLeft = Math.min(ticksLeft, ticks);
  }

  function begin(): void {
    if (underWay.size === most) return;
    const run = runOnce().finally(() => underWay.delete(run));
    underWay.add(run);
  }

  async function runOnce(): Promise<void> {
    try {
      await round(begin);
      if (isTroubled) log.info(`${name}.goes_on`);
      isTroubled = false;
    } catch (cause) {
      call();
      if (!isTroubled) log.warn(`${name}.failed`, { cause: String(cause) });
      isTroubled = true;
    }
  }
}
