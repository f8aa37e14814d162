import { personsOf } from '@eid-broker/eid-simulators/world/persons';
import { newUserAgent, type UserAgent } from '@eid-broker/testing/log-in';
import type { WireAnswer } from '@eid-broker/testing/wire';

import { singleUse } from '../history/event.ts';
import { bringFromElsewhere } from './attacks.ts';
import type { Login } from './login.ts';
import type { AnswerReading } from './read-answer.ts';
import { retryUntilAnswered } from './retry-until-answered.ts';
import type { VirtualBrowser } from './virtual-browser.ts';

/** The eID's answer as a URL of ours, or why the person brings none. */
type Visited = { readonly answer: URL } | 'left' | 'undecided';

/** The way to the eID, and the list of its answers, which the visit fills. */
export interface Visit {
  readonly departure: URL;
  readonly answers: URL[];
}

/**
 * The end of a visit at the eID's own pages.
 * - a URL: our response to the answer leads there
 * - `left`: the person closed the browser
 * - `back`: the person came back to our page without an answer, or there was no response
 */
export type VisitEnd = URL | 'left' | 'back';

/** The person decides on the eID's pages, and the browser brings the answer to us: once, or twice at once. */
export async function visitEid(
  login: Login,
  browser: VirtualBrowser,
  { departure, answers }: Visit,
): Promise<VisitEnd> {
  const visited = await decideAtEid(login, departure);
  if (visited === 'left') return 'left';
  if (visited === 'undecided') return 'back';
  const { answer } = visited;
  const { plan, canaries } = login;
  canaries.add(answer.searchParams.get('code') ?? answer.href);
  answers.push(answer);
  if (plan.wants === 'cancel') return 'back';
  if (plan.attack === 'bring-from-elsewhere') await bringFromElsewhere(login, answer);
  const once = () => retryUntilAnswered(login, () => bring(browser, answer));
  const responses = await Promise.all(plan.reloads ? [once(), once()] : [once()]);
  const ways = responses.flatMap((response) => response?.location ?? []);
  return ways.find(isResume) ?? ways[0] ?? 'back';
}

/** Past the fault proxy: the person's way to the eID never fails. */
async function decideAtEid(login: Login, departure: URL): Promise<Visited> {
  const { plan, did, pause, issuer } = login;
  const eid = newUserAgent(login.pagesPort);
  const page = await follow(eid, departure, issuer);
  if (page === undefined) throw new Error('the eID shows no page');
  did('opened');
  await pause(plan.thinksMs);
  if (plan.wants === 'leave') {
    did('left');
    return 'left';
  }
  if (plan.wants === 'cancel' && !plan.reloads) return 'undecided';
  const isDeclined = plan.wants === 'decline';
  if (!isDeclined) did('approving');
  const person = personsOf('DK').find((one) => one.nationalNumber === plan.person)?.id ?? '';
  const decision = isDeclined ? 'abort' : 'approve';
  const decided = await eid.post(page, { decision, person });
  const answer = decided.location && (await answerBehind(eid, decided.location, issuer));
  if (answer === undefined) throw new Error(`the eID has no answer: ${decided.status}`);
  did(isDeclined ? 'declined' : 'approved');
  return { answer };
}

const HOPS = 5;

/** The URL of the page at the end of the eID's redirects. */
async function follow(eid: UserAgent, from: URL, issuer: string): Promise<URL | undefined> {
  let url = from;
  for (let hops = 0; hops < HOPS && url.origin !== issuer; hops += 1) {
    const { location } = await eid.get(url);
    if (location === undefined) return url;
    url = location;
  }
  return undefined;
}

/** The URL of ours at the end of the eID's redirects. */
async function answerBehind(eid: UserAgent, from: URL, issuer: string): Promise<URL | undefined> {
  let url: URL | undefined = from;
  for (let hops = 0; hops < HOPS && url !== undefined; hops += 1) {
    if (url.origin === issuer) return url;
    url = (await eid.get(url)).location;
  }
  return undefined;
}

function bring(browser: VirtualBrowser, answer: URL): Promise<WireAnswer | undefined> {
  return browser.get('answer', answer, ({ location }) =>
    location !== undefined && isResume(location) ? spentBy(answer) : {},
  );
}

/** The tab of the eID is loaded once more. A login that is over takes no answer. */
export async function bringLate(
  login: Login,
  browser: VirtualBrowser,
  { answer, isOver }: { readonly answer: URL; readonly isOver: boolean },
): Promise<void> {
  await retryUntilAnswered(login, () =>
    browser.get('late answer', answer, ({ location }) => {
      if (location === undefined || !isResume(location)) return {};
      return isOver ? { breach: 'a login that is over took an answer' } : spentBy(answer);
    }),
  );
}

/** One answer identifies at most once. */
function spentBy({ href }: URL): Partial<AnswerReading> {
  return { spent: [singleUse('answer', href)] };
}

/** Our response to an answer that identified the person. */
function isResume({ pathname }: URL): boolean {
  return pathname.startsWith('/oauth2/authorize/');
}
