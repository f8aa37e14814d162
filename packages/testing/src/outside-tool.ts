import { execFileSync } from 'node:child_process';

import { test } from '@jest/globals';

import { hasTools, type Tool } from './tools.ts';

/** Runs a test only where an outside tool is installed; global-setup says so where it is not. */
export function testWith(tool: Tool, ...[name, run]: [string, () => Promise<void>]): void {
  (hasTools(tool) ? test : test.skip)(name, run);
}

/** Runs a command line in a folder; its whole output, or an error if the tool is not satisfied. */
export function runIn(folder: string, ...parts: readonly string[]): string {
  const command = `${parts.join(' ')} 2>&1`;
  return execFileSync('/bin/sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
}
