import { send } from '@eid-broker/testing/wire';
import type { ConnectionFault } from '../environment/connection-fault.ts';
import type { Environment } from '../environment/environment.ts';
import { shuffle } from '../people/random.ts';
import { eachInTime, type FaultScenario, pause } from './fault.ts';
import { untilHealthy } from './healthy.ts';

interface Shape {
  readonly fault: ConnectionFault;
  readonly ms: number;
}

const SHAPES: readonly Shape[] = [
  { fault: { kind: 'latency', ms: 100, spreadMs: 100 }, ms: 5_000 },
  { fault: { kind: 'latency', ms: 1_000, spreadMs: 1_000 }, ms: 5_000 },
  { fault: { kind: 'stall' }, ms: 8_000 },
  { fault: { kind: 'bandwidth', bytesPerSecond: 20_000 }, ms: 4_000 },
];
/** A request gets 503 after three seconds without the database; the rest is tolerance for a busy machine. */
const MAX_ANSWER_MS = 5_000;

export const databaseSlow: FaultScenario = {
  id: 'F6',
  title: 'PostgreSQL answers late, byte by byte, or not at all (no reset)',
  expect:
    'a response within three seconds, if necessary 503; the check allows five. Recovery with the next response',
  seconds: 25,
  async inject(injection) {
    const { environment, random, signal, note } = injection;
    await eachInTime(shuffle(SHAPES, random), injection, { named: nameOf, make });

    async function make({ fault, ms }: Shape): Promise<void> {
      const clearFaults = environment.databaseProxy.break({ fault });
      const [, slowest] = await Promise.all([pause(ms, signal), slowestAnswer(environment)]);
      clearFaults();
      const recovered = await untilHealthy(environment);
      note(
        `${nameOf({ fault, ms })}: slowest response ${slowest} ms, ready again after ${recovered} ms`,
      );
      if (slowest > MAX_ANSWER_MS) {
        throw new Error(
          `a request waited ${slowest} ms for a database with ${nameOf({ fault, ms })}`,
        );
      }
    }
  },
};

function nameOf({ fault }: Shape): string {
  return fault.kind === 'latency' ? `latency of ${fault.ms} ms` : fault.kind;
}

/** Sends each replica a request that needs the database. */
async function slowestAnswer(environment: Environment): Promise<number> {
  const since = performance.now();
  const { host } = new URL(environment.issuer);
  await Promise.all(
    environment.replicas.map(({ port }) =>
      send(port, { path: '/oauth2/userinfo', headers: { host, authorization: 'Bearer none' } }),
    ),
  );
  return Math.round(performance.now() - since);
}
