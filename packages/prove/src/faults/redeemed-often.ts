import { setTimeout as sleep } from 'node:timers/promises';

import { basic, codeFields, postToken } from '@eid-broker/testing/token-endpoint';

import { newCode } from './code-login.ts';
import type { FaultScenario, Injection } from './fault.ts';
import {
  type ClientResponse,
  nextAddress,
  reservedPerson,
  startHeadlessLogin,
} from './headless-login.ts';
import { repeatWhileBusy } from './repeat-while-busy.ts';

const CODES = 1_000;
const REQUESTS = 200;
const AT_ONCE = 25;

export const redeemedOften: FaultScenario = {
  id: 'F20',
  title: 'one code redeemed 1,000 times, one headless request 200 times, at once over all replicas',
  expect: 'exactly one gets tokens; all others get `invalid_grant`',
  seconds: 12,
  async inject(injection) {
    await redeemRequest(injection);
    await redeemCode(injection);
  },
};

async function redeemRequest(injection: Injection): Promise<void> {
  const { environment, random, note } = injection;
  const person = reservedPerson(random);
  const login = await repeatWhileBusy(() => startHeadlessLogin(environment, person), note);
  await login.approve(await login.open());
  // After the collect interval, the first poll collects.
  await sleep(3_000);
  const poll = async () => (await login.poll()).body;
  validate('a headless request', await many(poll, REQUESTS, injection), note);
}

async function redeemCode(injection: Injection): Promise<void> {
  const { environment, random, note } = injection;
  const person = reservedPerson(random);
  const code = await repeatWhileBusy(() => newCode(environment, person), note);
  const stage = { issuer: environment.issuer, port: environment.front.port };
  const web = basic('web', environment.clients.secret);
  const redeem = async () => {
    const headers = { ...web, 'x-forwarded-for': nextAddress() };
    return (await postToken(stage, codeFields(code), headers)).body;
  };
  validate('a code', await many(redeem, CODES, injection), note);
}

/** Makes `times` calls, `AT_ONCE` in parallel. */
async function many<T>(
  call: () => Promise<T>,
  times: number,
  { signal, incomplete }: Injection,
): Promise<readonly T[]> {
  const answers: T[] = [];
  do {
    answers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, call))));
  } while (answers.length < times && !signal.aborted);
  if (answers.length < times) incomplete(`sent ${answers.length} of ${times} times`);
  return answers;
}

function validate(
  what: string,
  answers: readonly ClientResponse['body'][],
  note: Injection['note'],
): void {
  const tokens = answers.filter(({ id_token: token }) => token !== undefined);
  const errors = answers.filter(({ id_token: token }) => token === undefined);
  const kinds = [...new Set(errors.map(({ error }) => String(error)))].sort();
  note(`${what}: ${tokens.length} of ${answers.length} got tokens, the rest ${kinds.join(', ')}`);
  if (tokens.length > 1) throw new Error(`${what} yielded tokens ${tokens.length} times`);
  // Under this load the eID's response may be late, and the poll reports that.
  const isLost = tokens.length === 0 && answers.length > 0 && kinds.join() === 'invalid_grant';
  if (isLost) throw new Error(`${what} yielded no tokens at all`);
}
