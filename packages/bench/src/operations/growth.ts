import { INSTANT } from '../drive/broker-logins.ts';
import type { Environment } from '../environment/environment.ts';
import type { ServerProcess } from '../environment/server-process.ts';
import { measure, type Operation, type Sample, type Subject } from '../measure/measure.ts';
import { type Plan, peopleOf } from '../plan.ts';
import type { Progress } from '../progress.ts';
import { pendingPolls } from './backchannel-operations.ts';
import { type ServiceDriver, serviceDriver } from './drivers.ts';
import { fillPending, fillRows, removePending } from './fill-rows.ts';
import { loginsAtOnce, steadyLogins } from './login-operations.ts';
import { subjectOf } from './subjects.ts';

/** The cost in relation to one size. */
export interface Growth {
  readonly rows: readonly Step[];
  readonly pending: readonly Step[];
  readonly replicas: readonly Step[];
}

/** The measurements at one size. */
export interface Step {
  readonly size: number;
  readonly login: readonly Sample[];
  readonly poll: readonly Sample[];
}

interface Parts {
  readonly plan: Plan;
  readonly environment: Environment;
  readonly nextNumber: () => number;
  readonly signatureCost: () => number;
  readonly progress: Progress;
}

/** Measures logins and polls with more and more replicas, then pending attempts, then stored rows. */
export async function measureGrowth(parts: Parts): Promise<Growth> {
  const { plan, environment, progress } = parts;
  const { growth } = plan;

  const servers: [ServerProcess, ...ServerProcess[]] = [environment.replica];
  const replicas: Step[] = [];
  for (const size of growth.replicas) {
    while (servers.length < size) servers.push(await startWarm(parts));
    progress.step(`${size} replicas`);
    replicas.push(
      await measureStep(size, parts, subjectOf(servers, environment, environment.work.grown)),
    );
  }
  for (const extra of servers.slice(1)) await extra.stop();

  const alone = subjectOf([environment.replica], environment, environment.work.grown);
  const pending: Step[] = [];
  for (const size of growth.pending) {
    progress.step(`${size} pending authentications`);
    await fillPending(environment.servicePool, size);
    pending.push(await measureStep(size, parts, alone));
    await removePending(environment.servicePool);
  }

  const rows: Step[] = [];
  for (const size of growth.rows) {
    progress.step(`${size} stored rows of each kind`);
    await fillRows(environment.servicePool, size);
    rows.push(await measureStep(size, parts, alone));
  }
  return { rows, pending, replicas };
}

/** A replica that has served as many logins as the first one before its measurement. */
async function startWarm({
  plan,
  environment,
  nextNumber,
  progress,
}: Parts): Promise<ServerProcess> {
  progress.step('another replica warms up');
  const server = await environment.startReplica();
  const { logins } = await serviceDriver(
    environment,
    subjectOf([server], environment),
    peopleOf(plan),
  );
  await loginsAtOnce(plan.warmUp, plan.atOnce, INSTANT, () => logins.logIn(nextNumber(), INSTANT));
  return server;
}

async function measureStep(size: number, parts: Parts, subject: Subject): Promise<Step> {
  const { plan, environment, signatureCost } = parts;
  const service = await serviceDriver(environment, subject, peopleOf(plan));
  const [collecting, poll] = pendingPolls({
    ...parts,
    subject,
    service,
    authMethod: 'basic',
    name: 'client_secret_basic',
  });
  const login = loginOperation(parts, subject, service);
  const step = { size, login: [] as Sample[], poll: [] as Sample[] };
  for (let round = 0; round < plan.growth.rounds; round += 1) {
    step.login.push(await measure(login, signatureCost));
    await measure(collecting, signatureCost);
    step.poll.push(await measure(poll, signatureCost));
  }
  subject.wire.close();
  return step;
}

function loginOperation(
  { plan, nextNumber }: Parts,
  subject: Subject,
  { logins }: ServiceDriver,
): Operation {
  const count = plan.growth.logins;
  const logIn = () => logins.logIn(nextNumber(), INSTANT);
  return {
    key: 'login',
    title: 'code login',
    subject,
    count,
    run: () => steadyLogins(count, plan.perSecond, logIn),
  };
}
