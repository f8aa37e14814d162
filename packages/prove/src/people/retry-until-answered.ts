import type { WireAnswer } from '@eid-broker/testing/wire';

import type { Runtime } from './runtime.ts';

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 3_000;
const TRIES = 20;

/**
 * Does a step that may be done twice until it is answered: again after a broken connection, a 5xx or a 429, each time
 * later. Answers the last answer; undefined when none ever came.
 */
export async function retryUntilAnswered(
  { pause, isOver }: Pick<Runtime, 'pause' | 'isOver'>,
  step: () => Promise<WireAnswer | undefined>,
): Promise<WireAnswer | undefined> {
  let answer: WireAnswer | undefined;
  for (let tries = 0; tries < TRIES && !isOver(); tries += 1) {
    answer = await step();
    if (answer !== undefined && !isUnavailable(answer)) return answer;
    await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries));
  }
  return answer;
}

/** Whether it says that nothing was done now, and may be later. */
export function isUnavailable({ status }: Pick<WireAnswer, 'status'>): boolean {
  return status >= 500 || status === 429;
}
