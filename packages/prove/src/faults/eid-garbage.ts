import type { Effect } from '@eid-broker/eid-simulators/bankid/rp-api/faults';
import { anyBody } from '@eid-broker/testing/simulator-faults';

import { shuffle } from '../people/random.ts';
import { spoilAnswers, spoilPages } from './eid-calls.ts';
import { eachInTime, type FaultScenario, NotInjected, pause } from './fault.ts';
import { untilHealthy } from './healthy.ts';

/** The largest body that the simulator accepts as an order for a fault. */
const HUGE = 1_000_000;

const ANSWERS: Readonly<Record<string, Effect>> = {
  'an empty body': anyBody(200, ''),
  'a truncated document': anyBody(200, '{"orderRef":"131daac9-16c6-4618-beb0-365768f37288","sta'),
  'an array': anyBody(200, '[]'),
  'a number': anyBody(200, '1e999'),
  'deeply nested': anyBody(200, '{"a":'.repeat(50_000)),
  'a megabyte': anyBody(200, 'x'.repeat(HUGE)),
  'a prototype': anyBody(200, '{"__proto__":{"status":"complete"},"constructor":1}'),
  'an unknown hint': { kind: 'answer', members: { hintCode: 'userDances' } },
  'an unknown status': { kind: 'answer', members: { status: 'perhaps' } },
  'wrong types': { kind: 'answer', members: { status: 7, hintCode: [], orderRef: {} } },
  'another order': {
    kind: 'answer',
    members: { orderRef: '00000000-0000-4000-8000-000000000000' },
  },
};
/** At an eID with pages of its own. */
const AT_PAGES = [
  { endpoint: 'token', effect: { kind: 'garbage' } },
  { endpoint: 'token', effect: { kind: 'not-a-jwt' } },
  { endpoint: 'token', effect: { kind: 'foreign-key' } },
  { endpoint: 'userinfo', effect: { kind: 'garbage' } },
  { endpoint: 'par', effect: { kind: 'garbage' } },
] as const;
const TIMES_AT_PAGES = 2;
const TIMES = 8;
const EACH_MS = 1_500;

export const eidGarbage: FaultScenario = {
  id: 'F13',
  title:
    'the eIDs send invalid responses: truncated, huge, of the wrong type, unknown values, flipped bytes',
  expect:
    'ignored: logins stay pending, no denial, no memory growth; an exchange with one ends as `server_error`',
  seconds: 20,
  async inject(injection) {
    const { environment, random, signal, note, incomplete } = injection;
    let spoiled = 0;
    const pagesFaults = AT_PAGES.map((fault) => ({ ...fault, times: TIMES_AT_PAGES }));
    const atPages = await spoilPages(injection, pagesFaults, () =>
      eachInTime(shuffle(Object.entries(ANSWERS), random), injection, {
        named: ([name]) => name,
        async make([name, effect]) {
          const fault = { ...notAttempted(effect), times: TIMES, effect };
          const answers = await spoilAnswers(injection, fault, EACH_MS);
          if (answers === 0) incomplete(`${name}: no call to the eID in this time`);
          note(`${name}: ${answers} answers`);
          spoiled += answers;
        },
      }),
    );
    note(`at the eID with pages of its own: ${atPages} answers`);
    if (spoiled === 0) throw new NotInjected('no call to the eID in this time');
    if (signal.aborted) return incomplete('no bytes were flipped');
    const clearFaults = environment.eidProxy.break({
      fault: { kind: 'garbage', afterBytes: 3_000 },
    });
    await pause(EACH_MS, signal);
    clearFaults();
    environment.eidProxy.cut();
    await untilHealthy(environment);
  },
};

/** The order stays open, so a later collect succeeds. */
function notAttempted({ kind }: Effect) {
  return kind === 'answer'
    ? ({ endpoint: 'collect', phase: 'after', when: 'pending' } as const)
    : ({ endpoint: 'collect', phase: 'before' } as const);
}
