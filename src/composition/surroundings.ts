import type { Environment } from '../config/environment/environment.ts';
import type { Log } from '../ports/log.ts';
import type { Clock, NewId } from '../ports/runtime.ts';

/** What the process gives the service. */
export interface Runtime {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** How many lines the log has given up; absent: it gives up none. */
  readonly droppedLogLines?: () => number;
  /** Whether the machine's own clock, which the library goes by, is wrong; absent: it is right. */
  readonly isClockFarOff?: () => boolean;
}
