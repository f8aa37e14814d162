import { setTimeout as sleep } from 'node:timers/promises';

import { choose } from '../people/random.ts';
import { eachInTime, type FaultScenario } from './fault.ts';
import { untilHealthy } from './healthy.ts';

export const replicaBlocked: FaultScenario = {
  id: 'F24',
  title: "a replica's event loop is blocked for 0.5 to 5 s",
  expect: 'the others serve; it is alive and soon ready again',
  seconds: 20,
  async inject(injection) {
    const { environment, random, note } = injection;
    // The longest first, because it has the most effect.
    await eachInTime([5_000, 2_000, 500], injection, {
      named: (ms) => `${ms} ms`,
      async make(ms) {
        const replica = choose(environment.replicas, random);
        replica.sabotage('block', ms);
        await sleep(ms);
        if (!(await replica.isAlive())) {
          throw new Error(`${replica.name} was blocked and is not alive`);
        }
        note(`${replica.name} ${ms} ms: ready again after ${await untilHealthy(environment)} ms`);
      },
    });
  },
};
