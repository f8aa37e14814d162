import type { Effect } from '../../../src/simulators/bankid/rp-api/faults.ts';
import { anyBody, error } from '../../support/faults.ts';
import { shuffle } from './choose.ts';
import { type FaultScenario, NotInjected } from './fault.ts';
import { spoilAnswers } from './spoil-answers.ts';

const MANY = 1_000;
const EACH_MS = 4_000;

/** As BankID answers in trouble, and as what stands before it does. */
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

export const eidErrors: FaultScenario = {
  id: 'F11',
  title: 'the eID answers 500, 503, 408, 429 with Retry-After, 502 from a proxy',
  expect: 'pending stays pending until its deadline; the eID is asked at most every two seconds',
  seconds: 22,
  async inject(injection) {
    const { world, random, signal, note } = injection;
    let spoiled = 0;
    for (const [name, effect] of shuffle(Object.entries(ANSWERS), random)) {
      if (signal.aborted) break;
      const before = await world.simulator.statistics();
      const fault = { endpoint: 'any', times: MANY, effect } as const;
      const answers = await spoilAnswers(injection, fault, EACH_MS);
      const after = await world.simulator.statistics();
      const fast = after.fastCollects - before.fastCollects;
      note(`${name}: ${answers} answers`);
      if (fast > 0) throw new Error(`${fast} collects came within a second of the last`);
      spoiled += answers;
    }
    if (spoiled === 0) throw new NotInjected('nobody asked the eID meanwhile');
  },
};
