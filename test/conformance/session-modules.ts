import { setTimeout } from 'node:timers/promises';

import { expect } from '@jest/globals';

import { type Completed, logIn, refused } from './complete.ts';
import { begin, newPerson, visit } from './relying-party.ts';
import type { Modules } from './run-plan.ts';
import type { Stage } from './stage.ts';

/** The errors that the suite accepts without a session. */
const NEEDS_A_PERSON = [
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
];

/** The modules of a second request by the same browser. */
export function sessionModules(stage: () => Stage): Modules {
  return {
    async 'oidcc-prompt-login'() {
      const [first, second] = await twice(stage(), () => ({ prompt: 'login' }), 1100);
      expectAnew(first, second);
    },

    async 'oidcc-max-age-1'() {
      const [first, second] = await twice(stage(), () => ({ max_age: '1' }), 2100);
      expectAnew(first, second);
    },

    async 'oidcc-prompt-none-not-logged-in'() {
      const { broker, rp } = stage();
      const state = 'abcdefgh'.repeat(16);
      const arrival = await visit(broker, begin(rp, { prompt: 'none', state }));
      const answer = refused(arrival);
      expect(NEEDS_A_PERSON).toContain(answer.error);
      expect([answer.state, arrival.usedEid]).toEqual([state, false]);
    },

    async 'oidcc-prompt-none-logged-in'() {
      const [first, second] = await twice(stage(), () => ({ prompt: 'none' }), 1100);
      expectTheSame(first, second);
    },

    async 'oidcc-id-token-hint'() {
      const idTokenHint = ({ idToken }: Completed) => ({ prompt: 'none', id_token_hint: idToken });
      const [first, second] = await twice(stage(), idTokenHint, 1100);
      expectTheSame(first, second);
    },

    async 'oidcc-max-age-10000'() {
      const [first, second] = await twice(stage(), () => ({ max_age: '10000' }), 1100);
      expectTheSame(first, second);
    },
  };
}

/** Several persons, because the number of silent logins of one person is limited. */
const PEOPLE = [
  '198803272395',
  '197211212381',
  '198508052381',
  '196911292032',
  '194608212389',
  '199104152393',
];
let used = 0;

/** Logs in, pauses, and sends a second request with the same browser. */
async function twice(
  { broker, rp }: Stage,
  extra: (first: Completed) => Readonly<Record<string, string>>,
  waitMs: number,
): Promise<readonly [Completed, Completed]> {
  const person = newPerson(PEOPLE[used % PEOPLE.length]);
  used += 1;
  // Without max_age a token may lack `auth_time`.
  const first = await logIn(broker, rp, { person, extra: { max_age: '15000' } });
  await setTimeout(waitMs);
  return [first, await logIn(broker, rp, { person, extra: extra(first) })];
}

function expectAnew(first: Completed, second: Completed): void {
  expect(second.usedEid).toBe(true);
  expect(second.claims.sub).toBe(first.claims.sub);
  expect(Number(second.claims.auth_time)).toBeGreaterThan(Number(first.claims.auth_time));
}

function expectTheSame(first: Completed, second: Completed): void {
  expect(second.usedEid).toBe(false);
  expect(second.claims.sub).toBe(first.claims.sub);
  // Without max_age the token may lack `auth_time`.
  const { auth_time = first.claims.auth_time } = second.claims;
  expect(auth_time).toBe(first.claims.auth_time);
}
