import { choose } from './choose.ts';
import type { FaultScenario } from './fault.ts';
import { untilHealthy } from './healthy.ts';
import { pause } from './pause.ts';

/** What a replica is wrong by from its start. */
const SKEWS_MS = [30_000, -30_000];
/** What its clock jumps by while it works. */
const STEPS_MS = [-10_000, 1_000];
const EACH_MS = 8_000;

export const clocksWrong: FaultScenario = {
  id: 'F17',
  title:
    "one replica's clock is wrong by 30 s and 5 min; a clock steps back 10 s and over a leap second",
  expect:
    'nobody notices: what expires, expires by the time of the database. The times inside tokens are the machine’s, so clocks that are minutes wrong are not served (docs/operations.md: NTP)',
  async inject({ world, random, signal, note }) {
    const replica = choose(world.replicas, random);
    for (const skew of SKEWS_MS) {
      if (signal.aborted) break;
      await replica.stop();
      await replica.start({ variables: { SKEW_MS: String(skew) } });
      await untilHealthy(world);
      note(`${replica.name} started ${skew / 1000} s wrong`);
      await pause(EACH_MS, signal);
    }
    await replica.stop();
    await replica.start();
    await untilHealthy(world);
    for (const step of STEPS_MS) {
      if (signal.aborted) break;
      await replica.skew(step);
      note(`${replica.name} stepped by ${step / 1000} s`);
      await pause(EACH_MS, signal);
    }
    await replica.skew(0);
  },
};
