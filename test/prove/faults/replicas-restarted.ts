import type { FaultScenario } from './fault.ts';
import { untilHealthy } from './healthy.ts';

const MOST_ROUNDS = 10;
const MOST_MS = 15_000;

export const replicasRestarted: FaultScenario = {
  id: 'F2',
  title: 'rolling restart by SIGTERM, up to ten times',
  expect: 'not ready first, then the last answers, then gone within 15 s; no request fails',
  seconds: 20,
  async inject({ world, signal, note }) {
    for (let round = 1; round <= MOST_ROUNDS && !signal.aborted; round += 1) {
      for (const replica of world.replicas) {
        const since = performance.now();
        const code = await replica.stop();
        const took = performance.now() - since;
        await replica.start();
        await untilHealthy(world);
        if (code !== 0) throw new Error(`${replica.name} ended with ${code} on SIGTERM`);
        if (took > MOST_MS) throw new Error(`${replica.name} took ${took} ms to end on SIGTERM`);
        if (signal.aborted) break;
      }
      note(`round ${round}`);
    }
  },
};
