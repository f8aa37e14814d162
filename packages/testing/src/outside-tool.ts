import { execFileSync } from 'node:child_process';

import { test } from '@jest/globals';

import { hasTools, type Tool } from './tools.ts';

/** Runs a test only where an external tool is installed; global-setup reports missing tools. */
export function testWith(tool: Tool, name: string, run: () => Promise<void>): void {
  (hasTools(tool) ? test : test.skip)(name, run);
}

/** Runs a command line in a folder; returns its output, and throws when it fails. */
export function runIn(folder: string, ...parts: readonly string[]): string {
  const command = `${parts.join(' ')} 2>&1`;
  return execFileSync('/bin/sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
}
