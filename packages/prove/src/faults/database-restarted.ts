import { shuffle } from '../people/random.ts';
import { eachInTime, type FaultScenario, pause } from './fault.ts';
import { untilHealthy } from './healthy.ts';

const UNREACHABLE_MS = 3_000;

export const databaseRestarted: FaultScenario = {
  id: 'F4',
  title: 'PostgreSQL is restarted: at once, away for seconds, with and without a shutdown',
  expect:
    'no process ends; 503 while it is away; ready again within 2 s of its return; every pending login survives',
  seconds: 18,
  async inject(injection) {
    const { environment, random, signal, note } = injection;
    const outages = (['fast', 'immediate'] as const).flatMap((mode) =>
      [0, UNREACHABLE_MS * (0.5 + random())].map((away) => ({ mode, away })),
    );
    await eachInTime(shuffle(outages, random), injection, {
      named: ({ mode, away }) => `${mode}, ${Math.round(away)} ms`,
      async make({ mode, away }) {
        await environment.database.stop(mode);
        await pause(away, signal);
        await environment.database.start();
        note(
          `${mode}, ${Math.round(away)} ms: ready again after ${await untilHealthy(environment)} ms`,
        );
        await pause(1_000, signal);
      },
    });
  },
};
