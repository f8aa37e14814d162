import { setTimeout as sleep } from 'node:timers/promises';

import { eachInTime, type FaultScenario, type Injection } from './fault.ts';
import {
  type ClientResponse,
  type HeadlessLogin,
  hasToken,
  reservedPerson,
  startHeadlessLogin,
  type TimedResponse,
  timed,
} from './headless-login.ts';

/** The delay of the other decision after the approval: 0, when either may win, and more, when the approval should. */
const LAGS_MS = [0, 0, 60, 400];
const POLLS = 12;
/** The spread of simultaneous actions. */
const SPREAD_MS = 40;
/** The service polls the eID every two seconds. */
const COLLECT_INTERVAL_MS = 2_100;
/** The lifetime of a request that is to expire: it is opened and collected before. */
const EXPIRY_SECONDS = 5;
const LATER_POLLS = 8;
const POLL_EVERY_MS = 1_100;

interface Race {
  readonly also: 'cancelled' | 'expired';
  readonly lagMs: number;
}

const RACES: readonly (readonly Race[])[] = [1, 2].map(() =>
  LAGS_MS.flatMap((lagMs) => [
    { also: 'cancelled', lagMs },
    { also: 'expired', lagMs },
  ]),
);

export const decisionsRace: FaultScenario = {
  id: 'F36',
  title:
    'a request is approved, cancelled by the application and expired at the same time, and polled at all replicas',
  expect:
    'exactly one of them counts: no token after a confirmed cancellation or a reported end, never two tokens; an approval that comes first yields one',
  seconds: 20,
  async inject(injection) {
    let tokens = 0;
    await eachInTime(RACES, injection, {
      named: (races) => `${races.length} races`,
      async make(races) {
        const ends = await Promise.all(races.map((one) => race(one, injection)));
        for (const [receivedAt, { also, lagMs }] of races.entries()) {
          injection.note(`approved and, ${lagMs} ms later, ${also}: ${ends[receivedAt]}`);
        }
        tokens += ends.filter((end) => end === 'token').length;
      },
    });
    if (tokens === 0) throw new Error('no approval came first');
  },
};

async function race({ also, lagMs }: Race, { environment, random }: Injection): Promise<string> {
  const expiresAt = Date.now() + EXPIRY_SECONDS * 1_000;
  const parameters = also === 'expired' ? { requested_expiry: `${EXPIRY_SECONDS}` } : {};
  const login = await startHeadlessLogin(environment, reservedPerson(random), { parameters });
  const order = await login.open();
  const soon = () => sleep(Math.floor(random() * SPREAD_MS));
  await sleep(also === 'expired' ? expiresAt - lagMs - Date.now() : COLLECT_INTERVAL_MS);
  const approving = soon()
    .then(() => login.approve(order))
    .catch(() => undefined);
  if (lagMs > 0) await approving;
  const ending = soon()
    .then(() => sleep(lagMs))
    .then(() => (also === 'cancelled' ? timed(() => login.cancel()) : undefined));
  const first = await Promise.all(
    Array.from({ length: POLLS }, () => soon().then(() => timed(() => login.poll()))),
  );
  const [ended] = await Promise.all([ending, approving]);
  const responses = [...first, ...(await pollToEnd(login))];
  const cancelled = ended?.status === 200 ? [ended] : [];
  validate(responses, [...responses.filter(isEnd), ...cancelled]);
  // The end is reported once; afterwards the request is unknown.
  const end = responses.find((one) => isEnd(one) && one.error !== 'invalid_grant');
  return responses.some(hasToken) ? 'token' : `${end?.error ?? 'nothing'}`;
}

function validate(responses: readonly TimedResponse[], ends: readonly TimedResponse[]): void {
  const tokens = responses.filter(hasToken);
  if (tokens.length > 1) throw new Error(`one request yielded tokens ${tokens.length} times`);
  const late = ends.find(({ receivedAt }) => tokens.some(({ sentAt }) => sentAt > receivedAt));
  if (late !== undefined)
    throw new Error(`a token was issued after ${late.error ?? 'the cancellation'}`);
}

async function pollToEnd(login: HeadlessLogin): Promise<readonly TimedResponse[]> {
  const responses: TimedResponse[] = [];
  for (let tries = 0; tries < LATER_POLLS; tries += 1) {
    await sleep(POLL_EVERY_MS);
    const response = await timed(() => login.poll());
    responses.push(response);
    if (hasToken(response) || response.error === 'invalid_grant') break;
  }
  return responses;
}

/** A response that is neither a token nor a reason to poll again. */
function isEnd({ status, error, body }: ClientResponse): boolean {
  const isPending = status >= 429 || error === 'authorization_pending' || error === 'slow_down';
  return !isPending && body.id_token === undefined;
}
