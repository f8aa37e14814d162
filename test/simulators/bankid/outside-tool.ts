import { execFileSync } from 'node:child_process';

import { test } from '@jest/globals';

/**
 * Runs a test only where an outside tool is installed; says so where it is not, and fails then in
 * CI.
 */
export function testWith(
  tool: 'openssl' | 'xmlsec1',
  ...[name, run]: [string, () => Promise<void>]
): void {
  if (isInstalled(tool)) {
    test(name, run);
  } else if (process.env.CI === 'true') {
    test(name, () => Promise.reject(new Error(`${tool} is missing`)));
  } else {
    // biome-ignore lint/suspicious/noConsole: a skipped proof must be seen
    console.warn(`SKIPPED "${name}": ${tool} is not installed`);
    test.skip(name, run);
  }
}

/** Runs a command line in a folder; its whole output, or an error if the tool is not satisfied. */
export function runIn(folder: string, ...parts: readonly string[]): string {
  const command = `${parts.join(' ')} 2>&1`;
  return execFileSync('/bin/sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
}

function isInstalled(tool: string): boolean {
  try {
    execFileSync(tool, [tool === 'openssl' ? 'version' : '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
