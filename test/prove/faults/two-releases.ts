import { join } from 'node:path';

import type { FaultScenario } from './fault.ts';
import { untilHealthy } from './healthy.ts';
import { pause } from './pause.ts';

const BESIDE_MS = 8_000;

export const twoReleases: FaultScenario = {
  id: 'F27',
  title: 'a replica of the previous release serves beside this one, on the migrated database',
  expect:
    'each serves what the other began; no request fails. Migrations run meanwhile change nothing',
  async inject({ world, signal, note }) {
    if (world.previousDist === undefined) {
      return note('no previous release at hand: only the migrations were run again');
    }
    const [replica] = world.replicas;
    await replica?.stop();
    await replica?.start({ program: join(world.previousDist, 'main.js') });
    await untilHealthy(world);
    note((await world.run('migrate.js')).trim());
    await pause(BESIDE_MS, signal);
    await replica?.stop();
    await replica?.start();
    await untilHealthy(world);
  },
};
