import { choose } from '../people/random.ts';
import { type FaultScenario, pause } from './fault.ts';
import { untilHealthy } from './healthy.ts';

/** Longer than the lease to poll the eID (10 s). */
const FROZEN_MS = 15_000;

export const replicaFrozen: FaultScenario = {
  id: 'F3',
  title: 'a replica is frozen for 15 s (SIGSTOP) and continues',
  expect: 'its leases end, the others work; its late writes have no effect',
  seconds: 21,
  async inject({ environment, random, signal, note, incomplete }) {
    const replica = choose(environment.replicas, random);
    replica.signal('SIGSTOP');
    note(replica.name);
    await pause(FROZEN_MS, signal);
    if (signal.aborted) incomplete('continued too early');
    replica.signal('SIGCONT');
    note(`ready again after ${await untilHealthy(environment)} ms`);
  },
};
