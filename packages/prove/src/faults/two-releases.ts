import { join } from 'node:path';

import { basic, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import type { Environment } from '../environment/environment.ts';
import type { Replica } from '../environment/replica.ts';
import { choose } from '../people/random.ts';
import { newCode } from './code-login.ts';
import { type FaultScenario, NotInjected } from './fault.ts';
import { reservedPerson } from './headless-login.ts';
import { untilHealthy } from './healthy.ts';

const BESIDE_MS = 10_000;

export const twoReleases: FaultScenario = {
  id: 'F27',
  title: 'a replica of the previous release serves beside this one, on the migrated database',
  expect:
    'each continues logins of the other; no request fails. Concurrent migrations change nothing',
  seconds: 23,
  // As in an update: features of the new release are used after all replicas are updated.
  isFirst: true,
  async inject({ environment, random, signal, note }) {
    const { previous, front } = environment;
    if ('missing' in previous) throw new NotInjected(previous.missing);
    const replica = choose(environment.replicas, random);
    await replica.stop();
    await replica.start({ program: join(previous.dist, 'main.js') });
    await untilHealthy(environment);
    const before = front.answersOf(replica.name);
    const since = performance.now();
    note((await environment.run('migrate')).trim());
    let codes = 0;
    do {
      // The load balancer alternates replicas; each release redeems in turn.
      const code = await newCode(environment, reservedPerson(random));
      await redeemOnce(
        code,
        codes % 2 === 0 ? replica : another(replica, environment),
        environment,
      );
      codes += 1;
    } while (performance.now() - since < BESIDE_MS && !signal.aborted);
    const answers = front.answersOf(replica.name) - before;
    note(`${previous.name} answered ${answers} requests; ${codes} codes were redeemed across both`);
    await replica.stop();
    await replica.start();
    await untilHealthy(environment);
    if (answers === 0) throw new Error('the previous release got no request');
  },
};

function another({ name }: Replica, { replicas }: Environment): Replica | undefined {
  return replicas.find((one) => one.name !== name);
}

/** At this replica, then once more at any. */
async function redeemOnce(
  code: string,
  replica: Replica | undefined,
  { issuer, front, clients }: Environment,
): Promise<void> {
  for (const [port, wanted] of [
    [replica?.port ?? front.port, 200],
    [front.port, 400],
  ] as const) {
    const answer = await postToken(
      { issuer, port },
      codeFields(code),
      basic('web', clients.secret),
    );
    if (answer.status === wanted) continue;
    throw new Error(`a code: ${answer.status} ${JSON.stringify(answer.body)}, not ${wanted}`);
  }
}
