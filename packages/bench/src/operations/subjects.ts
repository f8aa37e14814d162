import { openWire } from '../drive/wire.ts';
import { ISSUER } from '../environment/applications.ts';
import type { Stand } from '../environment/environment.ts';
import type { ServerProcess } from '../environment/server-process.ts';
import type { CountWork } from '../measure/database-work.ts';
import type { Subject } from '../measure/measure.ts';

/** The compared servers. */
export interface Subjects {
  readonly service: Subject;
  readonly textbookInMemory: Subject;
  readonly textbookInPostgres: Subject;
  readonly floor: Subject;
}

/** The servers of the test stand as subjects. */
export function subjectsOf(stand: Stand): Subjects {
  const { work } = stand;
  return {
    service: subjectOf([stand.replica], stand, work.service),
    textbookInMemory: subjectOf([stand.textbookInMemory], stand),
    textbookInPostgres: subjectOf([stand.textbookInPostgres], stand, work.textbook),
    floor: subjectOf([stand.floor], stand, work.floor),
  };
}

/** Servers behind one name, with requests in turn. */
export function subjectOf(
  servers: readonly [ServerProcess, ...ServerProcess[]],
  { database }: Pick<Stand, 'database'>,
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
