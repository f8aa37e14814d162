import { setTimeout as sleep } from 'node:timers/promises';

import type { FaultScenario, Injection } from './fault.ts';
import { hasToken, reservedPerson, startHeadlessLogin, timed } from './headless-login.ts';

/** The delay from the poll to the cancellation: before, during and after the eID's response. */
const CANCELLED_AFTER_MS = [0, 100, 300, 600, 1_100, 2_500];
const ANSWER_DELAY_MS = 1_000;
const MANY = 1_000;
/** The service polls the eID every two seconds. */
const COLLECT_INTERVAL_MS = 2_100;
const POLLS = 4;
const POLL_EVERY_MS = 1_100;

export const completionRepeated: FaultScenario = {
  id: 'F15',
  title:
    'the eID completes before, during and after a cancellation by the application; its responses are a second late',
  expect: 'a cancellation is final; each result counts once',
  seconds: 9,
  async inject(injection) {
    const { environment, note } = injection;
    await environment.simulator.orderFault({
      // Other logins that complete in this time are delayed, too.
      endpoint: 'collect',
      phase: 'after',
      when: 'complete',
      times: MANY,
      effect: { kind: 'delay', milliseconds: ANSWER_DELAY_MS },
    });
    const jobs = await Promise.all(CANCELLED_AFTER_MS.map((ms) => completeLate(ms, injection)));
    await environment.simulator.takeBackFaults();
    for (const round of jobs) note(round);
  },
};

/** The application cancels while the eID's response "complete" is delayed. */
async function completeLate(afterMs: number, { environment, random }: Injection): Promise<string> {
  const login = await startHeadlessLogin(environment, reservedPerson(random));
  const order = await login.open();
  await sleep(COLLECT_INTERVAL_MS);
  await login.approve(order);
  const collecting = timed(() => login.poll());
  await sleep(afterMs);
  const cancelled = await timed(() => login.cancel());
  const answers = [await collecting];
  for (let tries = 0; tries < POLLS; tries += 1) {
    await sleep(POLL_EVERY_MS);
    answers.push(await timed(() => login.poll()));
  }
  const tokens = answers.filter(hasToken);
  if (tokens.length > 1) throw new Error(`one request yielded tokens ${tokens.length} times`);
  // The delayed eID response cannot have counted before its delay was over. An earlier token is allowed.
  const isLate = tokens.some(({ sentAt }) => cancelled.receivedAt < sentAt + ANSWER_DELAY_MS);
  if (cancelled.status === 200 && isLate) {
    throw new Error('the eID completed after the cancellation, and the login yielded a token');
  }
  return `cancelled after ${afterMs} ms: ${cancelled.status}, ${tokens.length} tokens`;
}
