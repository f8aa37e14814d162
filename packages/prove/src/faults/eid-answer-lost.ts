import { reset } from '@eid-broker/testing/simulator-faults';
import { spoilAnswers, spoilPages } from './eid-calls.ts';
import { type FaultScenario, NotInjected } from './fault.ts';

const TIMES = 5;
/** The code is redeemed, and its response is lost. */
const AT_PAGES = [{ endpoint: 'token', times: 3, effect: { kind: 'lost' } }] as const;
const MAX_MS = 8_000;

export const eidAnswerLost: FaultScenario = {
  id: 'F14',
  title: 'the eIDs complete, and the response is lost (reset)',
  expect:
    'the result is sent once: those logins end as `server_error`, never as a denial or a token',
  seconds: 9,
  async inject(injection) {
    const lost = { endpoint: 'collect', phase: 'after', when: 'complete', effect: reset } as const;
    let answers = 0;
    const atPages = await spoilPages(injection, AT_PAGES, async () => {
      answers = await spoilAnswers(injection, { ...lost, times: TIMES }, MAX_MS);
    });
    injection.note(`${answers} final responses; ${atPages} of the eID with pages of its own`);
    if (answers < TIMES) injection.incomplete(`lost ${answers} of ${TIMES} responses`);
    if (answers === 0) throw new NotInjected('no login finished in this time');
  },
};
