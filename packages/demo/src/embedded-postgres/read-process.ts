import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A running process as the system describes it. */
export interface ProcessDescription {
  readonly parentPid: number;
  /** Program and arguments, separated by spaces. */
  readonly commandLine: string;
}

/** Undefined for no such process. Reads /proc; without it, runs ps. */
export async function readProcess(pid: number): Promise<ProcessDescription | undefined> {
  if (!isAlive(pid)) return undefined;
  return process.platform === 'linux' ? readProc(pid) : runPs(pid);
}

/** Whether a process with this pid exists, of any account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function readProc(pid: number): Promise<ProcessDescription | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain any character; the state and the parent follow it.
    const [state, parentPid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return undefined;
    const commandLine = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    return { parentPid: Number(parentPid), commandLine };
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

async function runPs(pid: number): Promise<ProcessDescription | undefined> {
  const running = promisify(execFile)('ps', ['-ww', '-o', 'ppid=,command=', '-p', String(pid)]);
  const answer = await running.catch(() => undefined);
  const [, parentPid, commandLine] = /^\s*(\d+)\s(.*)$/m.exec(answer?.stdout ?? '') ?? [];
  if (parentPid === undefined || commandLine === undefined) return undefined;
  return { parentPid: Number(parentPid), commandLine: `${commandLine} ` };
}
