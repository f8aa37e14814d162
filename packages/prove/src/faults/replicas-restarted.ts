import { setTimeout as sleep } from 'node:timers/promises';

import type { Replica } from '../environment/replica.ts';
import { eachInTime, type FaultScenario } from './fault.ts';
import { untilHealthy } from './healthy.ts';

const MAX_MS = 15_000;
/** A stopping replica serves for some seconds, until the load balancer notices. */
const NOT_READY_MS = 500;

export const replicasRestarted: FaultScenario = {
  id: 'F2',
  title: 'rolling restart by SIGTERM (F19 has two more)',
  expect: 'not ready, then the last responses, then exit within 15 s; no request fails',
  seconds: 20,
  async inject(injection) {
    const { environment, note } = injection;
    await eachInTime(environment.replicas, injection, {
      named: ({ name }) => name,
      async make(replica) {
        note(`${replica.name}: exited after ${await stop(replica)} ms`);
        await replica.start();
        await untilHealthy(environment);
      },
    });
  },
};

async function stop(replica: Replica): Promise<number> {
  const since = performance.now();
  const stopping = replica.stop();
  await sleep(NOT_READY_MS);
  const isStillReady = await replica.isReady();
  const code = await stopping;
  const took = Math.round(performance.now() - since);
  if (isStillReady) throw new Error(`${replica.name} was still ready after SIGTERM`);
  if (code !== 0) throw new Error(`${replica.name} ended with ${code} on SIGTERM`);
  if (took > MAX_MS) throw new Error(`${replica.name} took ${took} ms to end on SIGTERM`);
  return took;
}
