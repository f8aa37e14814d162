import type { OidcSimulator } from '@eid-broker/eid-simulators/oidc/simulator';
import type { Person } from '@eid-broker/eid-simulators/world/persons';
import { type Answer, type Browser, newBrowser } from '@eid-broker/testing/browser';
import type { RedirectPerson } from '@eid-broker/testing/contracts/redirect-eid';

import type { RedirectAnswer } from '../../../../../src/ports/eid.ts';
import type { TestedRow } from './row-under-test.ts';

/** The simulator that persons visit, and our callback. */
export interface VisitedProvider {
  readonly tested: Pick<TestedRow, 'levels' | 'numberOf'>;
  readonly simulator: OidcSimulator;
  readonly callback: string;
}

/** A person with a browser for each visit. */
export function visitor(
  person: Person,
  { tested, simulator, callback }: VisitedProvider,
): RedirectPerson {
  const { levels = {}, numberOf = ({ nationalNumber }) => nationalNumber } = tested;
  return {
    nationalId: numberOf(person),
    async approve(url, acr) {
      const { browser, page } = await arrive(url);
      const login = simulator.logins.find(page.split('/').at(-1) ?? '');
      if (login === undefined) throw new Error(`no login at ${page}`);
      // The person may use another authenticator than the requested one.
      simulator.logins.start({ ...login, level: levels[acr] ?? login.level });
      const decided = await browser.post(page, { decision: 'approve', person: person.id });
      return answerOf(browser, decided, callback);
    },
    async abort(url) {
      const { browser, page } = await arrive(url);
      return answerOf(browser, await browser.post(page, { decision: 'abort' }), callback);
    },
  };
}

/** Follows the URL to the person's page. */
async function arrive(url: string): Promise<{ browser: Browser; page: string }> {
  const browser = newBrowser();
  const page = await browser.follow(url);
  if (page.status !== 200)
    throw new Error(`${page.url}: ${page.status} ${page.location} ${page.text}`);
  return { browser, page: page.url };
}

/** Follows the redirects of the decision up to our callback, which is not called. */
async function answerOf(
  browser: Browser,
  decided: Answer,
  callback: string,
): Promise<RedirectAnswer> {
  const { location = '' } = await browser.follow(decided.location ?? '');
  if (!location.startsWith(callback)) throw new Error(`not our callback: ${location}`);
  return { url: location, parameters: Object.fromEntries(new URL(location).searchParams) };
}
