import type { WireAnswer } from '@eid-broker/testing/wire';

import type { Runtime } from './runtime.ts';

const FIRST_PAUSE_MS = 300;
const MAX_PAUSE_MS = 3_000;
const TRIES = 20;

/**
 * Repeats an idempotent step after a broken connection, a 5xx or a 429, with growing pauses. Returns the last response;
 * undefined when there was none.
 */
export async function retryUntilAnswered(
  { pause, isOver }: Pick<Runtime, 'pause' | 'isOver'>,
  step: () => Promise<WireAnswer | undefined>,
): Promise<WireAnswer | undefined> {
  let answer: WireAnswer | undefined;
  for (let tries = 0; tries < TRIES && !isOver(); tries += 1) {
    answer = await step();
    if (answer !== undefined && !isUnavailable(answer)) return answer;
    await pause(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries));
  }
  return answer;
}

/** Whether the response shows that nothing was done. */
export function isUnavailable({ status }: Pick<WireAnswer, 'status'>): boolean {
  return status >= 500 || status === 429;
}
