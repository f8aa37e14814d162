import { setTimeout } from 'node:timers/promises';
import type { Log } from '../../ports/log.ts';
import type { Clock, Sleep, Stopwatch } from '../../ports/runtime.ts';

/** The machine's clock. */
export const systemClock: Clock = () => new Date();

/** The machine's monotonic time. */
export const systemStopwatch: Stopwatch = () => {
  const startedAt = performance.now();
  return () => (performance.now() - startedAt) / 1000;
};

/** Waits in real time, and keeps no idle process alive. */
export const systemSleep: Sleep = (seconds) =>
  setTimeout(seconds * 1000, undefined, { ref: false });

/** Watches the difference between the machine's clock and the database's. */
export interface ClockWatch {
  /** To be called after each measurement. */
  check(): void;
  isFarOff(): boolean;
}

interface Deps {
  /** Seconds that the machine's clock is behind the database's; negative when it is ahead. */
  readonly secondsOff: () => number;
  readonly log: Log;
}

/** In seconds: logged as a warning, and too much for a code, which is valid for a minute on two machines. */
const NOTICEABLE = 10;
const FAR = 45;

/** Logs each change once, not each measurement. */
export function watchClock({ secondsOff, log }: Deps): ClockWatch {
  let reported: 'right' | 'off' | 'far off' = 'right';

  return {
    check() {
      const seconds = Math.round(secondsOff());
      const status = statusAt(Math.abs(seconds));
      if (status === reported) return;
      reported = status;
      if (status === 'far off') log.error('clock.far_off', { seconds });
      else if (status === 'off') log.warn('clock.off', { seconds });
      else log.info('clock.in_sync', { seconds });
    },
    isFarOff: () => reported === 'far off',
  };
}

function statusAt(seconds: number): 'right' | 'off' | 'far off' {
  if (seconds > FAR) return 'far off';
  return seconds > NOTICEABLE ? 'off' : 'right';
}
