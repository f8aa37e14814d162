import { type Behaviour, INSTANT, REALISTIC } from '../drive/broker-logins.ts';
import { inParallel, steadily } from '../drive/in-parallel.ts';
import type { Operation, Subject } from '../measure/measure.ts';
import type { Plan } from '../plan.ts';
import type { baselineDriver, ServiceDriver } from './drivers.ts';
import type { Subjects } from './subjects.ts';

type BaselineDriver = Awaited<ReturnType<typeof baselineDriver>>;

/** Complete logins and their dependencies. */
export interface LoginParts {
  readonly plan: Plan;
  readonly subjects: Subjects;
  readonly service: ServiceDriver;
  readonly inMemory: BaselineDriver;
  readonly inPostgres: BaselineDriver;
  /** A number that no login has used. */
  readonly nextNumber: () => number;
}

/** The duration of a login without delay, in milliseconds. */
const WAIT_MS = INSTANT.firstStatusAfter;

/** The compared logins: of the service in several ways, and of the baseline. */
export function loginOperations(parts: LoginParts): readonly Operation[] {
  const { plan, subjects, service, inMemory, inPostgres, nextNumber } = parts;
  const { logins } = service;
  const instant = (key: string, title: string, subject: Subject, logIn: LogIn): Operation => ({
    key,
    title,
    subject,
    count: plan.logins,
    run: () => steadyLogins(plan.logins, plan.perSecond, () => logIn(nextNumber())),
  });
  const slow = Math.ceil(plan.logins / 2);
  return [
    instant('login', 'code login', subjects.service, (number) => logins.logIn(number, INSTANT)),
    instant('baseline-memory', 'baseline, in memory', subjects.baselineInMemory, (number) =>
      inMemory(number, WAIT_MS),
    ),
    instant('baseline-postgres', 'baseline, Postgres', subjects.baselineInPostgres, (number) =>
      inPostgres(number, WAIT_MS),
    ),
    instant('pkce', 'PKCE login', subjects.service, (number) =>
      logins.logInWithPkce(number, INSTANT),
    ),
    instant('evidence', 'code login with evidence', subjects.service, (number) =>
      logins.logIn(number, INSTANT, 'archive'),
    ),
    {
      key: 'realistic',
      title: 'code login, person takes 5 s',
      subject: subjects.service,
      count: slow,
      // Each takes as long as three others, and all are pending at once.
      run: () =>
        steadyLogins(slow, plan.perSecond / 3, () => logins.logIn(nextNumber(), REALISTIC)),
    },
  ];
}

interface LogIn {
  (number: number): Promise<unknown>;
}

/** At a steady rate; every side of a comparison is measured with it. */
export function steadyLogins(
  count: number,
  perSecond: number,
  logIn: () => Promise<unknown>,
): Promise<readonly number[]> {
  return steadily(count, perSecond, async () => void (await logIn()));
}

/** For the warm-up. Starts are spread over one login's duration, so that logins do not run in step. */
export function loginsAtOnce(
  count: number,
  atOnce: number,
  { firstStatusAfter, approvesAfter }: Behaviour,
  logIn: () => Promise<unknown>,
): Promise<readonly number[]> {
  const spreadMs = Math.max(firstStatusAfter, approvesAfter);
  return inParallel(count, { atOnce, spreadMs }, async () => void (await logIn()));
}
