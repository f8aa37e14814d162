import { existsSync } from 'node:fs';

import { type Browser, chromium } from 'playwright-core';

const PLACE = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
];

/** Whether browser tests can run here. Where CI is set they must: then a missing browser fails them. */
export function hasChromium(): boolean {
  if (existsSync(PLACE) || process.env.CI === 'true') return true;
  // biome-ignore lint/suspicious/noConsole: whoever runs the tests must see that some did not run.
  console.warn(
    `SKIPPED: browser tests need Chromium, and there is none at ${PLACE} (CHROMIUM_PATH).`,
  );
  return false;
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: PLACE, args: ARGS });
}
