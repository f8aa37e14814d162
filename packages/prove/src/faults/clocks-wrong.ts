import { setTimeout as sleep } from 'node:timers/promises';

import { basic, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import type { Replica } from '../environment/replica.ts';
import { choose } from '../people/random.ts';
import { newCode } from './code-login.ts';
import { eachInTime, type FaultScenario, type Injection, pause } from './fault.ts';
import { reservedPerson } from './headless-login.ts';
import { untilHealthy } from './healthy.ts';

/** The clock error of a replica from its start, in both directions. */
const SKEW_MS = 30_000;
/** Beyond the tolerance of applications: tokens have a wrong time. */
const FAR_MS = 300_000;
/** The clock jump of a running replica. */
const STEPS_MS = [-10_000, 1_000];
const EACH_MS = 5_000;
/** Time for the requests that were in progress when the replica was hidden. */
const LAST_ANSWERS_MS = 1_000;

export const clocksWrong: FaultScenario = {
  id: 'F17',
  title:
    "one replica's clock is wrong by 30 s, and by 5 min out of the load balancer; a clock steps back 10 s and over a leap second",
  expect:
    'half a minute has no effect: expiry uses the database’s time. The times inside tokens are the machine’s, so a replica that is minutes wrong reports `clock` in its readiness; a code is still single-use there',
  seconds: 30,
  async inject(injection) {
    const { environment, random, signal, note } = injection;
    const replica = choose(environment.replicas, random);
    const sign = choose([1, -1], random);
    await restart(replica, sign * SKEW_MS);
    await untilHealthy(environment);
    note(`${replica.name} started ${(sign * SKEW_MS) / 1000} s wrong`);
    await pause(EACH_MS, signal);
    await spendFarOff(replica, sign * FAR_MS, injection);
    await untilHealthy(environment);
    await eachInTime(STEPS_MS, injection, {
      named: (step) => `a step by ${step / 1000} s`,
      async make(step) {
        await replica.skew(step);
        note(`${replica.name} stepped by ${step / 1000} s`);
        await pause(EACH_MS, signal);
      },
    });
    await replica.skew(0);
  },
};

/**
 * A replica with a wrong clock reports that it is not ready and gets no requests. A code is single-use at every
 * replica.
 */
async function spendFarOff(
  replica: Replica,
  skewMs: number,
  { environment, random, note }: Injection,
): Promise<void> {
  const { front, issuer, clients } = environment;
  const show = front.hide(replica.name);
  try {
    await sleep(LAST_ANSWERS_MS);
    await restartUnused(replica, skewMs);
    if (await replica.isReady()) throw new Error(`ready though its clock is ${skewMs} ms wrong`);
    const code = await newCode(environment, reservedPerson(random));
    const spend = async (port: number) => {
      const credentials = basic('web', clients.secret);
      return (await postToken({ issuer, port }, codeFields(code), credentials)).status;
    };
    const response = [
      await spend(replica.port),
      await spend(replica.port),
      await spend(front.port),
    ];
    note(`a code at a replica ${skewMs / 1000} s wrong: ${response.join(', ')}`);
    // A clock that is ahead reports it as expired; at the other replicas it is valid.
    const isSpentOnce = ['200,400,400', '400,400,200'].includes(response.join());
    if (!isSpentOnce) throw new Error(`a code got the responses ${response.join(', ')}`);
  } finally {
    await restartUnused(replica, 0);
    show();
  }
}

async function restart(replica: Replica, skewMs: number): Promise<void> {
  await replica.stop();
  await start(replica, skewMs);
}

/** At once, because it gets no requests. */
async function restartUnused(replica: Replica, skewMs: number): Promise<void> {
  await replica.kill();
  await start(replica, skewMs);
}

function start(replica: Replica, skewMs: number): Promise<void> {
  return replica.start({ variables: { SKEW_MS: String(skewMs) } });
}
