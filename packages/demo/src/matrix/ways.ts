import { catalogue } from 'eid-broker/adapters/eid/registry';
import type { Acr } from 'eid-broker/domain/acr';
import type { EidVariant, OfferChannel } from 'eid-broker/domain/eid-offer';
import type { Browser } from 'playwright-core';

import { byCiba, byHeadless } from './by-back-channel.ts';
import { inChromium } from './by-browser.ts';
import { byScript } from './by-script.ts';
import type { LoginWay } from './login-way.ts';

/** The names of all ways. docs/demo.md explains them. */
export const WAYS = [
  'script',
  'chromium',
  'chromium-without-javascript',
  'ciba',
  'headless',
] as const;

/** The name of one way. */
export type WayName = (typeof WAYS)[number];

/** The channel of each way: an acr value that does not offer it is not tried. */
const CHANNELS: Readonly<Record<WayName, OfferChannel>> = {
  script: 'browser',
  chromium: 'browser',
  'chromium-without-javascript': 'browser',
  ciba: 'ciba',
  headless: 'headless',
};

/** The ways in which the eID offers this acr value. */
export function waysFor(acr: string): readonly WayName[] {
  const channels = variantOf(acr)?.channels ?? {};
  return WAYS.filter((way) => channels[CHANNELS[way]] !== undefined);
}

/** How to log in with the acr value in this way. @throws Error without the browser that it needs */
export function loginWay(way: WayName, acr: string, browser?: Browser): LoginWay {
  switch (way) {
    case 'script':
      return byScript;
    case 'chromium':
      return inChromium(needed(browser), true);
    case 'chromium-without-javascript':
      return inChromium(needed(browser), false);
    case 'ciba':
      return byCiba(catalogue.offerOf(acr as Acr)?.texts.phone);
    case 'headless':
      return byHeadless;
  }
}

function variantOf(acr: string): EidVariant | undefined {
  return catalogue.offerOf(acr as Acr)?.variants.find((one) => one.acr === acr);
}

function needed(browser: Browser | undefined): Browser {
  if (browser === undefined) throw new Error('this way needs Chromium');
  return browser;
}
