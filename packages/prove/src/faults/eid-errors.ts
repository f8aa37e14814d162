import type { Effect } from '@eid-broker/eid-simulators/bankid/rp-api/faults';
import { anyBody, error } from '@eid-broker/testing/simulator-faults';

import { shuffle } from '../people/random.ts';
import { spoilAnswers, spoilPages } from './eid-calls.ts';
import { eachInTime, type FaultScenario, NotInjected } from './fault.ts';

const MANY = 1_000;
const EACH_MS = 3_500;
/** After consecutive failures the breaker pauses calls to the eID, so an unused error is tried once more. */
const TRIES = 2;

/** Errors of BankID, and of the proxies in front of it. */
const ANSWERS: Readonly<Record<string, Effect>> = {
  maintenance: error(503, 'maintenance'),
  'internal error': error(500, 'internalError'),
  'request time-out': error(408, 'requestTimeout'),
  'too many requests': {
    kind: 'error',
    status: 429,
    errorCode: 'tooManyRequests',
    headers: { 'retry-after': '5' },
  },
  'bad gateway': anyBody(502, '<html>Bad Gateway</html>', 'text/html'),
};

/** At each step with an eID of its own pages. */
const AT_PAGES = (['par', 'token', 'userinfo'] as const).map((endpoint) => ({
  endpoint,
  times: MANY,
  effect: { kind: 'status', status: 503 } as const,
}));

export const eidErrors: FaultScenario = {
  id: 'F11',
  title: 'the eIDs answer 500, 503, 408, 429 with Retry-After, 502 from a proxy',
  expect:
    'pending stays pending until its deadline; at most one eID call in two seconds; an exchange that fails ends as `server_error`',
  seconds: 22,
  async inject(injection) {
    const { environment, random, note, incomplete } = injection;
    let spoiled = 0;
    const before = await environment.simulator.statistics();
    const atPages = await spoilPages(injection, AT_PAGES, () =>
      eachInTime(shuffle(Object.entries(ANSWERS), random), injection, {
        named: ([name]) => name,
        async make([name, effect]) {
          const fault = { endpoint: 'any', times: MANY, effect } as const;
          let answers = 0;
          for (let tries = 0; tries < TRIES && answers === 0; tries += 1) {
            answers = await spoilAnswers(injection, fault, EACH_MS);
          }
          if (answers === 0) incomplete(`${name}: no call to the eID in this time`);
          note(`${name}: ${answers} answers`);
          spoiled += answers;
        },
      }),
    );
    note(`503 at the eID with pages of its own: ${atPages} answers`);
    const after = await environment.simulator.statistics();
    const fast = after.fastCollects - before.fastCollects;
    if (fast > 0) throw new Error(`${fast} collects came within a second of the last`);
    if (spoiled === 0) throw new NotInjected('no call to the eID in this time');
  },
};
