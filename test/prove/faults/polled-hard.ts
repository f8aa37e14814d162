import { setTimeout as sleep } from 'node:timers/promises';

import { counted } from './counted.ts';
import type { FaultScenario, Injection } from './fault.ts';
import { type HeadlessLogin, personOfOurs, startHeadlessLogin } from './headless-login.ts';
import { untilHealthy } from './healthy.ts';

const PENDING = 100;
const AT_ONCE = 10;
const SECONDS = 6;
/** What a client hears that asks at the right pace; a busy machine may have to say 503. */
const PATIENT = /^400 authorization_pending|^503 /;

export const polledHard: FaultScenario = {
  id: 'F21',
  title: '100 pending requests, each polled twice a second by its client',
  expect: 'too fast a poll hears `slow_down`, or 429; the other tenant is served as before',
  async inject(injection) {
    const { world, random, signal, note } = injection;
    const pending: HeadlessLogin[] = [];
    while (pending.length < PENDING && !signal.aborted) {
      const start = () => startHeadlessLogin(world, personOfOurs(random));
      pending.push(...(await Promise.all(Array.from({ length: AT_ONCE }, start))));
    }
    const told: (string | undefined)[] = [];
    const polling = pending.map(async (login) => {
      for (let poll = 0; poll < 2 * SECONDS; poll += 1) {
        const { status, error } = await login.poll();
        told.push(`${status} ${error}`);
        await sleep(400 + 200 * random());
      }
    });
    const others = await otherTenant(injection);
    await Promise.all(polling);
    note(`${counted(told)}; the other tenant: ${counted(others)}`);
    await Promise.all(pending.map((login) => login.cancel()));
    await untilHealthy(world);
    const wrong = others.filter((each) => !PATIENT.test(each));
    if (wrong.length > 0) throw new Error(`the other tenant heard ${counted(wrong)}`);
  },
};

async function otherTenant({ world, random }: Injection): Promise<readonly string[]> {
  const login = await startHeadlessLogin(world, personOfOurs(random), world.otherIssuer);
  const told: string[] = [];
  for (let second = 0; second < SECONDS; second += 1) {
    const { status, error } = await login.poll();
    told.push(`${status} ${error}`);
    await sleep(1_200);
  }
  await login.cancel();
  return told;
}
