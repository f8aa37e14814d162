import { reset } from '../../support/faults.ts';
import type { FaultScenario } from './fault.ts';
import { pause } from './pause.ts';

const TIMES = 5;
const MOST_MS = 10_000;

export const eidAnswerLost: FaultScenario = {
  id: 'F14',
  title: 'the eID completes, and its answer is lost on the way (reset)',
  expect: 'it is given once: those logins end as `server_error`, never as a denial or a token',
  async inject({ world, signal, note }) {
    const lost = { endpoint: 'collect', phase: 'after', when: 'complete', effect: reset } as const;
    await world.simulator.orderFault({ ...lost, times: TIMES });
    await pause(MOST_MS, signal);
    await world.simulator.takeBackFaults();
    note(`up to ${TIMES} final answers`);
  },
};
