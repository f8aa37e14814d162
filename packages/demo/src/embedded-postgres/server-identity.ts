import type { ProcessDescription } from './read-process.ts';

/** The arguments a server starts with; they let a later start tell whose server it is. */
export function identityArguments(directory: string, ownerPid: number): readonly string[] {
  return ['-D', directory, '-c', `demo.owner=${ownerPid}`];
}

/**
 * The process that started this server of ours on the folder; undefined if the process is anything
 * else. A number in a pid file proves nothing: it may have gone to another program.
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
