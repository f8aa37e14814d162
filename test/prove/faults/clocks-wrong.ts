import { basic, codeFields, postToken } from '../../support/token-endpoint.ts';
import type { ProvedReplica } from '../world/proved-replica.ts';
import { choose } from './choose.ts';
import { newCode } from './code-login.ts';
import type { FaultScenario, Injection } from './fault.ts';
import { personOfOurs } from './headless-login.ts';
import { untilHealthy } from './healthy.ts';
import { pause } from './pause.ts';

/** What a replica is wrong by from its start, one way or the other. */
const SKEW_MS = 30_000;
/** What no application would bear: its tokens are from another time. */
const FAR_MS = 300_000;
/** What its clock jumps by while it works. */
const STEPS_MS = [-10_000, 1_000];
const EACH_MS = 6_000;

export const clocksWrong: FaultScenario = {
  id: 'F17',
  title:
    "one replica's clock is wrong by 30 s, and by 5 min out of the load balancer; a clock steps back 10 s and over a leap second",
  expect:
    'nobody notices: what expires, expires by the time of the database, also for a replica that is minutes wrong. The times inside tokens are the machine’s, so clocks that are minutes wrong are not served (docs/operations.md: NTP)',
  seconds: 45,
  async inject(injection) {
    const { world, random, signal, note } = injection;
    const replica = choose(world.replicas, random);
    const sign = choose([1, -1], random);
    await restart(replica, sign * SKEW_MS);
    await untilHealthy(world);
    note(`${replica.name} started ${(sign * SKEW_MS) / 1000} s wrong`);
    await pause(EACH_MS, signal);
    await spendFarOff(replica, sign * FAR_MS, injection);
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

/** Nobody is sent there; a code that is seconds old is as good at that replica as at the others, and as single. */
async function spendFarOff(
  replica: ProvedReplica,
  skewMs: number,
  { world, random, note }: Injection,
): Promise<void> {
  const { front, issuer, clients } = world;
  const show = front.hide(replica.name);
  try {
    await restart(replica, skewMs);
    const code = await newCode(world, personOfOurs(random));
    const spend = async (port: number) => {
      const credentials = basic('web', clients.secret);
      return (await postToken({ issuer, port }, codeFields(code), credentials)).status;
    };
    const told = [await spend(replica.port), await spend(replica.port), await spend(front.port)];
    note(`a code at a replica ${skewMs / 1000} s wrong: ${told.join(', ')}`);
    if (told.join() !== '200,400,400') throw new Error(`a code was answered ${told.join(', ')}`);
    await restart(replica, 0);
  } finally {
    show();
  }
}

async function restart(replica: ProvedReplica, skewMs: number): Promise<void> {
  await replica.stop();
  await replica.start({ variables: { SKEW_MS: String(skewMs) } });
}
