import type { ParsedUrlQuery } from 'node:querystring';

import { type DemoFlow, demoApplications } from './demo-applications.ts';

/** The purpose of a login: to identify, to identify with evidence, or to sign the contract. */
export type DemoWish = 'login' | 'evidence' | 'sign';

/** The choices of the start page. */
export interface LoginChoice {
  readonly flow: DemoFlow;
  readonly wish: DemoWish;
  readonly acr: string;
  /** Absent: the service follows the browser's languages. */
  readonly uiLocales?: string;
}

/** The eID of an address that names none. */
export const USUAL_ACR = 'urn:grn:authn:se:bankid';

/** The languages of the service's pages, named in each language. */
export const languageChoices = [
  ['', 'As my browser says'],
  ['sv', 'Svenska'],
  ['da', 'Dansk'],
  ['nb', 'Norsk bokmål'],
  ['fi', 'Suomi'],
  ['nl', 'Nederlands'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['et', 'Eesti'],
  ['lv', 'Latviešu'],
  ['lt', 'Lietuvių'],
  ['en', 'English'],
] as const;

/**
 * Reads `/login?flow=…&wish=…&acr=…&ui_locales=…`; a missing or unknown value becomes the default. Any acr is passed
 * on, to try the service's refusals.
 */
export function parseLoginChoice(query: ParsedUrlQuery): LoginChoice {
  const { flow, wish, acr, ui_locales: language } = query;
  const isKnown = languageChoices.some(([tag]) => tag !== '' && tag === language);
  return {
    flow: isFlow(flow) ? flow : 'code',
    wish: wish === 'evidence' || wish === 'sign' ? wish : 'login',
    acr: typeof acr === 'string' && acr !== '' ? acr : USUAL_ACR,
    ...(isKnown && { uiLocales: String(language) }),
  };
}

/** The URL that begins such a login. */
export function loginPath({ flow, wish, acr, uiLocales }: LoginChoice): string {
  const query = {
    flow,
    ...(wish !== 'login' && { wish }),
    acr,
    ...(uiLocales !== undefined && { ui_locales: uiLocales }),
  };
  return `/login?${new URLSearchParams(query)}`;
}

function isFlow(text: unknown): text is DemoFlow {
  return typeof text === 'string' && Object.hasOwn(demoApplications, text);
}

/** A begun login: the values to check its response against. */
export interface PendingLogin {
  readonly choice: LoginChoice;
  readonly state: string;
  readonly nonce: string;
  readonly verifier?: string;
}
