import { send } from '@eid-broker/testing/wire';

import { counted, type FaultScenario, type Injection } from './fault.ts';
import { completeLogin, postAs } from './headless-login.ts';
import { untilHealthy } from './healthy.ts';

const AT_ONCE = 40;
const SHOUTING_MS = 6_000;
const MESSAGE = Buffer.from('x'.repeat(30_000)).toString('base64');
/** Parallel series of logins at the other tenant during the abuse. */
const ROWS = 3;
/** From RFC 5737: no other client has it. */
const ADDRESS = '203.0.113.30';
/** Longer than two windows of the limit of 3,000 requests of one address in 10 s. */
const FLOOD_MS = 21_000;
/** This number in that time exceeds the limit in one of the windows. */
const BEYOND = 9_500;

export const abusiveTenant: FaultScenario = {
  id: 'F30',
  title:
    'one tenant sends forty at a time, with messages of 40 kB; then as many as possible from one address',
  expect:
    'every login of the other tenant comes through, somewhat slower; the address gets 429 with `Retry-After`',
  seconds: 20,
  async inject(injection) {
    const { environment, random, note } = injection;
    const before = await completeLogin(environment, random);
    const until = performance.now() + SHOUTING_MS;
    const shouting = repeated(until, injection, () => shout(injection));
    const rows = Array.from({ length: ROWS }, () => loginsUntil(until, injection));
    const during = (await Promise.all(rows)).flat();
    note(counted(await shouting));
    const slowest = Math.max(...during);
    note(`a login of the other tenant took ${before} ms before`);
    note(`${during.length} logins during the abuse all succeeded, in ${slowest} ms at most`);
    await flood(injection);
    await untilHealthy(environment);
  },
};

/** Forty at a time, until then. */
async function repeated<T>(
  until: number,
  { signal }: Injection,
  call: () => Promise<T>,
): Promise<readonly T[]> {
  const response: T[] = [];
  const row = async () => {
    while (performance.now() < until && !signal.aborted) response.push(await call());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, row));
  return response;
}

async function shout({ environment }: Injection): Promise<string> {
  const fields = {
    scope: 'openid',
    acr_values: 'urn:grn:authn:se:bankid',
    login_hint: `action:sign message:${MESSAGE}`,
  };
  const { status, error } = await postAs(
    environment,
    '/headless/authorize',
    fields,
    environment.otherIssuer,
  );
  return `${status} ${error ?? ''}`.trim();
}

/** Throws when a login fails. */
async function loginsUntil(
  until: number,
  { environment, random }: Injection,
): Promise<readonly number[]> {
  const times: number[] = [];
  do times.push(await completeLogin(environment, random));
  while (performance.now() < until);
  return times;
}

/** Past the load balancer, which is slower than the service. */
async function flood(injection: Injection): Promise<void> {
  const { environment, note, incomplete } = injection;
  const headers = { host: new URL(environment.otherIssuer).host, 'x-forwarded-for': ADDRESS };
  const path = '/.well-known/openid-configuration';
  let sent = 0;
  let limited: string | undefined;
  const since = performance.now();
  const call = async () => {
    const { port } = environment.replicas[sent % environment.replicas.length] ?? environment.front;
    sent += 1;
    const answer = await send(port, { path, headers });
    if (answer.status === 429) limited ??= String(answer.headers['retry-after']);
  };
  while (limited === undefined && performance.now() - since < FLOOD_MS) {
    if (injection.signal.aborted) break;
    await Promise.all(Array.from({ length: AT_ONCE }, call));
  }
  note(`${sent} requests from one address; 429 with Retry-After: ${limited ?? 'never'}`);
  if (limited !== undefined && !/^\d+$/.test(limited)) throw new Error('429 without Retry-After');
  if (limited !== undefined) return;
  if (sent > BEYOND) throw new Error(`${sent} requests from one address, and no 429`);
  incomplete(`the limit of an address: this machine could send only ${sent} requests`);
}
