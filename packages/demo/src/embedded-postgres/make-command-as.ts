import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Account } from './choose-account.ts';

/** The arguments of `spawn`. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly account: Partial<Account>;
}

/** Turns a program and its arguments into a command that runs as the chosen account. */
export type CommandAs = (program: string, args: readonly string[]) => Command;

/**
 * Runs the server's programs as the account, on the data folder. Where its own rights do not suffice, `setpriv` keeps
 * the one capability that grants access.
 */
export async function makeCommandAs(wanted: {
  readonly account: Account | undefined;
  readonly program: string;
  readonly directory: string;
}): Promise<CommandAs> {
  const { account, program, directory } = wanted;
  if (account === undefined) return (name, args) => ({ program: name, args, account: {} });
  const way = [...foldersAbove(directory), ...foldersAbove(program), program];
  const barrier = await findBarrier(account, way);
  if (barrier === undefined) return (name, args) => ({ program: name, args, account });

  const capability = await chooseCapability(await mayPass(account, program));
  if (capability === undefined) {
    throw new Error(
      `PostgreSQL, which does not run as root, has no access to ${barrier}: run as an ordinary user, or set DATABASE_URL`,
    );
  }
  const setpriv = setprivArguments(account, capability);
  return (name, args) => ({
    program: 'setpriv',
    args: [...setpriv, '--', name, ...args],
    account: {},
  });
}

function foldersAbove(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [...foldersAbove(parent), parent];
}

/** The first folder of the path that the account may not enter. */
async function findBarrier(account: Account, way: readonly string[]): Promise<string | undefined> {
  for (const path of new Set(way)) {
    if (!(await mayPass(account, path))) return path;
  }
  return undefined;
}

/** Whether the account may enter the folder, or execute the program. */
async function mayPass({ uid, gid }: Account, path: string): Promise<boolean> {
  const found = await stat(path);
  const shift = found.uid === uid ? 6 : found.gid === gid ? 3 : 0;
  return ((found.mode >> shift) & 1) === 1;
}

/**
 * The smallest sufficient capability that this process has. The one to read everything opens folders, but executes no
 * program that is closed to others (npm run with a strict umask); Docker withholds it.
 */
async function chooseCapability(readingIsEnough: boolean): Promise<string | undefined> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const held = BigInt(`0x${/^CapPrm:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
  if (readingIsEnough && held & 4n) return 'dac_read_search';
  return held & 2n ? 'dac_override' : undefined;
}

/** no_setuid_fixup: otherwise access(2), which PostgreSQL uses to find its files, ignores the capability. */
function setprivArguments({ uid, gid }: Account, capability: string): readonly string[] {
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ];
}
