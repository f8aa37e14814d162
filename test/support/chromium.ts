import { findTool, hasTools } from '@eid-broker/testing/tools';
import { type Browser, chromium } from 'playwright-core';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
];

/** Whether browser tests can run here; global-setup says so where they cannot. */
export function hasChromium(): boolean {
  return hasTools('chromium');
}

/** The browser without a window. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findTool('chromium') ?? 'chromium', args: ARGS });
}
