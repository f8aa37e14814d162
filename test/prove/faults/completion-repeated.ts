import { setTimeout as sleep } from 'node:timers/promises';

import type { FaultScenario, Injection } from './fault.ts';
import { personOfOurs, startHeadlessLogin } from './headless-login.ts';

const ROUNDS = 6;

export const completionRepeated: FaultScenario = {
  id: 'F15',
  title:
    'the eID completes while, before and after the application cancels; its answers come late and out of order',
  expect: 'what was cancelled stays so, whatever arrives later; one answer counts once',
  seconds: 18,
  async inject(injection) {
    for (let round = 0; round < ROUNDS && !injection.signal.aborted; round += 1) {
      await completeLate(injection);
      injection.note(`round ${round + 1}`);
    }
  },
};

/** The answer "complete" is under way while the application cancels. */
async function completeLate({ world, random }: Injection): Promise<void> {
  const login = await startHeadlessLogin(world, personOfOurs(random));
  const order = await login.open();
  await sleep(2_100);
  const delay = { kind: 'delay', milliseconds: 1_000 } as const;
  await world.simulator.orderFault({
    ...{ endpoint: 'collect', phase: 'after', when: 'complete' },
    effect: delay,
  });
  await login.approve(order);
  const collecting = login.poll();
  await sleep(300);
  const cancelled = await login.cancel();
  const answers = [await collecting];
  for (let tries = 0; tries < 4; tries += 1) {
    await sleep(1_100);
    answers.push(await login.poll());
  }
  await world.simulator.takeBackFaults();
  const tokens = answers.filter(({ body }) => body.id_token !== undefined);
  if (cancelled.status === 200 && tokens.length > 0) {
    throw new Error('the eID completed after the cancellation, and a token came of it');
  }
}
