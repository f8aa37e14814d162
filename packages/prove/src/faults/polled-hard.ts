import { setTimeout as sleep } from 'node:timers/promises';

import { counted, type FaultScenario, type Injection } from './fault.ts';
import { type HeadlessLogin, personOfOurs, startHeadlessLogin } from './headless-login.ts';
import { untilHealthy } from './healthy.ts';

const MOST_PENDING = 5_000;
const STARTING_MS = 6_000;
const STARTS_AT_ONCE = 25;
/** Few requests for each who polls, so that every request is asked for several times a second. */
const POLLERS = 20;
const IDS_EACH = 2;
const SECONDS = 6;
/** Between two polls that both learn the state (lifetimes.ts). */
const PACE_MS = 1_000;
/** What a client hears that asks at the right pace; a busy machine may have to say 503. */
const PATIENT = /^400 authorization_pending|^503 /;

export const backchannelHard: FaultScenario = {
  id: 'F21',
  title:
    'as many pending requests as can be started in 6 s, up to 5,000; 40 of them are polled several times a second',
  expect:
    'fast polls get `slow_down` or 429: no state twice within a second; no effect on the other tenant',
  seconds: 17,
  async inject(injection) {
    const { world, note, unmade } = injection;
    const pending = await startMany(injection);
    const over = new AbortController();
    const polling = Array.from({ length: POLLERS }, (_, at) =>
      pollOn(pending.slice(at * IDS_EACH, (at + 1) * IDS_EACH), over.signal),
    );
    const others = await otherTenant(injection);
    over.abort();
    const told = (await Promise.all(polling)).flat();
    const said = counted(told.map((one) => one.said));
    note(`${pending.length} pending, ${told.length} polls: ${said}`);
    note(`the other tenant: ${counted(others)}`);
    await untilHealthy(world);
    validatePace(told);
    if (!told.some((one) => one.said === '400 slow_down')) unmade('nobody polled fast enough');
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

/** One poll, and when it was sent and answered. */
interface Heard {
  readonly id: string;
  readonly requested: number;
  readonly at: number;
  readonly said: string;
}

/** One of those who poll: a few requests, over and over. */
async function pollOn(
  logins: readonly HeadlessLogin[],
  signal: AbortSignal,
): Promise<readonly Heard[]> {
  const notified: Heard[] = [];
  for (let lease = 0; !signal.aborted; lease += 1) {
    const login = logins[lease % logins.length];
    if (login === undefined) break;
    const requested = performance.now();
    const { status, error } = await login.poll();
    notified.push({ id: login.id, requested, at: performance.now(), said: `${status} ${error}` });
  }
  return notified;
}

/** Nobody learns the state twice within the pace, however often they ask. */
function validatePace(notified: readonly Heard[]): void {
  const last = new Map<string, Heard>();
  for (const one of notified.filter(({ said }) => said === '400 authorization_pending')) {
    const before = last.get(one.id);
    // Whenever the two were judged, it was within this time.
    if (before !== undefined && one.at - before.requested < PACE_MS) {
      throw new Error(
        `two polls within ${Math.round(one.at - before.requested)} ms were both answered`,
      );
    }
    last.set(one.id, one);
  }
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
