import { setTimeout } from 'node:timers/promises';

import type { Sleep } from '../../ports/sleep.ts';

/** Waits in real time; keeps no process alive that has nothing else to do. */
export const systemSleep: Sleep = (seconds) =>
  setTimeout(seconds * 1000, undefined, { ref: false });
