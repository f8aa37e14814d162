import { setTimeout as sleep } from 'node:timers/promises';

import { counted, type FaultScenario, type Injection } from './fault.ts';
import { type HeadlessLogin, reservedPerson, startHeadlessLogin } from './headless-login.ts';
import { untilHealthy } from './healthy.ts';

const MAX_PENDING = 5_000;
const STARTING_MS = 6_000;
const STARTS_AT_ONCE = 25;
/** Few requests for each poller, so that each request is polled several times a second. */
const POLLERS = 20;
const IDS_EACH = 2;
const SECONDS = 6;
/** The minimum between two polls that return the state (lifetimes.ts). */
const PACE_MS = 1_000;
/** Responses to a client that keeps the interval; a busy machine may return 503. */
const EXPECTED = /^400 authorization_pending|^503 /;

export const excessivePolling: FaultScenario = {
  id: 'F21',
  title:
    'as many pending requests as can be started in 6 s, up to 5,000; 40 of them are polled several times a second',
  expect:
    'fast polls get `slow_down` or 429: no state twice within a second; no effect on the other tenant',
  seconds: 17,
  async inject(injection) {
    const { environment, note, incomplete } = injection;
    const pending = await startMany(injection);
    const over = new AbortController();
    const polling = Array.from({ length: POLLERS }, (_, receivedAt) =>
      pollOn(pending.slice(receivedAt * IDS_EACH, (receivedAt + 1) * IDS_EACH), over.signal),
    );
    const others = await otherTenant(injection);
    over.abort();
    const polls = (await Promise.all(polling)).flat();
    const result = counted(polls.map((one) => one.result));
    note(`${pending.length} pending, ${polls.length} polls: ${result}`);
    note(`the other tenant: ${counted(others)}`);
    await untilHealthy(environment);
    validatePace(polls);
    if (!polls.some((one) => one.result === '400 slow_down')) incomplete('no poll was fast enough');
    const wrong = others.filter((each) => !EXPECTED.test(each));
    if (wrong.length > 0) throw new Error(`the other tenant got ${counted(wrong)}`);
  },
};

/** Excess starts are refused and leave no pending request. */
async function startMany({
  environment,
  random,
  signal,
}: Injection): Promise<readonly HeadlessLogin[]> {
  const pending: HeadlessLogin[] = [];
  const until = performance.now() + STARTING_MS;
  const starting = Array.from({ length: STARTS_AT_ONCE }, async () => {
    while (pending.length < MAX_PENDING && performance.now() < until && !signal.aborted) {
      const login = await startHeadlessLogin(environment, reservedPerson(random)).catch(
        () => undefined,
      );
      if (login !== undefined) pending.push(login);
    }
  });
  await Promise.all(starting);
  return pending;
}

/** One poll with its times. */
interface TimedResponse {
  readonly id: string;
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly result: string;
}

/** One poller: it polls a few requests in turn. */
async function pollOn(
  logins: readonly HeadlessLogin[],
  signal: AbortSignal,
): Promise<readonly TimedResponse[]> {
  const responses: TimedResponse[] = [];
  for (let poll = 0; !signal.aborted; poll += 1) {
    const login = logins[poll % logins.length];
    if (login === undefined) break;
    const sentAt = performance.now();
    const { status, error } = await login.poll();
    responses.push({
      id: login.id,
      sentAt,
      receivedAt: performance.now(),
      result: `${status} ${error}`,
    });
  }
  return responses;
}

/** No two polls return the state within the minimum interval. */
function validatePace(responses: readonly TimedResponse[]): void {
  const last = new Map<string, TimedResponse>();
  for (const one of responses.filter(({ result }) => result === '400 authorization_pending')) {
    const before = last.get(one.id);
    // The service processed both polls within this time.
    if (before !== undefined && one.receivedAt - before.sentAt < PACE_MS) {
      throw new Error(
        `two polls within ${Math.round(one.receivedAt - before.sentAt)} ms were both answered`,
      );
    }
    last.set(one.id, one);
  }
}

async function otherTenant({ environment, random }: Injection): Promise<readonly string[]> {
  const login = await startHeadlessLogin(environment, reservedPerson(random), {
    issuer: environment.otherIssuer,
  });
  const polls: string[] = [];
  for (let second = 0; second < SECONDS; second += 1) {
    const { status, error } = await login.poll();
    polls.push(`${status} ${error}`);
    await sleep(1_200);
  }
  await login.cancel();
  return polls;
}
