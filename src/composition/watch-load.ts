import { eventLoopLag, type Overload, watchOverload } from '../adapters/admission/overload.ts';
import type { State } from './open-state.ts';

/** How much this process has to do. */
export interface Load extends Overload {
  close(): void;
}

/** By how long it keeps everybody waiting, and whether there is a connection to the database for each tenant. */
export function watchLoad({ pool }: Pick<State, 'pool'>): Load {
  const lag = eventLoopLag();
  const overload = watchOverload({ longestLag: lag.longest, isPoolFull: pool.isFull });
  return { ...overload, close: lag.close };
}
