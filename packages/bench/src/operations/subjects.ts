import { openWire } from '../drive/wire.ts';
import { ISSUER } from '../environment/applications.ts';
import type { Environment } from '../environment/environment.ts';
import type { ServerProcess } from '../environment/server-process.ts';
import type { CountWork } from '../measure/database-work.ts';
import type { Subject } from '../measure/measure.ts';

/** The compared servers. */
export interface Subjects {
  readonly service: Subject;
  readonly baselineInMemory: Subject;
  readonly baselineInPostgres: Subject;
  readonly lowerBound: Subject;
}

/** The servers of the environment as subjects. */
export function subjectsOf(environment: Environment): Subjects {
  const { work } = environment;
  return {
    service: subjectOf([environment.replica], environment, work.service),
    baselineInMemory: subjectOf([environment.baselineInMemory], environment),
    baselineInPostgres: subjectOf([environment.baselineInPostgres], environment, work.baseline),
    lowerBound: subjectOf([environment.lowerBound], environment, work.lowerBound),
  };
}

/** Servers behind one name, with requests in turn. */
export function subjectOf(
  servers: readonly [ServerProcess, ...ServerProcess[]],
  { database }: Pick<Environment, 'database'>,
  work?: CountWork,
): Subject {
  const [first, ...others] = servers;
  const ports = [first.port, ...others.map(({ port }) => port)] as const;
  const { host } = new URL(ISSUER);
  return {
    pids: servers.map(({ pid }) => pid),
    wire: openWire(host, [...ports]),
    ...(work !== undefined && { database: { pid: database.pid, work } }),
  };
}
