import { setTimeout as sleep } from 'node:timers/promises';

/** Waits so long, or until the time is over. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
