import { INSTANT } from './drive/broker-logins.ts';
import { expectAnswer } from './drive/expect-answer.ts';
import { type Environment, startEnvironment } from './environment/environment.ts';
import { thisMachine } from './machine.ts';
import { residentMemory } from './measure/cpu-time.ts';
import { makeSignatureCost, measure, type Operation, type Sample } from './measure/measure.ts';
import { anonymousOperations, purgeOperation } from './operations/abuse-operations.ts';
import { backchannelOperations } from './operations/backchannel-operations.ts';
import { baselineDriver, serviceDriver } from './operations/drivers.ts';
import { fetchOperations } from './operations/fetch-operations.ts';
import { measureGrowth } from './operations/growth.ts';
import { type LoginParts, loginOperations, loginsAtOnce } from './operations/login-operations.ts';
import { subjectOf, subjectsOf } from './operations/subjects.ts';
import type { Options } from './options.ts';
import { type Plan, peopleOf } from './plan.ts';
import { profileLogins } from './profile/profile-logins.ts';
import type { Progress } from './progress.ts';
import type { Measured, Result } from './result.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** More than the simulator makes keys. */
const FIRST_LOGINS = 10;

/** Starts everything, warms it up, measures, and stops everything. */
export async function runBench(
  { plan, growth, profile }: Pick<Options, 'plan' | 'growth' | 'profile'>,
  progress: Progress,
): Promise<Result> {
  const at = new Date().toISOString();
  progress.step('starting the database, the eID, the service and its baseline');
  const environment = await startEnvironment();
  const stopEarly = () => void environment.close().finally(() => process.exit(1));
  for (const signal of SIGNALS) process.once(signal, stopEarly);
  try {
    const subjects = subjectsOf(environment);
    const startMs = await firstAnswerOf(environment);
    const numbers = counter();
    const parts: LoginParts = {
      plan,
      subjects,
      nextNumber: numbers,
      service: await serviceDriver(environment, subjects.service, peopleOf(plan)),
      inMemory: await baselineDriver(subjects.baselineInMemory),
      inPostgres: await baselineDriver(subjects.baselineInPostgres),
    };
    const signatureCost = makeSignatureCost();

    progress.step(`${plan.warmUp} logins of each warm up`);
    await warmUp(parts);
    const others: readonly Operation[] = [
      ...backchannelOperations({ ...parts, subject: subjects.service }),
      ...fetchOperations(parts),
      ...anonymousOperations(parts),
      purgeOperation(parts, environment),
    ];
    await warmUpOperations(others, plan, progress);
    const all = [...loginOperations(parts), ...others];
    const operations = await measureRounds(all, { plan, signatureCost, progress });
    const memoryMib = residentMemory(environment.replica.pid);
    const grown = growth
      ? await measureGrowth({ plan, environment, nextNumber: numbers, signatureCost, progress })
      : undefined;
    const shares =
      profile === undefined
        ? undefined
        : await profileLogins({
            plan,
            environment,
            nextNumber: numbers,
            folder: profile,
            progress,
          });
    const machine = thisMachine(environment.database.version);
    const replica = { startMs, memoryMib };
    return { at, plan, machine, operations, replica, growth: grown, profile: shares };
  } catch (error) {
    for (const line of environment.replica.failure()) progress.step(line);
    throw error;
  } finally {
    progress.step('stopping');
    for (const signal of SIGNALS) process.off(signal, stopEarly);
    await environment.close();
  }
}

function counter(): () => number {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}

/** Of a replica with existing keys. */
async function firstAnswerOf(environment: Environment): Promise<number> {
  const startedAt = performance.now();
  const replica = await environment.startReplica();
  const { wire } = subjectOf([replica], environment);
  const path = '/.well-known/openid-configuration';
  expectAnswer(await wire.send({ path }), 200, 'the first answer');
  const took = performance.now() - startedAt;
  wire.close();
  await replica.stop();
  return took;
}

/** The simulator first and slowly: it makes a person's keys at the first login, which takes long. */
async function warmUp({ plan, service, inMemory, inPostgres, nextNumber }: LoginParts) {
  const { warmUp: count, atOnce } = plan;
  const waitMs = INSTANT.firstStatusAfter;
  await loginsAtOnce(FIRST_LOGINS, 2, INSTANT, () => service.logins.logIn(nextNumber(), INSTANT));
  const all = (logIn: (number: number) => Promise<unknown>) =>
    loginsAtOnce(count, atOnce, INSTANT, () => logIn(nextNumber()));
  await all((number) => service.logins.logIn(number, INSTANT));
  await Promise.all([
    all((number) => inMemory(number, waitMs)),
    all((number) => inPostgres(number, waitMs)),
  ]);
}

/** New code is expensive: operations other than logins run several times before they are measured. */
async function warmUpOperations(
  operations: readonly Operation[],
  { warmUpRounds }: Plan,
  progress: Progress,
) {
  for (let time = 1; time <= warmUpRounds; time += 1) {
    progress.step(`warm-up round ${time} of ${warmUpRounds} of all others`);
    for (const operation of operations) {
      await operation.prepare?.();
      await operation.run();
    }
  }
}

interface MeasureOptions {
  readonly plan: Plan;
  readonly signatureCost: () => number;
  readonly progress: Progress;
}

/** Measures all operations in each round, so that a disturbance affects all of them. */
async function measureRounds(
  operations: readonly Operation[],
  { plan, signatureCost, progress }: MeasureOptions,
): Promise<readonly Measured[]> {
  const samples = new Map<string, Sample[]>(operations.map(({ key }) => [key, []]));
  for (let round = 1; round <= plan.rounds; round += 1) {
    for (const operation of operations) {
      progress.step(`round ${round} of ${plan.rounds}: ${operation.title}`);
      samples.get(operation.key)?.push(await measure(operation, signatureCost));
    }
  }
  return operations.map(({ key, title }) => ({ key, title, samples: samples.get(key) ?? [] }));
}
