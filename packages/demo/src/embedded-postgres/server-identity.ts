import type { ProcessDescription } from './read-process.ts';

/** The arguments of a server that identify it for a later start. */
export function identityArguments(directory: string, ownerPid: number): readonly string[] {
  return ['-D', directory, '-c', `demo.owner=${ownerPid}`];
}

/**
 * The process that started this server on the folder; undefined for any other process. A pid file alone proves nothing:
 * the pid may belong to another program.
 */
export function ownerOfServer(found: ProcessDescription, directory: string): number | undefined {
  const [program = '', ...rest] = found.commandLine.split(' -D ');
  // An option before -D means another program, such as a shell, that only mentions the server.
  if (!program.endsWith('/postgres') || program.includes(' -')) return undefined;
  const [path, owner] = rest.join(' -D ').split(' -c demo.owner=');
  if (path !== directory) return undefined;
  const ownerPid = Number.parseInt(owner ?? '', 10);
  return Number.isNaN(ownerPid) ? undefined : ownerPid;
}
