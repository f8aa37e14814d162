import type { World } from '../world/world.ts';
import { shuffle } from './choose.ts';
import type { FaultScenario, Injection } from './fault.ts';
import { untilHealthy } from './healthy.ts';
import { pause } from './pause.ts';

const AWAY_MS = 8_000;

export const eidAway: FaultScenario = {
  id: 'F10',
  title: 'the eID refuses connections; its name is unknown; its name is found late',
  expect:
    'logins stay pending, pages say which eID cannot be reached; nobody is denied; the replicas stay ready',
  async inject(injection) {
    const { world, random, signal, note } = injection;
    for (const how of shuffle(['refused', 'unknown', 'slow'] as const, random)) {
      if (signal.aborted) break;
      const mend = how === 'refused' ? refuse(world) : await spoilNames(world, how);
      await pause(AWAY_MS, signal);
      await assertReady(injection);
      await mend();
      note(how === 'refused' ? 'refused' : `name ${how}`);
    }
    await untilHealthy(world);
  },
};

function refuse({ eidLine }: World): () => Promise<void> {
  const mend = eidLine.break({ fault: { kind: 'refuse' } });
  return async () => mend();
}

async function spoilNames(
  { replicas, eidLine }: World,
  how: 'unknown' | 'slow',
): Promise<() => Promise<void>> {
  await Promise.all(replicas.map((replica) => replica.spoilNames(how)));
  // Connections that are open need no name.
  eidLine.cut();
  return async () => {
    await Promise.all(replicas.map((replica) => replica.spoilNames('works')));
  };
}

/** One eID that is away is no reason to take a replica out. */
async function assertReady({ world }: Injection): Promise<void> {
  const ready = await Promise.all(world.replicas.map((replica) => replica.isReady()));
  if (!ready.every((each) => each)) throw new Error('a replica is not ready without the eID');
}
