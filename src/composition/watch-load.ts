import { eventLoopLag } from '../adapters/system/event-loop-lag.ts';
import { type Overload, watchOverload } from '../adapters/system/overload.ts';
import type { State } from './open-state.ts';

/** How much this process has to do. */
export interface Load extends Overload {
  close(): void;
}

/** By how long it keeps everybody waiting, and how many wait for the database. */
export function watchLoad({ pool }: Pick<State, 'pool'>): Load {
  const lag = eventLoopLag();
  const overload = watchOverload({ longestLag: lag.longest, waiting: () => pool.waitingCount });
  return { ...overload, close: lag.close };
}
