import { type Browser, chromium } from 'playwright-core';
import { findTool, hasTools } from './tools.ts';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
  '--accept-lang=en-US',
];

/** Whether Chromium is installed; global-setup reports a missing one. */
export function hasChromium(): boolean {
  return hasTools('chromium');
}

/** Launches Chromium without a window. By default it ends at signals to this process, `leavesSignals` to the caller. */
export function launchChromium({ leavesSignals = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: findTool('chromium') ?? 'chromium',
    args: ARGS,
    ...(leavesSignals && { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }),
  });
}
