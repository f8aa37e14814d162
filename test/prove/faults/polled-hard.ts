import { setTimeout as sleep } from 'node:timers/promises';

import { counted } from './counted.ts';
import type { FaultScenario, Injection } from './fault.ts';
import { type HeadlessLogin, personOfOurs, startHeadlessLogin } from './headless-login.ts';
import { untilHealthy } from './healthy.ts';

const MOST_PENDING = 5_000;
/** The eID ends orders that nobody opens after half a minute. */
const STARTING_MS = 12_000;
const STARTS_AT_ONCE = 25;
const POLLS_AT_ONCE = 60;
const SECONDS = 6;
/** What a client hears that asks at the right pace; a busy machine may have to say 503. */
const PATIENT = /^400 authorization_pending|^503 /;

export const polledHard: FaultScenario = {
  id: 'F21',
  title: 'as many pending requests as can be started in 12 s, up to 5,000, polled without a pause',
  expect: 'too fast a poll hears `slow_down`, or 429; the other tenant is served as before',
  seconds: 30,
  async inject(injection) {
    const { world, note } = injection;
    const pending = await startMany(injection);
    const over = new AbortController();
    const polling = Array.from({ length: POLLS_AT_ONCE }, (_, first) =>
      pollOn(pending, { first, signal: over.signal }),
    );
    const others = await otherTenant(injection);
    over.abort();
    const told = (await Promise.all(polling)).flat();
    note(`${pending.length} pending, ${told.length} polls: ${counted(told)}`);
    note(`the other tenant: ${counted(others)}`);
    await untilHealthy(world);
    const wrong = others.filter((each) => !PATIENT.test(each));
    if (wrong.length > 0) throw new Error(`the other tenant heard ${counted(wrong)}`);
  },
};

/** What is too much is refused, and is not pending then. */
async function startMany({ world, random, signal }: Injection): Promise<readonly HeadlessLogin[]> {
  const pending: HeadlessLogin[] = [];
  const until = performance.now() + STARTING_MS;
  const starting = Array.from({ length: STARTS_AT_ONCE }, async () => {
    while (pending.length < MOST_PENDING && performance.now() < until && !signal.aborted) {
      const login = await startHeadlessLogin(world, personOfOurs(random)).catch(() => undefined);
      if (login !== undefined) pending.push(login);
    }
  });
  await Promise.all(starting);
  return pending;
}

interface Turn {
  readonly first: number;
  readonly signal: AbortSignal;
}

/** One of those who poll: each asks for every so-many-th request, over and over. */
async function pollOn(
  pending: readonly HeadlessLogin[],
  { first, signal }: Turn,
): Promise<readonly string[]> {
  const told: string[] = [];
  for (let at = first; !signal.aborted; at += POLLS_AT_ONCE) {
    const answer = await pending[at % pending.length]?.poll();
    if (answer === undefined) break;
    told.push(`${answer.status} ${answer.error}`);
  }
  return told;
}

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
