import { send } from '../../support/wire.ts';
import type { LineFault } from '../world/line-fault.ts';
import type { World } from '../world/world.ts';
import { shuffle } from './choose.ts';
import type { FaultScenario } from './fault.ts';
import { untilHealthy } from './healthy.ts';
import { pause } from './pause.ts';

const SHAPES: readonly { readonly fault: LineFault; readonly ms: number }[] = [
  { fault: { kind: 'latency', ms: 100, spreadMs: 100 }, ms: 6_000 },
  { fault: { kind: 'latency', ms: 1_000, spreadMs: 1_000 }, ms: 6_000 },
  { fault: { kind: 'stall' }, ms: 10_000 },
  { fault: { kind: 'bandwidth', bytesPerSecond: 20_000 }, ms: 5_000 },
];
/** The time-outs of connecting and of a statement, and a little for a busy machine. */
const LONGEST_ANSWER_MS = 9_000;

export const databaseSlow: FaultScenario = {
  id: 'F6',
  title: 'PostgreSQL answers late, in drips, or not at all (no reset)',
  expect:
    'every request is answered within the time-outs, with 503 if it must be; nothing piles up',
  seconds: 32,
  async inject({ world, random, signal, note }) {
    for (const { fault, ms } of shuffle(SHAPES, random)) {
      if (signal.aborted) return;
      const mend = world.databaseLine.break({ fault });
      const [, slowest] = await Promise.all([pause(ms, signal), slowestAnswer(world)]);
      mend();
      const recovered = await untilHealthy(world);
      note(`${fault.kind}: slowest answer ${slowest} ms, ready again after ${recovered} ms`);
      if (slowest > LONGEST_ANSWER_MS) {
        throw new Error(`a request waited ${slowest} ms for a database with ${fault.kind}`);
      }
    }
  },
};

/** Asks each replica for something that needs the database. */
async function slowestAnswer(world: World): Promise<number> {
  const since = performance.now();
  const { host } = new URL(world.issuer);
  await Promise.all(
    world.replicas.map(({ port }) =>
      send(port, { path: '/oauth2/userinfo', headers: { host, authorization: 'Bearer none' } }),
    ),
  );
  return Math.round(performance.now() - since);
}
