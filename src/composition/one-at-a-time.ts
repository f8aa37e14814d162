import type { Log } from '../ports/log.ts';

/** Work that comes round again and again. */
export interface Recurring {
  /** Begins it, unless it is still under way. Never rejects. */
  begin(): void;
  /** When what is under way is over. */
  settled(): Promise<void>;
}

/** Never twice at a time in this process; of failures in a row the first is logged, as `<name>.failed`. */
export function oneAtATime(name: string, work: () => Promise<unknown>, log: Log): Recurring {
  let running: Promise<void> | undefined;
  let isTroubled = false;

  async function run(): Promise<void> {
    try {
      await work();
      if (isTroubled) log.info(`${name}.goes_on`);
      isTroubled = false;
    } catch (cause) {
      if (!isTroubled) log.warn(`${name}.failed`, { cause: String(cause) });
      isTroubled = true;
    }
  }

  return {
    begin() {
      running ??= run().finally(() => {
        running = undefined;
      });
    },
    settled: async () => running,
  };
}
