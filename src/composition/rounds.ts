import type { Log } from '../ports/log.ts';

/** Work behind the requests that comes round again and again: soon after it was called for, and now and then anyway. */
export interface BackgroundJob {
  /** There is something to do: the next tick begins it, or the one in so many, whatever is begun before. */
  call(ticks?: number): void;
  /** A second has passed. Never rejects. */
  tick(): void;
  /** When nothing is under way any more. */
  settled(): Promise<void>;
}

interface BackgroundJobDeps {
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
export function makeJob({ name, round, every, most, log }: BackgroundJobDeps): BackgroundJob {
  const underWay = new Set<Promise<void>>();
  /** Ticks at which there is something to do. A round does not forget those that lie further on. */
  const calls = new Set<number>();
  let now = 0;
  let looksAt = 0;
  let isTroubled = false;

  return {
    call,

    tick() {
      now += 1;
      const due = [...calls].filter((at) => at <= now);
      if ((due.length === 0 && looksAt > now) || underWay.size === most) return;
      for (const at of due) calls.delete(at);
      looksAt = now + every;
      begin();
    },

    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };

  function call(ticks = 1): void {
    calls.add(now + ticks);
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
