import type { Environment } from '../environment/environment.ts';
import { shuffle } from '../people/random.ts';
import { callsOf } from './eid-calls.ts';
import { eachInTime, type FaultScenario, type Injection, pause } from './fault.ts';
import { untilHealthy } from './healthy.ts';

const UNREACHABLE_MS = 6_000;
/** Time for requests in progress. */
const SETTLING_MS = 500;

export const eidUnreachable: FaultScenario = {
  id: 'F10',
  title: 'the eIDs refuse connections; the name of one is unknown; it resolves late',
  expect:
    'logins stay pending, pages name the unreachable eID; an answer that arrives meanwhile ends as `server_error`; no denial; the replicas stay ready. Without name resolution the last addresses apply',
  seconds: 21,
  async inject(injection) {
    const { environment, random, signal, note } = injection;
    const ways = shuffle(['refused', 'unknown', 'slow'] as const, random);
    await eachInTime(ways, injection, { named: String, make: makeUnreachable });
    await untilHealthy(environment);

    async function makeUnreachable(how: 'refused' | 'unknown' | 'slow'): Promise<void> {
      const clearFaults =
        how === 'refused' ? refuse(environment) : await spoilNames(environment, how);
      await pause(SETTLING_MS, signal);
      const before = await callsOf(environment);
      await pause(UNREACHABLE_MS, signal);
      const calls = (await callsOf(environment)) - before;
      await assertReady(injection);
      await clearFaults();
      note(`${how === 'refused' ? how : `name ${how}`}: ${calls} calls succeeded`);
      // A failed name lookup has no effect: the service keeps the last addresses.
      if (calls > 0 && how === 'refused')
        throw new Error('the eID was unreachable, and a call succeeded');
    }
  },
};

function refuse({ eidProxy, pagesProxy }: Environment): () => Promise<void> {
  const fault = { kind: 'refuse' } as const;
  const clearFaults = [eidProxy, pagesProxy].map((proxy) => proxy.break({ fault }));
  return async () => {
    for (const clear of clearFaults) clear();
  };
}

async function spoilNames(
  { replicas, eidProxy }: Environment,
  how: 'unknown' | 'slow',
): Promise<() => Promise<void>> {
  await Promise.all(replicas.map((replica) => replica.spoilNames(how)));
  // Open connections need no name resolution.
  eidProxy.cut();
  return async () => {
    await Promise.all(replicas.map((replica) => replica.spoilNames('works')));
  };
}

/** One unreachable eID does not make a replica unready. */
async function assertReady({ environment }: Injection): Promise<void> {
  const ready = await Promise.all(environment.replicas.map((replica) => replica.isReady()));
  if (!ready.every((each) => each)) throw new Error('a replica is not ready without the eID');
}
