import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { INSTANT } from '../drive/broker-logins.ts';
import type { Environment } from '../environment/environment.ts';
import { serviceDriver } from '../operations/drivers.ts';
import { loginsAtOnce } from '../operations/login-operations.ts';
import { subjectOf } from '../operations/subjects.ts';
import { type Plan, peopleOf } from '../plan.ts';
import type { Progress } from '../progress.ts';
import { markdownText } from '../report/table.ts';
import { profileTable } from '../report/tables.ts';
import { type CpuProfile, type Share, sharesOf } from './shares-of.ts';

interface Parts {
  readonly plan: Plan;
  readonly environment: Environment;
  readonly nextNumber: () => number;
  /** The folder of the profile and its table. */
  readonly folder: string;
  readonly progress: Progress;
}

/**
 * Complete logins, after a warm-up, at a separate replica that Node profiles. The folder then contains the profile, for
 * a browser's developer tools.
 */
export async function profileLogins(parts: Parts): Promise<readonly Share[]> {
  const { plan, environment, nextNumber, folder, progress } = parts;
  progress.step(`${plan.warmUp} and ${plan.logins} logins are profiled`);
  await mkdir(folder, { recursive: true });
  const before = await readdir(folder);
  const replica = await environment.startReplica(['--cpu-prof', `--cpu-prof-dir=${folder}`]);
  const subject = subjectOf([replica], environment);
  const { logins } = await serviceDriver(environment, subject, peopleOf(plan));
  const logIn = (count: number) =>
    loginsAtOnce(count, plan.atOnce, INSTANT, () => logins.logIn(nextNumber(), INSTANT));
  await logIn(plan.warmUp);
  const warmAt = Number(process.hrtime.bigint() / 1_000n);
  await logIn(plan.logins);
  subject.wire.close();
  // Node writes the profile at exit, so the process gets a signal.
  await replica.stop('SIGINT');

  const isNew = (name: string) => name.endsWith('.cpuprofile') && !before.includes(name);
  const name = (await readdir(folder)).find(isNew);
  if (name === undefined) throw new Error(`no profile was written to ${folder}`);
  const profile = JSON.parse(await readFile(join(folder, name), 'utf8')) as CpuProfile;
  const shares = sharesOf(profile, warmAt);
  await writeFile(join(folder, 'profile.md'), `${markdownText(profileTable(shares))}\n`);
  return shares;
}
