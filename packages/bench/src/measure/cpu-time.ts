import { readdirSync, readFileSync } from 'node:fs';

/** The used fields of `/proc/<pid>/stat`. */
export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** Of ended children, in clock ticks. */
  readonly endedChildren: number;
}

/** Linux reports hundredths of a second to programs, independent of its own clock. */
const TICK_MS = 10;

/**
 * CPU milliseconds of a process and its descendants: of running ones from the scheduler in nanoseconds, of ended ones
 * from their parent in ticks.
 */
export function cpuOfTree(root: number): number {
  const all = processes();
  const tree = treeBelow(root, all);
  const ended = tree.reduce((sum, { endedChildren }) => sum + endedChildren * TICK_MS, 0);
  return tree.reduce((sum, { pid }) => sum + cpuOfProcess(pid), ended);
}

/** Parses one line; the program's name, in parentheses, may contain spaces and parentheses. */
export function parseStat(line: string): ProcessStat | undefined {
  const match = /^(\d+) \(.*\) \S (.*)$/s.exec(line.trim());
  if (match === null) return undefined;
  const [, pid, rest = ''] = match;
  // Counted from the parent, which is field 4 of proc(5).
  const fields = rest.split(' ').map(Number);
  const [parent = 0] = fields;
  return { pid: Number(pid), parent, endedChildren: (fields[12] ?? 0) + (fields[13] ?? 0) };
}

/** The process and all that descend from it. */
export function treeBelow(root: number, all: readonly ProcessStat[]): readonly ProcessStat[] {
  const own = all.filter(({ pid }) => pid === root);
  const children = all.filter(({ parent }) => parent === root);
  return [...own, ...children.flatMap(({ pid }) => treeBelow(pid, all))];
}

/** The first number of `/proc/<pid>/task/<tid>/schedstat`: nanoseconds on a CPU; in milliseconds. */
export function parseSchedstat(line: string): number {
  return Number(line.split(' ')[0]) / 1e6;
}

/** Resident memory in MiB. */
export function residentMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(readOr(`/proc/${pid}/status`))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

function processes(): readonly ProcessStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => parseStat(readOr(`/proc/${name}/stat`)) ?? []);
}

/** Of all its threads. */
function cpuOfProcess(pid: number): number {
  return namesIn(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + parseSchedstat(readOr(`/proc/${pid}/task/${thread}/schedstat`)),
    0,
  );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A process that ends during the reading counts nothing; the next reading finds it at its parent. */
function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
