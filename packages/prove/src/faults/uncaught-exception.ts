import { setTimeout as sleep } from 'node:timers/promises';
import type { Replica } from '../environment/replica.ts';
import { choose } from '../people/random.ts';
import type { FaultScenario } from './fault.ts';
import { reviveAll, untilHealthy } from './healthy.ts';

const ENDED_MS = 6_000;
const CHECK_EVERY_MS = 100;

export const uncaughtException: FaultScenario = {
  id: 'F40',
  title: 'an unhandled rejection; an exception outside of any request',
  expect: 'logged; the process stops within seconds, for a restart; no wrong response',
  seconds: 6,
  async inject({ environment, random, note }) {
    for (const what of ['reject', 'throw'] as const) {
      const replica = choose(environment.replicas, random);
      const from = replica.lines.length;
      replica.sabotage(what);
      const goesOn = !(await ends(replica));
      note(`${what}: the process ${goesOn ? 'continues' : 'exited'}`);
      const output = replica.lines.slice(from).join('\n');
      if (!/prove: an (?:unhandled|uncaught)/.test(output))
        throw new Error(`${what} was not logged`);
      await reviveAll(environment);
      await untilHealthy(environment);
    }
  },
};

/** A failing replica may answer for a moment before it exits. */
async function ends(replica: Replica): Promise<boolean> {
  for (let waited = 0; waited < ENDED_MS; waited += CHECK_EVERY_MS) {
    if (replica.pid === undefined) return true;
    await sleep(CHECK_EVERY_MS);
  }
  return false;
}
